import { productOf } from '../products/product-key.js';
import { countRecords } from '../products/record-totals.js';
import { noteDelta } from '../test-activities/outcome.js';
import type { Delta, TestActivity } from '../test-activities/test-activity.entity.js';
import type { Unit } from '../work/unit.js';
import type { EditableField, FindingRating } from './finding.entity.js';
import { decidedStatus, shownStatus } from './lifecycle.js';
import { countPending, type PendingChange, pendingChanges, pendingKind } from './pending-counts.js';

/** One distinct finding of a run. `id` is used where it is new. */
export interface DistinctFinding {
  id: string;
  ruleId: string;
  selector: string | null;
  title: string;
  description: string | null;
  severity: FindingRating | null;
  impact: FindingRating | null;
  wcag: string[];
  criteria: string[];
  sourceUrls: string[];
}

/** The result of a run: counts by kind of change, and the ids of the first hundred new and regressed findings. */
export interface RaiseResult {
  delta: Delta;
  newIds: string[];
  regressedIds: string[];
}

/** The maximum number of ids in an event; its counts are complete. */
export const MAX_IDS_IN_EVENT = 100;

/**
 * The tool as part of an identity: how a scanner spells its name must not matter. The other parts are rule and selector:
 * `distinctFindings` in `ingest` tells findings of one report apart by them, `RAISE_FINDINGS` finds known ones again.
 */
export const toolIdentity = (tool: string): string => tool.trim().toLowerCase();

/**
 * Stores the findings of a run: new ones are pending, known ones keep their status, resolved ones return to their
 * former status. One statement for any number; rows are written in the order of their identity, so that parallel runs
 * cannot deadlock. Texts are overwritten only by the latest run, and never if a person has edited them.
 */
export async function raiseFindings(
  unit: Unit,
  activity: TestActivity,
  findings: readonly DistinctFinding[],
): Promise<RaiseResult> {
  const [{ pending, ...result }] = await unit.tx.query<[RaiseResult & { pending: PendingChange[] }]>(RAISE_FINDINGS, [
    activity.organizationId,
    activity.productId,
    toolIdentity(activity.tool!),
    activity.id,
    activity.completedAt,
    JSON.stringify(findings),
  ]);
  // Runs of a product follow each other, so what was new to this one was inserted.
  countRecords(unit, 'findings', productOf(activity), result.delta.new);
  countPending(unit, activity.organizationId, pending);
  return result;
}

const unlessEdited = (field: EditableField): string =>
  `${field} = CASE WHEN '${field}' = ANY (f.edited) OR excluded.last_seen_at < f.last_seen_at THEN f.${field} ELSE excluded.${field} END`;

const latest = (column: string): string =>
  `${column} = CASE WHEN excluded.last_seen_at >= f.last_seen_at THEN excluded.${column} ELSE f.${column} END`;

const ids = (change: string): string =>
  `coalesce((array_agg(id ORDER BY id) FILTER (WHERE change = '${change}'))[1:${MAX_IDS_IN_EVENT}], '{}')`;

// `IN` uses a hash even if the planner expects few rows; a join might compare pair by pair.
const hadStatus = (status: string): string => `raised.id IN (SELECT id FROM before WHERE status = '${status}')`;

// `before` shows the findings as they were, because no part of a statement sees what another one changes; those that are new are not among them.
// `LIMIT` lets it look up each one, where a planner without statistics would read all of the organization.
const RAISE_FINDINGS = `
  WITH reported AS MATERIALIZED (
    SELECT r.*, sha256(convert_to(json_build_array("ruleId", selector)::text, 'UTF8')) AS identity
    FROM json_to_recordset($6::json) AS r(
      id uuid, "ruleId" text, selector text, title text, description text, severity rating, impact rating,
      wcag text[], criteria text[], "sourceUrls" text[])
  ), raised AS (
    INSERT INTO findings AS f (id, organization_id, product_id, tool, rule_id, selector, identity, title, description,
      severity, impact, wcag, criteria, first_activity_id, last_activity_id, first_seen_at, last_seen_at, last_reported_at)
    SELECT id, $1, $2, $3, "ruleId", selector, identity, title, description, severity, impact, wcag, criteria, $4, $4, $5, $5, now()
    FROM reported ORDER BY identity
    ON CONFLICT ON CONSTRAINT uq_findings_identity DO UPDATE SET
      ${unlessEdited('title')}, ${unlessEdited('description')}, ${unlessEdited('severity')}, ${unlessEdited('impact')},
      ${latest('wcag')}, ${latest('criteria')}, ${latest('last_activity_id')},
      first_seen_at = least(f.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(f.last_seen_at, excluded.last_seen_at),
      last_reported_at = excluded.last_reported_at,
      status = ${decidedStatus('f')},
      regression_count = f.regression_count + (f.status = 'resolved')::int,
      resolved_at = NULL,
      resolved_by_activity_id = NULL,
      updated_at = now()
    RETURNING f.id, f.identity, f.issue_id, ${pendingKind('f')}
  ), before AS MATERIALIZED (
    SELECT raised.id, f.* FROM raised, LATERAL (
      SELECT ${shownStatus('f')} AS status, ${pendingKind('f')} FROM findings f WHERE f.organization_id = $1 AND f.id = raised.id LIMIT 1) f
  ), judged AS MATERIALIZED (
    SELECT raised.id, reported."sourceUrls" AS source_urls, ${hadStatus('resolved')} AS returned,
      CASE WHEN raised.id NOT IN (SELECT id FROM before) THEN 'new'
           WHEN ${hadStatus('dismissed')} THEN 'dismissed'
           WHEN ${hadStatus('resolved')} OR (${hadStatus('confirmed')} AND issue.state = 'closed') THEN 'regressed'
           ELSE 'known' END::finding_change AS change
    FROM raised JOIN reported USING (identity)
    LEFT JOIN issues issue ON issue.organization_id = $1 AND issue.id = raised.issue_id
  ), journal AS (
    INSERT INTO finding_reports (organization_id, product_id, finding_id, test_activity_id, change, returned, seen_at, source_urls)
    SELECT $1, $2, id, $4, change, returned, $5, source_urls FROM judged
  ), counted AS (
    SELECT ${ids('new')} AS "newIds", ${ids('regressed')} AS "regressedIds", json_build_object(
      'new', count(*) FILTER (WHERE change = 'new'), 'known', count(*) FILTER (WHERE change = 'known'),
      'regressed', count(*) FILTER (WHERE change = 'regressed'), 'dismissed', count(*) FILTER (WHERE change = 'dismissed'),
      'resolved', 0) AS delta
    FROM judged
  ), noted AS (
    ${noteDelta({ organizationId: '$1', id: '$4' }, 'counted')}
  )
  SELECT counted.*, ${pendingChanges('before', 'raised')} AS pending FROM counted`;
