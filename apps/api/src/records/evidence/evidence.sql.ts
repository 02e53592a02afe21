import { sql, type Uuid } from '#libs/database';
import { NIL_ID } from '#libs/ids';

/** Of records that are no outcomes. */
export const NO_REQUIREMENT = NIL_ID;

export const ADD_EVIDENCE = sql<
  [
    organizationId: Uuid,
    id: Uuid,
    productId: Uuid,
    mediaType: string,
    title: string | null,
    alt: string | null,
    bytes: number,
    sha256: string,
    userId: Uuid | null,
    keyName: string | null,
  ]
>(`
  WITH counted AS (
    INSERT INTO evidence_bytes AS b (organization_id, product_id, bytes) VALUES ($1, $3, $7)
    ON CONFLICT (organization_id, product_id) DO UPDATE SET bytes = b.bytes + excluded.bytes
  )
  INSERT INTO evidence (organization_id, id, product_id, media_type, title, alt, bytes, sha256, uploaded_by_user_id,
    uploaded_by_key_name, created_at, unused_since)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp(), clock_timestamp())`);

/** How many bytes an organization keeps. */
export const BYTES_OF_EVIDENCE = sql<[organizationId: Uuid], { bytes: number }>(`
  SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM evidence_bytes WHERE organization_id = $1`);

/** Those of these that the product has; they do not go until the unit ends. */
export const HOLD_EVIDENCE = sql<[organizationId: Uuid, productId: Uuid, ids: readonly Uuid[]], { id: Uuid }>(`
  SELECT id FROM evidence WHERE organization_id = $1 AND product_id = $2 AND id = ANY ($3::uuid[])
  ORDER BY id FOR UPDATE`);

/**
 * `records`: `{ recordId, requirementId, entry, evidenceIds }`; each has none but these then. Returns what was taken
 * from one.
 */
export const UNLINK_EVIDENCE = sql<[organizationId: Uuid, records: string], { evidenceId: Uuid }>(`
  DELETE FROM evidence_links l
  USING json_to_recordset($2::json) AS r("recordId" uuid, "requirementId" uuid, entry int, "evidenceIds" uuid[])
  WHERE l.organization_id = $1 AND l.record_id = r."recordId" AND l.requirement_id = r."requirementId"
    AND l.entry = r.entry
    AND NOT l.evidence_id = ANY (r."evidenceIds")
  RETURNING l.evidence_id AS "evidenceId"`);

/** `records` as above; each has these then. */
export const LINK_EVIDENCE = sql<[organizationId: Uuid, records: string]>(`
  INSERT INTO evidence_links (organization_id, record_id, requirement_id, entry, evidence_id)
  SELECT $1::uuid, r."recordId", r."requirementId", r.entry, evidence_id
  FROM json_to_recordset($2::json) AS r("recordId" uuid, "requirementId" uuid, entry int, "evidenceIds" uuid[]),
    unnest(r."evidenceIds") AS evidence_id
  ON CONFLICT DO NOTHING`);

/** Says since when these are at no record. */
export const NOTE_USE = sql<[organizationId: Uuid, ids: readonly Uuid[]]>(`
  UPDATE evidence e SET unused_since = CASE
    WHEN NOT EXISTS (SELECT FROM evidence_links l WHERE l.organization_id = $1 AND l.evidence_id = e.id)
    THEN coalesce(e.unused_since, clock_timestamp()) END
  WHERE e.organization_id = $1 AND e.id = ANY ($2::uuid[])`);

/** Takes evidence from records that are about to be deleted. */
export const UNLINK_RECORDS = sql<[organizationId: Uuid, recordIds: readonly Uuid[]]>(`
  WITH gone AS (
    DELETE FROM evidence_links WHERE organization_id = $1 AND record_id = ANY ($2::uuid[]) RETURNING evidence_id
  )
  UPDATE evidence e SET unused_since = clock_timestamp()
  WHERE e.organization_id = $1 AND e.id IN (SELECT evidence_id FROM gone) AND NOT EXISTS (
    SELECT FROM evidence_links l WHERE l.organization_id = $1 AND l.evidence_id = e.id
      AND NOT l.record_id = ANY ($2::uuid[]))`);

/** Takes evidence from the outcomes of an entry that is about to be deleted. */
export const UNLINK_ENTRY = sql<[organizationId: Uuid, auditId: Uuid, entry: number], { evidenceId: Uuid }>(`
  DELETE FROM evidence_links WHERE organization_id = $1 AND record_id = $2 AND entry = $3
    AND requirement_id <> '${NO_REQUIREMENT}'
  RETURNING evidence_id AS "evidenceId"`);

/** The evidence of a record that is no outcome. */
export const EVIDENCE_OF_RECORD = sql<[organizationId: Uuid, recordId: Uuid], { evidenceId: Uuid }>(`
  SELECT evidence_id AS "evidenceId" FROM evidence_links
  WHERE organization_id = $1 AND record_id = $2 AND requirement_id = '${NO_REQUIREMENT}' ORDER BY evidence_id`);

export const DELETE_EVIDENCE = sql<[organizationId: Uuid, id: Uuid]>(`
  WITH gone AS (DELETE FROM evidence WHERE organization_id = $1 AND id = $2 RETURNING product_id, bytes)
  UPDATE evidence_bytes b SET bytes = b.bytes - gone.bytes FROM gone
  WHERE b.organization_id = $1 AND b.product_id = gone.product_id`);

export const IDS_OF_PRODUCT = sql<[organizationId: Uuid, productId: Uuid], { id: Uuid }>(
  'SELECT id FROM evidence WHERE organization_id = $1 AND product_id = $2',
);

export const IDS_OF_ORGANIZATION = sql<[organizationId: Uuid], { id: Uuid }>(
  'SELECT id FROM evidence WHERE organization_id = $1',
);

/** Deletes what has been at no record since before this moment; a thousand at a time. */
export const DELETE_UNUSED = sql<[before: Date], { id: Uuid }>(`
  /* all organizations: end_unused_evidence */
  WITH gone AS (
    DELETE FROM evidence e USING (
      SELECT organization_id, id FROM evidence WHERE unused_since < $1 ORDER BY unused_since LIMIT 1000
    ) old WHERE e.organization_id = old.organization_id AND e.id = old.id AND e.unused_since < $1
    RETURNING e.organization_id, e.product_id, e.id, e.bytes
  ), counted AS (
    UPDATE evidence_bytes b SET bytes = b.bytes - sums.bytes
    FROM (SELECT organization_id, product_id, sum(bytes) AS bytes FROM gone GROUP BY 1, 2) sums
    WHERE b.organization_id = sums.organization_id AND b.product_id = sums.product_id
  )
  SELECT id FROM gone`);

/** Evidence stays without who uploaded it when the account is deleted. */
export const FORGET_UPLOADER = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE evidence SET uploaded_by_user_id = NULL WHERE organization_id = $1 AND uploaded_by_user_id = $2`);
