import type { ChangeContext } from '../work/change-context.js';
import { pendingChanges, pendingGone, pendingKind, runCounted } from './pending-counts.js';

/** The fields of a scanner's wording. */
const TEXT_FIELDS = ['title', 'description', 'severity', 'impact', 'wcag', 'criteria'] as const;

/** In SQL: the columns of a `FindingRow` in a record of JSON. */
export const ROW_COLUMNS = `landed boolean, present int[], streaks int[], "seenIn" int[], "seenAt" timestamptz[],
  "keptOpen" boolean, status finding_status, "absentAt" timestamptz, "resolvedAt" timestamptz, "regressionCount" int,
  "firstSeenAt" timestamptz, "lastSeenAt" timestamptz, "lastReportedAt" timestamptz`;

/** In SQL: what a `FindingRow` named `c` sets of a finding. */
export const SET_ROW = `landed = c.landed, present = c.present, tracks = c.streaks, seen_in = c."seenIn", seen_at = c."seenAt", held = c."keptOpen",
  status = c.status, absent_at = c."absentAt", resolved_at = c."resolvedAt", regression_count = c."regressionCount",
  first_seen_at = c."firstSeenAt", last_seen_at = c."lastSeenAt", last_reported_at = c."lastReportedAt"`;

/** In SQL: what a row `c` with a wording sets of a finding `f`, where its column `wording` is not null; what people edited stays. */
export const setTexts = (wording: string): string =>
  TEXT_FIELDS.map(
    (field) =>
      `${field} = CASE WHEN c.${wording} IS NULL OR '${field}' = ANY (f.edited) THEN f.${field} ELSE c.${field} END`,
  ).join(', ');

/**
 * SQL: the finding `f` is one of `given`, a part of the WITH with the column `id`. Joins say so too: of a join alone a planner without
 * statistics reads every finding of the organization.
 */
export const isOneOf = (runToApply: string): string =>
  `f.organization_id = $1 AND f.id = ANY (ARRAY(SELECT id FROM ${runToApply}))`;

/** SQL: what is changed of findings, as it was. */
export const rowsBefore = (runToApply: string): string => `
  SELECT ${pendingKind('f')} FROM findings f WHERE ${isOneOf(runToApply)}`;

/** Stores findings in their new state; their wording stays. */
export async function storeRows(change: ChangeContext, organizationId: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await runCounted(change, STORE, organizationId, JSON.stringify(rows));
}

/** Deletes findings. A duplicate of one has been triaged, so it stays. */
export async function deleteFindings(
  change: ChangeContext,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await runCounted(change, DELETE, organizationId, ids);
}

const STORE = `
  WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($2::json) AS c(id uuid, ${ROW_COLUMNS})
  ), before AS MATERIALIZED (${rowsBefore('given')}
  ), changed AS (
    UPDATE findings f SET ${SET_ROW}, updated_at = now() FROM given c WHERE ${isOneOf('given')} AND f.id = c.id
    RETURNING ${pendingKind('f')}
  )
  SELECT ${pendingChanges('before', 'changed')} AS changes`;

const DELETE = `
  WITH cleared AS (
    UPDATE findings SET duplicate_of_id = NULL WHERE organization_id = $1 AND duplicate_of_id = ANY ($2::uuid[])
  ), gone AS (
    DELETE FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2) RETURNING ${pendingKind('f')}
  )
  SELECT ${pendingGone('gone')} AS changes`;
