-- The statements of audit-files, as they are sent. Written by `npm run sql`.

-- ISSUES_OF_AUDIT
--   The issues of the outcomes of an audit, and those that name it.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   returns number integer, title text, description text, state issue_state, severity rating, priority issue_priority, evidenceIds uuid[]
SELECT i.number, i.title, i.description, i.state, i.severity, i.priority,
  ARRAY(SELECT e.evidence_id FROM evidence_links e WHERE e.organization_id = $1 AND e.record_id = i.id
    AND e.requirement_id = '00000000-0000-0000-0000-000000000000' ORDER BY e.evidence_id) AS "evidenceIds"
FROM issues i
WHERE i.organization_id = $1 AND i.id IN (
  SELECT l.issue_id FROM audit_outcome_issues l WHERE l.organization_id = $1 AND l.audit_id = $2
  UNION SELECT n.id FROM issues n WHERE n.organization_id = $1 AND n.audit_id = $2)
ORDER BY i.number;

-- EVIDENCE_OF_AUDIT
--   The evidence of the outcomes of an audit and of its issues.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   returns id uuid, mediaType text, title text, alt text, bytes integer
SELECT e.id, e.media_type AS "mediaType", e.title, e.alt, e.bytes FROM evidence e
WHERE e.organization_id = $1 AND e.id IN (
  SELECT l.evidence_id FROM evidence_links l WHERE l.organization_id = $1 AND l.record_id IN (
    SELECT $2::uuid
    UNION ALL SELECT o.issue_id FROM audit_outcome_issues o WHERE o.organization_id = $1 AND o.audit_id = $2
    UNION ALL SELECT n.id FROM issues n WHERE n.organization_id = $1 AND n.audit_id = $2))
ORDER BY e.id;

-- ADD_IMPORT
--   Keeps what an import has made; `cells` are `FilledCell`, `fields` `FilledFields`.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 productId: uuid
--   $4 auditId: uuid
--   $5 format: text
--   $6 userId: uuid
--   $7 keyName: text
--   $8 entries: jsonb
--   $9 decided: integer
--   $10 cells: jsonb
--   $11 fields: jsonb
--   $12 leftOut: text[]
INSERT INTO audit_imports (organization_id, id, product_id, audit_id, format, made_by_user_id, made_by_key_name,
  entries, decided, cells, fields, left_out, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10::jsonb, $11::jsonb, $12, clock_timestamp());

-- CELLS_OF_IMPORT
--   What an import has made; null: it is taken back, or too old for that.
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns cells jsonb, fields jsonb, issueIds uuid[]
SELECT cells, fields, issue_ids AS "issueIds" FROM audit_imports WHERE organization_id = $1 AND id = $2;

-- MARK_UNDONE
--   $1 organizationId: uuid
--   $2 id: uuid
UPDATE audit_imports SET undone_at = clock_timestamp(), cells = NULL, fields = NULL, issue_ids = NULL
WHERE organization_id = $1 AND id = $2;

-- FORGET_CELLS
--   Forgets the cells of imports that can no longer be taken back.
--   $1 organizationId: uuid
--   $2 before: timestamp with time zone
UPDATE audit_imports SET cells = NULL, fields = NULL, issue_ids = NULL
WHERE organization_id = $1 AND created_at < $2 AND cells IS NOT NULL;

-- FORGET_IMPORTER
--   Imports stay without who made them when the account is deleted.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE audit_imports SET made_by_user_id = NULL WHERE organization_id = $1 AND made_by_user_id = $2;

-- BEGIN_IMPORT
--   Begins an import; `slices` are `WrittenSlice`.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 productId: uuid
--   $4 auditId: uuid
--   $5 format: text
--   $6 userId: uuid
--   $7 keyName: text
--   $8 entries: jsonb
--   $9 total: integer
--   $10 leftOut: text[]
--   $11 slices: jsonb
--   $12 fields: jsonb
--   $13 madeAudit: boolean
WITH begun AS (
  INSERT INTO audit_imports (organization_id, id, product_id, audit_id, format, made_by_user_id, made_by_key_name,
    entries, decided, state, total, left_out, fields, made_audit, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, 0, 'running', $9, $10, $12::jsonb, $13, clock_timestamp())
)
INSERT INTO audit_import_slices (organization_id, import_id, place, cells, problems)
SELECT $1::uuid, $2::uuid, place, slice -> 'cells', slice -> 'problems'
FROM jsonb_array_elements($11::jsonb) WITH ORDINALITY AS slices(slice, place);

-- NEXT_SLICE
--   The first slice that is not written.
--   $1 organizationId: uuid
--   $2 importId: uuid
--   returns place integer, cells jsonb, problems jsonb
SELECT place, cells, problems FROM audit_import_slices WHERE organization_id = $1 AND import_id = $2 AND made IS NULL
ORDER BY place LIMIT 1;

-- FAILED_BY_IMPORT
--   Those of these cells, `[{ requirementId, entry }]`, that an import has made fail, and that do as it has left them.
--   $1 organizationId: uuid
--   $2 importId: uuid
--   $3 auditId: uuid
--   $4 cells: json
--   returns requirementId uuid, entry integer
WITH made AS MATERIALIZED (
  SELECT m."requirementId", m.entry, m.revision
  FROM audit_import_slices s, jsonb_to_recordset(s.made) AS m("requirementId" uuid, entry int, revision int)
  WHERE s.organization_id = $1 AND s.import_id = $2 AND s.made IS NOT NULL
)
SELECT DISTINCT m."requirementId", m.entry
FROM json_to_recordset($4::json) AS c("requirementId" uuid, entry int)
JOIN made m ON m."requirementId" = c."requirementId" AND m.entry = c.entry
JOIN audit_outcomes o ON o.organization_id = $1 AND o.audit_id = $3 AND o.requirement_id = m."requirementId"
  AND o.entry = m.entry AND o.revision = m.revision AND o.outcome = 'failed';

-- AT_OTHER_OUTCOMES
--   Those of these issues that stand at other outcomes than these, `[{ requirementId, entry }]` of the audit, too.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 issueIds: uuid[]
--   $4 cells: json
--   returns id uuid
WITH made AS MATERIALIZED (
  SELECT c."requirementId" AS requirement_id, c.entry FROM json_to_recordset($4::json) AS c("requirementId" uuid, entry int)
)
SELECT DISTINCT l.issue_id AS id FROM audit_outcome_issues l
WHERE l.organization_id = $1 AND l.issue_id = ANY ($3::uuid[]) AND (l.audit_id <> $2
  OR (l.requirement_id, l.entry) NOT IN (SELECT requirement_id, entry FROM made));

-- WRITE_SLICE
--   `made`: `FilledCell`.
--   $1 organizationId: uuid
--   $2 importId: uuid
--   $3 place: integer
--   $4 made: jsonb
--   $5 issueIds: uuid[]
WITH written AS (
  UPDATE audit_import_slices SET made = $4::jsonb, issue_ids = $5::uuid[]
  WHERE organization_id = $1 AND import_id = $2 AND place = $3
  RETURNING jsonb_array_length(cells) AS cells, jsonb_array_length(made) AS made
)
UPDATE audit_imports i SET written = i.written + written.cells, decided = i.decided + written.made,
  issue_count = i.issue_count + cardinality($5::uuid[])
FROM written
WHERE i.organization_id = $1 AND i.id = $2;

-- MADE_SO_FAR
--   What an import that is under way has made.
--   $1 organizationId: uuid
--   $2 importId: uuid
--   returns made jsonb, issueIds uuid[]
SELECT made, issue_ids AS "issueIds" FROM audit_import_slices WHERE organization_id = $1 AND import_id = $2 AND made IS NOT NULL
ORDER BY place;

-- FINISH_IMPORT
--   Ends an import with what it would take to undo it.
--   $1 organizationId: uuid
--   $2 importId: uuid
WITH slices AS (
  DELETE FROM audit_import_slices WHERE organization_id = $1 AND import_id = $2 RETURNING place, made, issue_ids
)
UPDATE audit_imports SET state = 'finished', cells = (
  SELECT coalesce(jsonb_agg(cell ORDER BY place), '[]') FROM slices, jsonb_array_elements(made) AS cell),
  issue_ids = (SELECT array_agg(id) FROM slices, unnest(issue_ids) AS id)
WHERE organization_id = $1 AND id = $2;

-- ABANDON_IMPORT
--   Ends an import of which nothing is left, but for these entries and so many issues.
--   $1 organizationId: uuid
--   $2 importId: uuid
--   $3 state: text
--   $4 failure: text
--   $5 entries: jsonb
--   $6 issueCount: integer
WITH slices AS (DELETE FROM audit_import_slices WHERE organization_id = $1 AND import_id = $2)
UPDATE audit_imports SET state = $3, failure = $4, entries = $5::jsonb, decided = 0, fields = NULL,
  issue_count = $6
WHERE organization_id = $1 AND id = $2;

-- IS_UNDER_WAY
--   Whether an import into an audit is under way.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   returns id uuid
SELECT id FROM audit_imports
WHERE organization_id = $1 AND state = 'running' AND ($2::uuid IS NULL OR audit_id = $2);

-- UNDER_WAY
--   Imports that are under way, the oldest first.
--   returns organizationId uuid, importId uuid
/* all organizations: end_stranded_imports */
SELECT organization_id AS "organizationId", id AS "importId" FROM audit_imports
WHERE state = 'running' ORDER BY created_at LIMIT 1000;

-- REMEMBERED_MAPPINGS
--   How an organization has last read tables: as many as are kept.
--   $1 organizationId: uuid
--   returns headings text, mapping jsonb
SELECT encode(headings, 'hex') AS headings, mapping FROM audit_import_mappings WHERE organization_id = $1;

-- REMEMBER_MAPPING
--   Remembers how a table is read, by its headings, and forgets all but those that were said last.
--   $1 organizationId: uuid
--   $2 headings: text
--   $3 mapping: jsonb
WITH forgotten AS (
  DELETE FROM audit_import_mappings WHERE organization_id = $1 AND headings IN (
    SELECT m.headings FROM audit_import_mappings m
    WHERE m.organization_id = $1 AND m.headings <> decode($2, 'hex') ORDER BY m.said_at DESC, m.headings
    OFFSET 49)
)
INSERT INTO audit_import_mappings (organization_id, headings, mapping, said_at)
VALUES ($1, decode($2, 'hex'), $3::jsonb, clock_timestamp())
ON CONFLICT (organization_id, headings) DO UPDATE SET mapping = $3::jsonb, said_at = clock_timestamp();
