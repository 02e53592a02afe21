import type { EntityManager } from 'typeorm';
import { OIDC } from '../account.entity.js';

/** An issuer in the one spelling in which it is stored and compared. */
export const normalizeIssuer = (issuer: string): string => new URL(issuer).href;

/** What no provider is called: links of which nobody knows whose they are sign nobody in. */
const NO_ISSUER = '';

/**
 * Gives the links from before issuers were kept to the provider of this start, and where none is configured to nobody: once,
 * since no other link lacks an issuer. Answers how many there were.
 */
export async function backfillIssuers(tx: EntityManager, issuer: string | undefined): Promise<number> {
  const [, adopted] = await tx.query<[unknown[], number]>(
    'UPDATE accounts SET issuer = $2 WHERE provider = $1 AND issuer IS NULL',
    [OIDC, issuer === undefined ? NO_ISSUER : normalizeIssuer(issuer)],
  );
  return adopted;
}
