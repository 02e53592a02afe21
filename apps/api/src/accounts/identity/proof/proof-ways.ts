import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { Forbidden } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { CREDENTIAL, OIDC } from '../account.entity.js';
import { normalizeIssuer } from '../provider/issuers.js';
import { MEANS_OF_PROOF, type MeansOfProof } from './proof.sql.js';

/**
 * How a person proves who they are: a `code` of the second factor, the `password`, the `provider` (`POST
 * /api/auth/sign-in/social` with `prove`), or the code that `POST /v1/me/proof/mail` sends.
 */
export type ProofWay = 'code' | 'password' | 'provider' | 'mailCode';

/** What was asked for needs a proof of the last ten minutes. */
export class FreshProofRequired extends Forbidden {
  constructor(ways: readonly ProofWay[]) {
    const message =
      'For security, confirm your identity again (POST /v1/me/proof or at your provider), then repeat the request.';
    super(FRESH_PROOF_REQUIRED, message, { ways });
  }
}
export const FRESH_PROOF_REQUIRED = 'fresh_proof_required';

/** The ways by which this person can prove who they are: the strongest that the account has, and no weaker one. */
export async function proofWaysOf(tx: EntityManager, settings: Settings, userId: string): Promise<ProofWay[]> {
  const issuer = settings.oidc ? normalizeIssuer(settings.oidc.issuer) : null;
  const [means] = await query(tx, MEANS_OF_PROOF, [userId, CREDENTIAL, OIDC, issuer]);
  return [waysBy(means)];
}

function waysBy(means: MeansOfProof | undefined): ProofWay {
  if (means?.hasFactor) return 'code';
  if (means?.hasPassword) return 'password';
  return means?.hasProvider ? 'provider' : 'mailCode';
}
