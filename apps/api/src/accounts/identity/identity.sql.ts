import { sql, type Uuid } from '#libs/database';

/** The account of an address, if there is one: whether it has a password. */
export const STATE_OF_ADDRESS = sql<[email: string, credential: string], { password: boolean }>(`
  SELECT EXISTS (SELECT FROM accounts WHERE user_id = u.id AND provider = $2 AND password_hash IS NOT NULL) AS password
  FROM users u WHERE u.email = $1`);

/**
 * Disables or enables a person, unless they are so already. Who is disabled by whoever runs the service (`by` null) is
 * not enabled by an organization.
 */
export const SET_DISABLED = sql<[userId: Uuid, disabled: boolean, at: Date, by: Uuid | null]>(`
  UPDATE users SET disabled_at = CASE WHEN $2 THEN coalesce(disabled_at, $3::timestamptz) END,
    disabled_by = CASE WHEN $2 THEN $4::uuid END
  WHERE id = $1 AND CASE WHEN $2 THEN disabled_at IS NULL OR ($4::uuid IS NULL AND disabled_by IS NOT NULL)
    ELSE disabled_at IS NOT NULL AND ($4::uuid IS NULL OR disabled_by = $4::uuid) END`);

/** Whether there is no account yet. */
export const IS_FIRST = sql<[], { first: boolean }>('SELECT NOT EXISTS (SELECT FROM users) AS first');

/** The addresses that a person has verified, the former ones included unless they are another account's by now. */
export const PROVEN_ADDRESSES = sql<[userId: Uuid], { email: string }>(`
  SELECT email FROM users WHERE id = $1 AND email_verified
  UNION SELECT a.former_email FROM address_changes a
  WHERE a.user_id = $1 AND a.former_verified AND a.confirmed_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM users u WHERE u.email = a.former_email AND u.id <> $1)`);

/** The accounts but one that have an address, or can still restore it. */
export const HOLDERS_OF_ADDRESS = sql<[email: string, except: Uuid | null]>(`
  SELECT 1 FROM users WHERE email = $1 AND id IS DISTINCT FROM $2::uuid
  UNION ALL SELECT 1 FROM address_changes WHERE former_email = $1 AND held_until > now()
    AND user_id IS DISTINCT FROM $2::uuid`);

export const PURGE_SESSIONS = sql<[]>('DELETE FROM sessions WHERE expires_at < now()');

export const PURGE_VERIFICATIONS = sql<[]>('DELETE FROM verifications WHERE expires_at < now()');

export const PURGE_CHALLENGES = sql<[]>('DELETE FROM sign_in_challenges WHERE expires_at < now()');
