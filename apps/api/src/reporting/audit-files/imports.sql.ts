import { sql, type Uuid } from '#libs/database';
import type { FilledCell, WrittenOutcome } from '../../findings/evaluation/outcomes/fill-outcomes.js';
import type { Cell } from '../../findings/evaluation/outcomes/store-outcomes.js';
import type { WrittenProblem } from './apply-content.js';
import type { FilledFields } from './fill-audit.js';
import type { TableMapping } from './reading/table-mapping.js';

/** How many mappings of tables an organization has. */
const MOST_MAPPINGS = 50;

/** Keeps what an import has made; `cells` are `FilledCell`, `fields` `FilledFields`. */
export const ADD_IMPORT = sql<
  [
    organizationId: Uuid,
    id: Uuid,
    productId: Uuid,
    auditId: Uuid,
    format: string,
    userId: Uuid | null,
    keyName: string | null,
    entries: string,
    decided: number,
    cells: string,
    fields: string,
    leftOut: readonly string[],
  ]
>(`
  INSERT INTO audit_imports (organization_id, id, product_id, audit_id, format, made_by_user_id, made_by_key_name,
    entries, decided, cells, fields, left_out, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10::jsonb, $11::jsonb, $12, clock_timestamp())`);

/** What an import has made; null: it is taken back, or too old for that. */
export const CELLS_OF_IMPORT = sql<
  [organizationId: Uuid, id: Uuid],
  { cells: FilledCell[] | null; fields: FilledFields | null; issueIds: Uuid[] | null }
>(`
  SELECT cells, fields, issue_ids AS "issueIds" FROM audit_imports WHERE organization_id = $1 AND id = $2`);

export const MARK_UNDONE = sql<[organizationId: Uuid, id: Uuid]>(`
  UPDATE audit_imports SET undone_at = clock_timestamp(), cells = NULL, fields = NULL, issue_ids = NULL
  WHERE organization_id = $1 AND id = $2`);

/** Forgets the cells of imports that can no longer be taken back. */
export const FORGET_CELLS = sql<[organizationId: Uuid, before: Date]>(`
  UPDATE audit_imports SET cells = NULL, fields = NULL, issue_ids = NULL
  WHERE organization_id = $1 AND created_at < $2 AND cells IS NOT NULL`);

/** Imports stay without who made them when the account is deleted. */
export const FORGET_IMPORTER = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE audit_imports SET made_by_user_id = NULL WHERE organization_id = $1 AND made_by_user_id = $2`);

/** Begins an import; `slices` are `WrittenSlice`. */
export const BEGIN_IMPORT = sql<
  [
    organizationId: Uuid,
    id: Uuid,
    productId: Uuid,
    auditId: Uuid,
    format: string,
    userId: Uuid | null,
    keyName: string | null,
    entries: string,
    total: number,
    leftOut: readonly string[],
    slices: string,
    fields: string,
    madeAudit: boolean,
  ]
>(`
  WITH begun AS (
    INSERT INTO audit_imports (organization_id, id, product_id, audit_id, format, made_by_user_id, made_by_key_name,
      entries, decided, state, total, left_out, fields, made_audit, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, 0, 'running', $9, $10, $12::jsonb, $13, clock_timestamp())
  )
  INSERT INTO audit_import_slices (organization_id, import_id, place, cells, problems)
  SELECT $1::uuid, $2::uuid, place, slice -> 'cells', slice -> 'problems'
  FROM jsonb_array_elements($11::jsonb) WITH ORDINALITY AS slices(slice, place)`);

/** What is written at once: outcomes, or what becomes issues of outcomes that are written. */
export interface WrittenSlice {
  cells: readonly WrittenOutcome[];
  problems: readonly WrittenProblem[];
}

/** The first slice that is not written. */
export const NEXT_SLICE = sql<[organizationId: Uuid, importId: Uuid], WrittenSlice & { place: number }>(`
  SELECT place, cells, problems FROM audit_import_slices WHERE organization_id = $1 AND import_id = $2 AND made IS NULL
  ORDER BY place LIMIT 1`);

/** Those of these cells, `[{ requirementId, entry }]`, that an import has made fail, and that do as it has left them. */
export const FAILED_BY_IMPORT = sql<[organizationId: Uuid, importId: Uuid, auditId: Uuid, cells: string], Cell>(`
  WITH made AS MATERIALIZED (
    SELECT m."requirementId", m.entry, m.revision
    FROM audit_import_slices s, jsonb_to_recordset(s.made) AS m("requirementId" uuid, entry int, revision int)
    WHERE s.organization_id = $1 AND s.import_id = $2 AND s.made IS NOT NULL
  )
  SELECT DISTINCT m."requirementId", m.entry
  FROM json_to_recordset($4::json) AS c("requirementId" uuid, entry int)
  JOIN made m ON m."requirementId" = c."requirementId" AND m.entry = c.entry
  JOIN audit_outcomes o ON o.organization_id = $1 AND o.audit_id = $3 AND o.requirement_id = m."requirementId"
    AND o.entry = m.entry AND o.revision = m.revision AND o.outcome = 'failed'`);

/** Those of these issues that stand at other outcomes than these, `[{ requirementId, entry }]` of the audit, too. */
export const AT_OTHER_OUTCOMES = sql<
  [organizationId: Uuid, auditId: Uuid, issueIds: readonly Uuid[], cells: string],
  { id: Uuid }
>(`
  WITH made AS MATERIALIZED (
    SELECT c."requirementId" AS requirement_id, c.entry FROM json_to_recordset($4::json) AS c("requirementId" uuid, entry int)
  )
  SELECT DISTINCT l.issue_id AS id FROM audit_outcome_issues l
  WHERE l.organization_id = $1 AND l.issue_id = ANY ($3::uuid[]) AND (l.audit_id <> $2
    OR (l.requirement_id, l.entry) NOT IN (SELECT requirement_id, entry FROM made))`);

/** `made`: `FilledCell`. */
export const WRITE_SLICE = sql<
  [organizationId: Uuid, importId: Uuid, place: number, made: string, issueIds: readonly Uuid[]]
>(`
  WITH written AS (
    UPDATE audit_import_slices SET made = $4::jsonb, issue_ids = $5::uuid[]
    WHERE organization_id = $1 AND import_id = $2 AND place = $3
    RETURNING jsonb_array_length(cells) AS cells, jsonb_array_length(made) AS made
  )
  UPDATE audit_imports i SET written = i.written + written.cells, decided = i.decided + written.made,
    issue_count = i.issue_count + cardinality($5::uuid[])
  FROM written
  WHERE i.organization_id = $1 AND i.id = $2`);

/** What an import that is under way has made. */
export const MADE_SO_FAR = sql<
  [organizationId: Uuid, importId: Uuid],
  { made: FilledCell[]; issueIds: Uuid[] | null }
>(`
  SELECT made, issue_ids AS "issueIds" FROM audit_import_slices WHERE organization_id = $1 AND import_id = $2 AND made IS NOT NULL
  ORDER BY place`);

/** Ends an import with what it would take to undo it. */
export const FINISH_IMPORT = sql<[organizationId: Uuid, importId: Uuid]>(`
  WITH slices AS (
    DELETE FROM audit_import_slices WHERE organization_id = $1 AND import_id = $2 RETURNING place, made, issue_ids
  )
  UPDATE audit_imports SET state = 'finished', cells = (
    SELECT coalesce(jsonb_agg(cell ORDER BY place), '[]') FROM slices, jsonb_array_elements(made) AS cell),
    issue_ids = (SELECT array_agg(id) FROM slices, unnest(issue_ids) AS id)
  WHERE organization_id = $1 AND id = $2`);

/** Ends an import of which nothing is left, but for these entries and so many issues. */
export const ABANDON_IMPORT = sql<
  [
    organizationId: Uuid,
    importId: Uuid,
    state: 'failed' | 'cancelled',
    failure: string | null,
    entries: string,
    issueCount: number,
  ]
>(`
  WITH slices AS (DELETE FROM audit_import_slices WHERE organization_id = $1 AND import_id = $2)
  UPDATE audit_imports SET state = $3, failure = $4, entries = $5::jsonb, decided = 0, fields = NULL,
    issue_count = $6
  WHERE organization_id = $1 AND id = $2`);

/** Whether an import into an audit is under way. */
export const IS_UNDER_WAY = sql<[organizationId: Uuid, auditId: Uuid | null], { id: Uuid }>(`
  SELECT id FROM audit_imports
  WHERE organization_id = $1 AND state = 'running' AND ($2::uuid IS NULL OR audit_id = $2)`);

/** Imports that are under way, the oldest first. */
export const UNDER_WAY = sql<[], { organizationId: Uuid; importId: Uuid }>(`
  /* all organizations: end_stranded_imports */
  SELECT organization_id AS "organizationId", id AS "importId" FROM audit_imports
  WHERE state = 'running' ORDER BY created_at LIMIT 1000`);

/** How an organization has last read tables: as many as are kept. */
export const REMEMBERED_MAPPINGS = sql<[organizationId: Uuid], { headings: string; mapping: TableMapping }>(`
  SELECT encode(headings, 'hex') AS headings, mapping FROM audit_import_mappings WHERE organization_id = $1`);

/** Remembers how a table is read, by its headings, and forgets all but those that were said last. */
export const REMEMBER_MAPPING = sql<[organizationId: Uuid, headings: string, mapping: string]>(`
  WITH forgotten AS (
    DELETE FROM audit_import_mappings WHERE organization_id = $1 AND headings IN (
      SELECT m.headings FROM audit_import_mappings m
      WHERE m.organization_id = $1 AND m.headings <> decode($2, 'hex') ORDER BY m.said_at DESC, m.headings
      OFFSET ${MOST_MAPPINGS - 1})
  )
  INSERT INTO audit_import_mappings (organization_id, headings, mapping, said_at)
  VALUES ($1, decode($2, 'hex'), $3::jsonb, clock_timestamp())
  ON CONFLICT (organization_id, headings) DO UPDATE SET mapping = $3::jsonb, said_at = clock_timestamp()`);
