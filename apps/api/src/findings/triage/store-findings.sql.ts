import { sql, type Uuid } from '#libs/database';
import { type CountedRow, pendingChanges, pendingGone, pendingKind } from './pending-counts.sql.js';

/** The columns of a scanner's wording, as they are named in a row of JSON. */
const TEXT_COLUMNS = {
  title: 'title',
  description: 'description',
  severity: 'severity',
  impact: 'impact',
  wcag: 'wcag',
  criteria: 'criteria',
  snippet: 'snippet',
  help_url: '"helpUrl"',
  group_key: '"groupKey"',
} as const;

/** The same to be written and read. */
export const TEXT_NAMES = Object.keys(TEXT_COLUMNS).join(', ');

/** The columns of a `FindingRow` in a record of JSON. */
export const ROW_COLUMNS = `landed boolean, present int[], streaks int[], "seenIn" int[], "seenAt" timestamptz[],
  "keptOpen" boolean, status finding_status, "absentAt" timestamptz, "resolvedAt" timestamptz, "regressionCount" int,
  "firstSeenAt" timestamptz, "lastSeenAt" timestamptz, "lastReportedAt" timestamptz`;

/** What a `FindingRow` named `c` sets of a finding. */
export const SET_ROW = `landed = c.landed, present = c.present, tracks = c.streaks, seen_in = c."seenIn", seen_at = c."seenAt", held = c."keptOpen",
  status = c.status, absent_at = c."absentAt", resolved_at = c."resolvedAt", regression_count = c."regressionCount",
  first_seen_at = c."firstSeenAt", last_seen_at = c."lastSeenAt", last_reported_at = c."lastReportedAt"`;

/**
 * What a row `c` with a wording sets of a finding `f`, where its column `wording` is not null; what people edited
 * stays.
 */
export const setTexts = (wording: string): string =>
  Object.entries(TEXT_COLUMNS)
    .map(
      ([column, property]) =>
        `${column} = CASE WHEN c.${wording} IS NULL OR '${column}' = ANY (f.edited) THEN f.${column}
          ELSE c.${property} END`,
    )
    .join(', ');

/** The wording of a row of this alias. */
export const textsIn = (alias: string): string =>
  Object.values(TEXT_COLUMNS)
    .map((property) => `${alias}.${property}`)
    .join(', ');

/** The same of a table, under the names of JSON. */
export const textsOfTable = (alias: string): string =>
  Object.entries(TEXT_COLUMNS)
    .map(([column, property]) => `${alias}.${column} AS ${property}`)
    .join(', ');

/**
 * The finding `f` is one of a part of the WITH with the column `id`. Joins say so too: of a join alone a planner
 * without statistics reads every finding of the organization.
 */
export const isOneOf = (part: string): string =>
  `f.organization_id = $1 AND f.id = ANY (ARRAY(SELECT id FROM ${part}))`;

/** What is changed of findings, as it was. */
export const rowsBefore = (part: string): string => `
  SELECT ${pendingKind('f')} FROM findings f WHERE ${isOneOf(part)}`;

/** Stores findings in their new state, `FindingRow`s with their ids as JSON. */
export const STORE = sql<[organizationId: Uuid, rows: string], CountedRow>(`
  WITH new_states AS MATERIALIZED (SELECT * FROM json_to_recordset($2::json) AS c(id uuid, ${ROW_COLUMNS})
  ), before AS MATERIALIZED (${rowsBefore('new_states')}
  ), changed AS (
    UPDATE findings f SET ${SET_ROW}, updated_at = now() FROM new_states c WHERE ${isOneOf('new_states')}
      AND f.id = c.id
    RETURNING ${pendingKind('f')}
  )
  SELECT ${pendingChanges('before', 'changed')} AS changes`);

export const DELETE = sql<[organizationId: Uuid, ids: readonly Uuid[]], CountedRow>(`
  WITH cleared AS (
    UPDATE findings SET duplicate_of_id = NULL WHERE organization_id = $1 AND duplicate_of_id = ANY ($2::uuid[])
  ), gone AS (
    DELETE FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2) RETURNING ${pendingKind('f')}
  )
  SELECT ${pendingGone('gone')} AS changes`);
