import { sql, type Uuid } from '#libs/database';

/** What an account has to prove who is there. */
export interface MeansOfProof {
  hasFactor: boolean;
  hasPassword: boolean;
  hasProvider: boolean;
}

export const MEANS_OF_PROOF = sql<
  [userId: Uuid, credential: string, provider: string, issuer: string | null],
  MeansOfProof
>(`
  SELECT u.two_factor_enabled AS "hasFactor",
    EXISTS (SELECT FROM accounts a WHERE a.user_id = u.id AND a.provider = $2
      AND a.password_hash IS NOT NULL) AS "hasPassword",
    EXISTS (SELECT FROM accounts a WHERE a.user_id = u.id AND a.provider = $3 AND a.issuer = $4::text
      AND a.tells_auth_time
      AND a.suspended_by IS NULL) AS "hasProvider"
  FROM users u WHERE u.id = $1`);

export const MARK_PROVED = sql<[sessionId: Uuid, at: Date]>('UPDATE sessions SET proved_at = $2 WHERE id = $1');

/** Takes one try of the code that was mailed to a session; none where there is no try left, or it is too old. */
export const TRY_CODE = sql<[sessionId: Uuid], { codeHash: Buffer }>(`
  UPDATE proof_codes SET tries_left = tries_left - 1
  WHERE session_id = $1 AND tries_left > 0 AND expires_at > now() RETURNING code_hash AS "codeHash"`);

export const FORGET_CODE = sql<[sessionId: Uuid]>('DELETE FROM proof_codes WHERE session_id = $1');

export const KEEP_CODE = sql<[sessionId: Uuid, codeHash: Buffer, expiresAt: Date, tries: number]>(`
  INSERT INTO proof_codes (session_id, code_hash, expires_at, tries_left) VALUES ($1, $2, $3, $4)
  ON CONFLICT (session_id) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at,
    tries_left = excluded.tries_left`);
