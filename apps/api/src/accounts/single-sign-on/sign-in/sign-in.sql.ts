import { sql, type Uuid } from '#libs/database';
import { isPresent } from '../../organizations/deleted/is-present.js';
import type { SignInAttempt } from './sign-in-attempt.entity.js';

/** The organization that people come in to, unless it is deleted. */
export const ENTERED = sql<[organizationId: Uuid], { id: Uuid; name: string; isSuspended: boolean }>(`
  SELECT o.id, o.name, o.suspended_at IS NOT NULL AS "isSuspended" FROM organizations o
  WHERE o.id = $1 AND ${isPresent('o')}`);

export const PURGE_ATTEMPTS = sql<[]>('DELETE FROM organization_sign_in_attempts WHERE expires_at <= now()');

/** Ends an attempt that has begun and is not too old; returns what it was to lead to. */
export const REDEEM = sql<
  [secretHash: Buffer, organizationId: Uuid],
  Pick<SignInAttempt, 'purpose' | 'sessionId' | 'requestId' | 'callbackUrl' | 'errorCallbackUrl'>
>(`
  DELETE FROM organization_sign_in_attempts WHERE secret_hash = $1 AND organization_id = $2 AND expires_at > now()
  RETURNING purpose, session_id AS "sessionId", request_id AS "requestId", callback_url AS "callbackUrl",
    error_callback_url AS "errorCallbackUrl"`);
