import { sql, type Uuid } from '#libs/database';
import type { SignInDomain } from './sign-in-domain.entity.js';

/** The organization whose domain it is. */
export const HOLDER = sql<
  [domain: string],
  Pick<SignInDomain, 'id' | 'organizationId' | 'token' | 'verifiedBy' | 'missingSince'>
>(`
  SELECT id, organization_id AS "organizationId", token, verified_by AS "verifiedBy", missing_since AS "missingSince"
  FROM sign_in_domains WHERE domain = $1 AND verified_at IS NOT NULL`);

/** Takes a domain from the organization that holds it. */
export const LOSE = sql<[id: Uuid]>(
  'UPDATE sign_in_domains SET verified_at = NULL, verified_by = NULL, missing_since = NULL WHERE id = $1 AND verified_at IS NOT NULL',
);

/** Takes one try of the code that was mailed for a domain; none where there is no try left, or it is too old. */
export const TRY_CODE = sql<[id: Uuid], { codeHash: Buffer }>(`
  UPDATE sign_in_domains SET code_tries_left = code_tries_left - 1
  WHERE id = $1 AND code_tries_left > 0 AND code_expires_at > now() RETURNING code_hash AS "codeHash"`);

/** Keeps the code that is mailed for a domain; an earlier one is no longer good. */
export const KEEP_CODE = sql<[id: Uuid, codeHash: Buffer, expiresAt: Date, tries: number]>(
  'UPDATE sign_in_domains SET code_hash = $2, code_expires_at = $3, code_tries_left = $4 WHERE id = $1',
);

/**
 * Proved domains to look at again, a hundred after one. Those proved by mail only where another organization has proved
 * them too.
 */
export const NEXT_TO_CHECK = sql<[after: Uuid | null], Pick<SignInDomain, 'id' | 'domain' | 'token'>>(`
  SELECT id, domain, token FROM sign_in_domains
  WHERE verified_at IS NOT NULL AND (verified_by = 'dns' OR missing_since IS NOT NULL)
    AND ($1::uuid IS NULL OR id > $1::uuid)
  ORDER BY id LIMIT 100`);

/** Notes which records of domains are there and which are not; whose answer is not known stay as they are. */
export const NOTE_RECORDS = sql<[found: Uuid[], missing: Uuid[]]>(`
  UPDATE sign_in_domains SET missing_since = CASE WHEN id = ANY ($2::uuid[]) THEN coalesce(missing_since, now()) END
  WHERE verified_at IS NOT NULL AND (id = ANY ($1::uuid[]) OR id = ANY ($2::uuid[]))`);
