import { sql, type Uuid } from '#libs/database';

type Place = [organizationId: Uuid, hash: Buffer];

/** What is known of a request that was sent before. */
export interface KnownRequest {
  /** True: nobody has sent it, or it was given up, and it is the caller's to carry out. */
  mine: boolean | null;
  digest: Buffer | null;
  /** Its change was committed so long ago that its answer would be known if it was ever to be. */
  made: boolean | null;
  status: number | null;
  location: string | null;
  etag: string | null;
  body: string | null;
}

// A request of which nothing has been heard for so long was cut off with its process. If it still goes on, it fails
// (`SETTLE`).
const GIVEN_UP = `k.made_at IS NULL AND k.status IS NULL AND k.claimed_at <= now() - interval '2 minutes'`;
// Nothing is lost with the last of these rows that a request could not do again: the database need not wait for its
// disk.
const NO_WAIT = `set_config('synchronous_commit', 'off', true)`;

/**
 * Takes a request for the caller, or tells what is known of it. One that was just taken may be known by nothing yet.
 */
export const CLAIM = sql<[...Place, digest: Buffer, claim: Uuid], KnownRequest>(`
  WITH claimed AS (
    INSERT INTO idempotency_keys AS k (organization_id, hash, digest, claim) VALUES ($1, $2, $3, $4)
    ON CONFLICT (organization_id, hash) DO UPDATE
      SET digest = $3, claim = $4, claimed_at = now(), made_at = NULL, status = NULL, location = NULL, etag = NULL,
        body = NULL
      WHERE k.claimed_at <= now() - interval '24 hours' OR (${GIVEN_UP})
    RETURNING ${NO_WAIT})
  SELECT EXISTS (SELECT FROM claimed) AS mine, k.digest, k.made_at <= now() - interval '10 seconds' AS made, k.status,
    k.location, k.etag, k.body
  FROM (VALUES (1)) AS one LEFT JOIN idempotency_keys k ON k.organization_id = $1 AND k.hash = $2`);

/**
 * In the transaction of the change: it was made. It fails where somebody else has taken the request
 * (`ck_idempotency_keys_claim`).
 */
export const SETTLE = sql<[...Place, claim: Uuid]>(`
  UPDATE idempotency_keys SET made_at = coalesce(made_at, now()), claim = CASE WHEN claim = $3 THEN claim END
  WHERE organization_id = $1 AND hash = $2`);

/** Keeps the answer. */
export const KEEP = sql<
  [...Place, claim: Uuid, status: number, location: string | null, etag: string | null, body: string | null],
  { done: string }
>(`
  UPDATE idempotency_keys SET status = $4, location = $5, etag = $6, body = $7
  WHERE organization_id = $1 AND hash = $2 AND claim = $3
  RETURNING ${NO_WAIT} AS done`);

/** Lets the request be sent anew, unless something was made. */
export const RELEASE = sql<[...Place, claim: Uuid]>(`
  DELETE FROM idempotency_keys WHERE organization_id = $1 AND hash = $2 AND claim = $3 AND made_at IS NULL`);

/** Forgets answers, which may name somebody whose account is deleted, but not that the requests were carried out. */
export const FORGET_ANSWERS = sql<[organizationId: Uuid]>(`
  UPDATE idempotency_keys SET body = NULL WHERE organization_id = $1 AND body IS NOT NULL`);

export const FORGET_OLD = sql<[]>(`/* all organizations: forget_idempotency_keys */
  DELETE FROM idempotency_keys WHERE claimed_at <= now() - interval '24 hours'`);
