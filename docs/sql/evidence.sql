-- The statements of evidence, as they are sent. Written by `npm run sql`.

-- ADD_EVIDENCE
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 productId: uuid
--   $4 mediaType: text
--   $5 title: text
--   $6 alt: text
--   $7 bytes: bigint
--   $8 sha256: text
--   $9 userId: uuid
--   $10 keyName: text
WITH counted AS (
  INSERT INTO evidence_bytes AS b (organization_id, product_id, bytes) VALUES ($1, $3, $7)
  ON CONFLICT (organization_id, product_id) DO UPDATE SET bytes = b.bytes + excluded.bytes
)
INSERT INTO evidence (organization_id, id, product_id, media_type, title, alt, bytes, sha256, uploaded_by_user_id,
  uploaded_by_key_name, created_at, unused_since)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp(), clock_timestamp());

-- BYTES_OF_EVIDENCE
--   How many bytes an organization keeps.
--   $1 organizationId: uuid
--   returns bytes double precision
SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM evidence_bytes WHERE organization_id = $1;

-- HOLD_EVIDENCE
--   Those of these that the product has; they do not go until the unit ends.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 ids: uuid[]
--   returns id uuid
SELECT id FROM evidence WHERE organization_id = $1 AND product_id = $2 AND id = ANY ($3::uuid[])
ORDER BY id FOR UPDATE;

-- UNLINK_EVIDENCE
--   `records`: `{ recordId, requirementId, entry, evidenceIds }`; each has none but these then. Returns what was taken
--   from one.
--   $1 organizationId: uuid
--   $2 records: json
--   returns evidenceId uuid
DELETE FROM evidence_links l
USING json_to_recordset($2::json) AS r("recordId" uuid, "requirementId" uuid, entry int, "evidenceIds" uuid[])
WHERE l.organization_id = $1 AND l.record_id = r."recordId" AND l.requirement_id = r."requirementId"
  AND l.entry = r.entry
  AND NOT l.evidence_id = ANY (r."evidenceIds")
RETURNING l.evidence_id AS "evidenceId";

-- LINK_EVIDENCE
--   `records` as above; each has these then.
--   $1 organizationId: uuid
--   $2 records: json
INSERT INTO evidence_links (organization_id, record_id, requirement_id, entry, evidence_id)
SELECT $1::uuid, r."recordId", r."requirementId", r.entry, evidence_id
FROM json_to_recordset($2::json) AS r("recordId" uuid, "requirementId" uuid, entry int, "evidenceIds" uuid[]),
  unnest(r."evidenceIds") AS evidence_id
ON CONFLICT DO NOTHING;

-- NOTE_USE
--   Says since when these are at no record.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
UPDATE evidence e SET unused_since = CASE
  WHEN NOT EXISTS (SELECT FROM evidence_links l WHERE l.organization_id = $1 AND l.evidence_id = e.id)
  THEN coalesce(e.unused_since, clock_timestamp()) END
WHERE e.organization_id = $1 AND e.id = ANY ($2::uuid[]);

-- UNLINK_RECORDS
--   Takes evidence from records that are about to be deleted.
--   $1 organizationId: uuid
--   $2 recordIds: uuid[]
WITH gone AS (
  DELETE FROM evidence_links WHERE organization_id = $1 AND record_id = ANY ($2::uuid[]) RETURNING evidence_id
)
UPDATE evidence e SET unused_since = clock_timestamp()
WHERE e.organization_id = $1 AND e.id IN (SELECT evidence_id FROM gone) AND NOT EXISTS (
  SELECT FROM evidence_links l WHERE l.organization_id = $1 AND l.evidence_id = e.id
    AND NOT l.record_id = ANY ($2::uuid[]));

-- UNLINK_ENTRY
--   Takes evidence from the outcomes of an entry that is about to be deleted.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 entry: integer
--   returns evidenceId uuid
DELETE FROM evidence_links WHERE organization_id = $1 AND record_id = $2 AND entry = $3
  AND requirement_id <> '00000000-0000-0000-0000-000000000000'
RETURNING evidence_id AS "evidenceId";

-- EVIDENCE_OF_RECORD
--   The evidence of a record that is no outcome.
--   $1 organizationId: uuid
--   $2 recordId: uuid
--   returns evidenceId uuid
SELECT evidence_id AS "evidenceId" FROM evidence_links
WHERE organization_id = $1 AND record_id = $2 AND requirement_id = '00000000-0000-0000-0000-000000000000' ORDER BY evidence_id;

-- DELETE_EVIDENCE
--   $1 organizationId: uuid
--   $2 id: uuid
WITH gone AS (DELETE FROM evidence WHERE organization_id = $1 AND id = $2 RETURNING product_id, bytes)
UPDATE evidence_bytes b SET bytes = b.bytes - gone.bytes FROM gone
WHERE b.organization_id = $1 AND b.product_id = gone.product_id;

-- IDS_OF_PRODUCT
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns id uuid
SELECT id FROM evidence WHERE organization_id = $1 AND product_id = $2;

-- IDS_OF_ORGANIZATION
--   $1 organizationId: uuid
--   returns id uuid
SELECT id FROM evidence WHERE organization_id = $1;

-- DELETE_UNUSED
--   Deletes what has been at no record since before this moment; a thousand at a time.
--   $1 before: timestamp with time zone
--   returns id uuid
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
SELECT id FROM gone;

-- FORGET_UPLOADER
--   Evidence stays without who uploaded it when the account is deleted.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE evidence SET uploaded_by_user_id = NULL WHERE organization_id = $1 AND uploaded_by_user_id = $2;
