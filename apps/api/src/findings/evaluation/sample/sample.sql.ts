import { sql, type Uuid } from '#libs/database';
import type { AuditEntry } from './audit-entry.js';

/** The sample of an audit in its order. */
export const LIST_SAMPLE = sql<[organizationId: Uuid, auditId: Uuid], AuditEntry>(`
  SELECT number, name, url, description, kind, process, area_id AS "areaId", position, copied_from AS "copiedFrom",
    revision
  FROM audit_entries WHERE organization_id = $1 AND audit_id = $2 ORDER BY position, number`);

/** `entries` are `AuditEntry`. */
export const ADD_ENTRIES = sql<[organizationId: Uuid, auditId: Uuid, entries: string]>(`
  INSERT INTO audit_entries (organization_id, audit_id, number, name, url, description, kind, process, area_id,
    position, copied_from)
  SELECT $1::uuid, $2::uuid, number, name, url, description, kind, process, "areaId", position, "copiedFrom"
  FROM json_to_recordset($3::json) AS e(number int, name text, url text, description text, kind text, process text,
    "areaId" uuid,
    position int, "copiedFrom" int)`);

/** `entry` is an `AuditEntry`. */
export const CHANGE_ENTRY = sql<[organizationId: Uuid, auditId: Uuid, entry: string]>(`
  UPDATE audit_entries a SET name = e.name, url = e.url, description = e.description, kind = e.kind,
    process = e.process,
    area_id = e."areaId", revision = a.revision + 1
  FROM json_to_record($3::json) AS e(number int, name text, url text, description text, kind text, process text,
    "areaId" uuid)
  WHERE a.organization_id = $1 AND a.audit_id = $2 AND a.number = e.number`);

export const DELETE_ENTRY = sql<[organizationId: Uuid, auditId: Uuid, number: number]>(`
  DELETE FROM audit_entries WHERE organization_id = $1 AND audit_id = $2 AND number = $3`);

/** Outcomes that an entry has of its own. */
export const COUNT_OUTCOMES_OF_ENTRY = sql<[organizationId: Uuid, auditId: Uuid, number: number], { count: number }>(`
  SELECT count(*)::int AS count FROM audit_outcomes
  WHERE organization_id = $1 AND audit_id = $2 AND entry = $3 AND outcome <> 'untested'`);

export const DELETE_OUTCOMES_OF_ENTRY = sql<[organizationId: Uuid, auditId: Uuid, number: number]>(`
  DELETE FROM audit_outcomes WHERE organization_id = $1 AND audit_id = $2 AND entry = $3`);

/**
 * Those of these entries that somebody uses: with outcomes, but for these (two lists of equal length), a comment, or an
 * assignment.
 */
export const USED_ENTRIES = sql<
  [
    organizationId: Uuid,
    auditId: Uuid,
    numbers: readonly number[],
    requirementIds: readonly Uuid[],
    entries: readonly number[],
  ],
  { entry: number }
>(`
  SELECT entry FROM (
    SELECT o.requirement_id, o.entry FROM audit_outcomes o
    WHERE o.organization_id = $1 AND o.audit_id = $2 AND o.entry = ANY ($3::int[])
    EXCEPT SELECT requirement_id, entry FROM unnest($4::uuid[], $5::int[]) AS but(requirement_id, entry)
  ) others
  UNION SELECT c.entry FROM comments c
  WHERE c.organization_id = $1 AND c.record_id = $2 AND c.entry = ANY ($3::int[])
  UNION SELECT assigned.entry FROM audit_assignments a, unnest(a.entries) AS assigned(entry)
  WHERE a.organization_id = $1 AND a.audit_id = $2 AND assigned.entry = ANY ($3::int[])`);

export const DELETE_ENTRIES = sql<[organizationId: Uuid, auditId: Uuid, numbers: readonly number[]]>(`
  DELETE FROM audit_entries WHERE organization_id = $1 AND audit_id = $2 AND number = ANY ($3::int[])`);

export const DELETE_OUTCOMES_OF_ENTRIES = sql<[organizationId: Uuid, auditId: Uuid, numbers: readonly number[]]>(`
  DELETE FROM audit_outcomes WHERE organization_id = $1 AND audit_id = $2 AND entry = ANY ($3::int[])`);

export const ORDER_SAMPLE = sql<[organizationId: Uuid, auditId: Uuid, numbers: readonly number[]]>(`
  UPDATE audit_entries SET position = array_position($3::int[], number)
  WHERE organization_id = $1 AND audit_id = $2`);

/** Entries stay when their area is deleted. */
export const CLEAR_AREA = sql<[organizationId: Uuid, productId: Uuid, areaId: Uuid]>(`
  UPDATE audit_entries SET area_id = NULL, revision = revision + 1
  WHERE organization_id = $1 AND area_id = $3
    AND audit_id IN (SELECT id FROM audits WHERE organization_id = $1 AND product_id = $2)`);

// Of a product with more pages than that not all are looked at: a draw needs enough of them, not every one.
const MOST_READ = 100_000;

/** The addresses that findings and the samples of audits of a product name, of each the first so many. */
export const KNOWN_ADDRESSES = sql<[organizationId: Uuid, productId: Uuid, most: number], { url: string }>(`
  SELECT url FROM (
    SELECT DISTINCT url FROM (
      SELECT json_array_elements_text(json_array_elements(pages::json)) AS url FROM finding_sets
      WHERE organization_id = $1 AND product_id = $2 LIMIT ${MOST_READ}) AS pages
    ORDER BY 1 LIMIT $3) AS reported
  UNION
  SELECT url FROM (
    SELECT DISTINCT e.url FROM audits a JOIN audit_entries e ON e.organization_id = a.organization_id
      AND e.audit_id = a.id
    WHERE a.organization_id = $1 AND a.product_id = $2 AND e.organization_id = $1 AND e.url IS NOT NULL ORDER BY 1
    LIMIT $3) AS examined`);
