import { sql } from '#libs/database';
import type { ProviderSignIn } from './provider-sign-in.entity.js';

export const PURGE_SIGN_INS = sql<[]>('DELETE FROM provider_sign_ins WHERE expires_at <= now()');

/** Ends a sign-in that has begun and is not too old; returns what it was to lead to. */
export const REDEEM = sql<
  [secretHash: Buffer],
  Pick<ProviderSignIn, 'callbackUrl' | 'errorCallbackUrl' | 'invitationId' | 'provesSessionId'> & {
    tokenHash: Buffer | null;
  }
>(`
  DELETE FROM provider_sign_ins WHERE secret_hash = $1 AND expires_at > now()
  RETURNING callback_url AS "callbackUrl", error_callback_url AS "errorCallbackUrl", invitation_id AS "invitationId",
    invitation_token_hash AS "tokenHash", proves_session_id AS "provesSessionId"`);

/** Sets the issuer of linked accounts from before issuers were stored. */
export const BACKFILL_ISSUERS = sql<[provider: string, issuer: string]>(
  'UPDATE accounts SET issuer = $2 WHERE provider = $1 AND issuer IS NULL',
);
