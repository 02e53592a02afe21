import type { EntityManager } from 'typeorm';
import type { Service } from './service.js';

// Written without the service's own rules, so that these are checked too.
const AWAITED = `
  FROM findings WHERE NOT needs_review AND landed AND (status = 'pending' OR (status = 'dismissed' AND dismissed_until IS NOT NULL AND (present <> '{}' OR held)))`;
const HIGH = `count(*) FILTER (WHERE severity = 'high')::int AS high`;
const CRITERIA_KEY = `sha256(convert_to(array_to_string(criteria, ' '), 'UTF8')) AS criteria_key`;

const PENDING = `
  SELECT organization_id, product_id,
    CASE WHEN status = 'pending' THEN '-infinity' ELSE dismissed_until END AS pending_from,
    ${HIGH}, count(*) FILTER (WHERE severity = 'high' AND impact = 'high')::int AS blocking, ${CRITERIA_KEY}, criteria, count(*)::int AS value
  ${AWAITED} GROUP BY 1, 2, 3, 7`;

const PENDING_DAYS = `
  SELECT organization_id, product_id,
    (SELECT max(moment) AT TIME ZONE 'UTC' FROM unnest(ARRAY[first_seen_at, waits_from, dismissed_until]) AS moment)::date AS waiting_day,
    ${HIGH}, ${CRITERIA_KEY}, count(*)::int AS value
  ${AWAITED} GROUP BY 1, 2, 3, 5`;

const LINKED = `
  SELECT i.*, sha256(convert_to(array_to_string(coalesce(ids, '{}'), ' '), 'UTF8')) AS set_of_links, coalesce(ids, '{}') AS ids,
    ARRAY(SELECT n.functional_need_id FROM issue_functional_needs n
      WHERE n.organization_id = i.organization_id AND n.issue_id = i.id ORDER BY 1) AS needs
  FROM issues i LEFT JOIN (
    SELECT organization_id, issue_id, array_agg(requirement_id ORDER BY requirement_id) AS ids FROM issue_requirements GROUP BY 1, 2
  ) l ON l.organization_id = i.organization_id AND l.issue_id = i.id`;

const OPEN_ISSUES = `
  SELECT organization_id, product_id, set_of_links AS requirement_set, ids AS requirement_ids, needs AS functional_need_ids, count(*)::int AS value,
    count(*) FILTER (WHERE severity = 'high')::int AS high, count(*) FILTER (WHERE severity = 'medium')::int AS medium,
    count(*) FILTER (WHERE severity = 'low')::int AS low, count(*) FILTER (WHERE priority = 'critical')::int AS critical,
    count(*) FILTER (WHERE severity = 'high' AND impact = 'high')::int AS blocking
  FROM (${LINKED}) i WHERE state = 'open' GROUP BY 1, 2, 3, 4, 5`;

// What happened is told by events; that it adds up to what is open by the issues.
const ISSUE_DAYS = `SELECT product_id, count(*)::int AS value FROM issues WHERE state = 'open' GROUP BY 1`;

const CLOSED_ISSUES = `
  SELECT organization_id, product_id, (closed_at AT TIME ZONE 'UTC')::date AS closed, (created_at AT TIME ZONE 'UTC')::date AS opened,
    count(*)::int AS value
  FROM issues WHERE closed_at IS NOT NULL GROUP BY 1, 2, 3, 4`;

const ACTIVITY_WEEKS = `
  SELECT organization_id, product_id, date_trunc('week', completed_at AT TIME ZONE 'UTC')::date AS week, count(*)::int AS value
  FROM test_activities GROUP BY 1, 2, 3`;

const FINDING_DAYS = `
  SELECT organization_id, product_id, day, sum(raised)::int AS raised, sum(regressed)::int AS regressed, sum(resolved)::int AS resolved FROM (
    SELECT organization_id, product_id, (created_at AT TIME ZONE 'UTC')::date AS day, (delta ->> 'new')::int AS raised,
      (delta ->> 'regressed')::int AS regressed, (delta ->> 'resolved')::int AS resolved
    FROM test_activities WHERE line_kind = 'main' AND delta IS NOT NULL
    UNION ALL
    SELECT e.organization_id, e.product_id, (at AT TIME ZONE 'UTC')::date, 0, 0, (change -> 'to' ->> 'count')::int
    FROM events e JOIN products p USING (organization_id) CROSS JOIN jsonb_array_elements(e.changes) AS change
    WHERE p.id = e.product_id AND e.type = 'line.ended' AND change ->> 'field' = 'resolved'
  ) said GROUP BY 1, 2, 3`;
// Tests move runs in time, so these are compared as a whole.
const ofAllDays = (days: string): string => `
  SELECT 'finding_days', product_id, concat_ws(' ', sum(raised), sum(regressed), sum(resolved)), 1 FROM ${days} d GROUP BY 2
  HAVING sum(raised) <> 0 OR sum(regressed) <> 0 OR sum(resolved) <> 0`;

const OF_SET = `concat_ws(' ', organization_id, encode(requirement_set, 'hex'), high, medium, low, critical, blocking, requirement_ids, functional_need_ids)`;

const COUNTED = `
  SELECT 'record_totals' AS kept, product_id, kind AS what, count(*)::int AS value FROM (
    SELECT 'issues' AS kind, product_id FROM issues UNION ALL SELECT 'audits', product_id FROM audits
    UNION ALL SELECT 'risks', product_id FROM risks UNION ALL SELECT 'pages', product_id FROM inventory_pages UNION ALL SELECT CASE WHEN needs_review THEN 'findingsToReview' ELSE 'findings' END, product_id FROM findings
  ) records GROUP BY 2, 3
  UNION ALL
  SELECT 'activity_counts', product_id, concat_ws(' ', type, coalesce(tool, ''), coalesce(context_trigger, ''),
    CASE WHEN context_trigger = 'pull_request' THEN coalesce('*' || left(context_environment, 0), '') ELSE coalesce(context_environment, '') END),
    count(*)::int
  FROM test_activities GROUP BY 2, 3
  UNION ALL
  SELECT 'preview_counts', product_id, context_environment, count(*)::int
  FROM test_activities WHERE context_trigger = 'pull_request' AND context_environment IS NOT NULL GROUP BY 2, 3
  UNION ALL
  SELECT 'activity_weeks', product_id, week::text, value FROM (${ACTIVITY_WEEKS}) a
  UNION ALL
  SELECT 'pending_counts', product_id, concat_ws(' ', organization_id, pending_from, high, blocking, encode(criteria_key, 'hex'), criteria), value
  FROM (${PENDING}) p
  UNION ALL
  SELECT 'pending_days', product_id, concat_ws(' ', organization_id, waiting_day, high, encode(criteria_key, 'hex')), value
  FROM (${PENDING_DAYS}) p
  UNION ALL
  SELECT 'open_issue_counts', product_id,
    ${OF_SET}, value
  FROM (${OPEN_ISSUES}) i
  UNION ALL
  SELECT 'issue_days', product_id, 'open', value FROM (${ISSUE_DAYS}) i
  UNION ALL
  SELECT 'evidence_bytes', product_id, organization_id::text, sum(bytes)::int FROM evidence GROUP BY 2, 3
  UNION ALL
  SELECT 'closed_issue_counts', product_id, concat_ws(' ', opened, closed), value FROM (${CLOSED_ISSUES}) i
  UNION ALL
  ${ofAllDays(`(${FINDING_DAYS})`)}
  UNION ALL
  SELECT 'functional_need_ids', product_id, concat_ws(' ', number, needs), 1 FROM (${LINKED}) i WHERE needs <> '{}'
  UNION ALL
  SELECT 'requirement_set', product_id, concat_ws(' ', number, encode(set_of_links, 'hex')), 1 FROM (${LINKED}) i`;

// A total of records may be kept as 0; a kind of activities that is gone may not, because the feeds offer it, nor one
// of findings or issues, because the Grade reads each.
const KEPT = `
  SELECT 'record_totals' AS kept, product_id, kind AS what, value FROM record_totals WHERE value <> 0
  UNION ALL SELECT 'activity_counts', product_id, concat_ws(' ', type, tool, trigger, environment), value FROM activity_counts
  UNION ALL SELECT 'preview_counts', product_id, environment, value FROM preview_counts
  UNION ALL SELECT 'activity_weeks', product_id, week::text, value FROM activity_weeks WHERE value <> 0
  UNION ALL
  SELECT 'pending_counts', product_id, concat_ws(' ', organization_id, pending_from, high, blocking, encode(criteria_key, 'hex'), criteria), value
  FROM pending_counts
  UNION ALL
  SELECT 'pending_days', product_id, concat_ws(' ', organization_id, waiting_day, high, encode(criteria_key, 'hex')), value
  FROM pending_days
  UNION ALL
  SELECT 'open_issue_counts', product_id,
    ${OF_SET}, value
  FROM open_issue_counts
  UNION ALL SELECT 'issue_days', product_id, 'open', sum(opened - closed - removed)::int FROM issue_days GROUP BY 2
    HAVING sum(opened - closed - removed) <> 0
  UNION ALL SELECT 'closed_issue_counts', product_id, concat_ws(' ', opened, closed), value FROM closed_issue_counts WHERE value <> 0
  UNION ALL SELECT 'evidence_bytes', product_id, organization_id::text, bytes::int FROM evidence_bytes WHERE bytes <> 0
  UNION ALL
  ${ofAllDays('finding_days')}
  UNION ALL
  SELECT 'functional_need_ids', product_id, concat_ws(' ', number, functional_need_ids), 1 FROM issues WHERE functional_need_ids <> '{}'
  UNION ALL SELECT 'requirement_set', product_id, concat_ws(' ', number, encode(requirement_set, 'hex')), 1 FROM issues`;

const OPENED = `
  SELECT organization_id, product_id, day, sum(opened) AS opened, sum(closed) AS closed, 0 AS removed FROM (
    SELECT organization_id, product_id, (created_at AT TIME ZONE 'UTC')::date AS day, 1 AS opened, 0 AS closed FROM issues
    UNION ALL
    SELECT organization_id, product_id, (closed_at AT TIME ZONE 'UTC')::date, 0, 1 FROM issues WHERE closed_at IS NOT NULL
  ) changes GROUP BY 1, 2, 3`;

/**
 * Counts anew what the Grade of these products is computed from, after a test has written findings or issues straight
 * into the database.
 */
export async function recounted({ database }: Pick<Service, 'database'>, ...productIds: string[]): Promise<void> {
  for (const [table, counted, columns] of [
    [
      'pending_counts',
      PENDING,
      'organization_id, product_id, pending_from, high, blocking, criteria_key, criteria, value',
    ],
    ['pending_days', PENDING_DAYS, 'organization_id, product_id, waiting_day, high, criteria_key, value'],
    [
      'open_issue_counts',
      OPEN_ISSUES,
      'organization_id, product_id, requirement_set, functional_need_ids, high, medium, low, critical, blocking, requirement_ids, value',
    ],
    ['activity_weeks', ACTIVITY_WEEKS, 'organization_id, product_id, week, value'],
    ['finding_days', FINDING_DAYS, 'organization_id, product_id, day, raised, regressed, resolved'],
    ['issue_days', OPENED, 'organization_id, product_id, day, opened, closed, removed'],
    ['closed_issue_counts', CLOSED_ISSUES, 'organization_id, product_id, closed, opened, value'],
  ]) {
    await database.query(`DELETE FROM ${table} WHERE product_id = ANY ($1::uuid[])`, [productIds]);
    await database.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM (${counted}) c WHERE product_id = ANY ($1::uuid[])`,
      [productIds],
    );
  }
}

/**
 * Compares the counts that units keep with the records themselves.
 * @param told counts that have been reported already
 * @throws Error where one differs: some change has not said how many records came or went
 */
export async function checkCounts({ database }: Pick<Service, 'database'>, told = new Set<string>()): Promise<void> {
  const [kept, counted] = await database.transaction('REPEATABLE READ', async (tx) => [
    await readCounts(tx, KEPT),
    await readCounts(tx, COUNTED),
  ]);
  const differing = [...new Set([...kept.keys(), ...counted.keys()])].flatMap((name) => {
    const [a = 0, b = 0] = [kept.get(name), counted.get(name)];
    return a === b ? [] : [`${name}: kept is ${a}, counted are ${b}`];
  });
  const untold = differing.filter((text) => !told.has(text));
  for (const text of untold) told.add(text);
  if (untold.length > 0)
    throw new Error(
      `A change has not said what it did to the counts (change.count, runCounted, countOpenIssues).\n${untold.join('\n')}`,
    );
}

/** Counts by what they are of. */
async function readCounts(tx: EntityManager, sql: string): Promise<Map<string, number>> {
  const rows = await tx.query<{ name: string; value: number }[]>(
    `SELECT concat_ws(' ', kept, product_id, what) AS name, value FROM (${sql}) counts`,
  );
  return new Map(rows.map(({ name, value }) => [name, value]));
}
