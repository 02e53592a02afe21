import { sql, type Uuid } from '#libs/database';
import { hasStatus } from '../status.js';

/** Notes that pictures are wanted; returns the digests of those that the product has. */
export const WANT_PICTURES = sql<
  [organizationId: Uuid, productId: Uuid, digests: readonly string[]],
  { sha256: string }
>(`
  UPDATE finding_picture_files SET wanted_at = now()
  WHERE organization_id = $1 AND id IN (
    SELECT id FROM finding_picture_files WHERE organization_id = $1 AND product_id = $2 AND sha256 = ANY ($3::text[])
    ORDER BY id FOR UPDATE)
  RETURNING sha256`);

/** How many pictures a product has. */
export const COUNT_PICTURES = sql<[organizationId: Uuid, productId: Uuid], { count: number }>(
  'SELECT count(*)::int AS count FROM finding_picture_files WHERE organization_id = $1 AND product_id = $2',
);

/** Adds pictures that the product does not have; returns the ids of those that are new. */
export const ADD_PICTURES = sql<[organizationId: Uuid, productId: Uuid, pictures: string], { id: Uuid }>(`
  INSERT INTO finding_picture_files (organization_id, product_id, id, sha256, bytes, wanted_at)
  SELECT $1::uuid, $2::uuid, given.id, given.sha256, given.bytes, now()
  FROM json_to_recordset($3::json) AS given(id uuid, sha256 text, bytes int) ORDER BY given.sha256
  ON CONFLICT ON CONSTRAINT uq_finding_picture_files_digest DO NOTHING RETURNING id`);

/**
 * Gives findings of a tool these pictures in place of the ones that they had. `pictures`: `{ spelling, digest, alt }`,
 * by what a main line calls them.
 */
export const SET_PICTURES = sql<[organizationId: Uuid, productId: Uuid, tool: string, pictures: string]>(`
  INSERT INTO finding_pictures AS had (organization_id, finding_id, picture_id, alt, taken_at)
  SELECT DISTINCT ON (f.id) $1::uuid, f.id, p.id, given.alt, now()
  FROM json_to_recordset($4::json) AS given(spelling uuid, digest text, alt text)
    JOIN finding_picture_files p ON p.organization_id = $1 AND p.product_id = $2 AND p.sha256 = given.digest
    JOIN findings f ON f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3 AND f.identity = coalesce((
      SELECT s.identity FROM finding_spellings s
      WHERE s.organization_id = $1 AND s.product_id = $2 AND s.tool = $3 AND s.line = 0 AND s.spelling = given.spelling
    ), given.spelling)
  ORDER BY f.id
  ON CONFLICT (organization_id, finding_id) DO UPDATE
    SET picture_id = excluded.picture_id, alt = excluded.alt, taken_at = excluded.taken_at`);

/** A picture as it is stored. */
export interface StoredPicture {
  id: Uuid;
  bytes: number;
}

/** The picture of a finding. */
export const PICTURE_OF = sql<[organizationId: Uuid, productId: Uuid, findingId: Uuid], StoredPicture>(`
  SELECT p.id, p.bytes
  FROM findings f
    JOIN finding_pictures had ON had.organization_id = $1 AND had.finding_id = f.id
    JOIN finding_picture_files p ON p.organization_id = $1 AND p.id = had.picture_id
  WHERE f.organization_id = $1 AND f.product_id = $2 AND f.id = $3`);

export const PICTURES_OF_PRODUCT = sql<[organizationId: Uuid, productId: Uuid], { id: Uuid }>(
  'SELECT id FROM finding_picture_files WHERE organization_id = $1 AND product_id = $2',
);

export const PICTURES_OF_ORGANIZATION = sql<[organizationId: Uuid], { id: Uuid }>(
  'SELECT id FROM finding_picture_files WHERE organization_id = $1',
);

const [RESOLVED, DISMISSED] = [hasStatus('f', 'resolved'), hasStatus('f', 'dismissed')];

/** Takes pictures from findings that have not been open since this moment; a thousand at a time. */
export const END_PICTURES = sql<[before: Date], { findingId: Uuid }>(`
  /* all organizations: end_pictures */
  DELETE FROM finding_pictures had USING (
    SELECT e.organization_id, e.finding_id
    FROM finding_pictures e JOIN findings f ON f.organization_id = e.organization_id AND f.id = e.finding_id
    WHERE e.taken_at < $1 AND ((${RESOLVED} AND f.absent_at < $1) OR (${DISMISSED} AND f.triaged_at < $1))
    ORDER BY e.organization_id, e.finding_id LIMIT 1000
  ) old WHERE had.organization_id = old.organization_id AND had.finding_id = old.finding_id
  RETURNING had.finding_id AS "findingId"`);

/** Deletes pictures that no finding has and no run has named since this moment; a thousand at a time. */
export const DELETE_UNUSED_PICTURES = sql<[before: Date], { id: Uuid }>(`
  /* all organizations: end_pictures */
  DELETE FROM finding_picture_files p USING (
    SELECT e.organization_id, e.id FROM finding_picture_files e
    WHERE e.wanted_at < $1 AND NOT EXISTS (
      SELECT FROM finding_pictures had WHERE had.organization_id = e.organization_id AND had.picture_id = e.id)
    ORDER BY e.organization_id, e.id LIMIT 1000
  ) old WHERE p.organization_id = old.organization_id AND p.id = old.id AND p.wanted_at < $1
  RETURNING p.id`);
