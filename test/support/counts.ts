import type { EntityManager } from 'typeorm';
import type { Service } from './service.js';

// Written without the service's own rules, so that these are checked too.
const PENDING = `
  SELECT organization_id, product_id,
    CASE WHEN status = 'pending' THEN '-infinity' ELSE dismissed_until END AS pending_from,
    count(*) FILTER (WHERE severity = 'high')::int AS high,
    sha256(convert_to(array_to_string(criteria, ' '), 'UTF8')) AS criteria_key, criteria, count(*)::int AS value
  FROM findings WHERE landed AND (status = 'pending' OR (status = 'dismissed' AND dismissed_until IS NOT NULL AND (present <> '{}' OR held)))
  GROUP BY 1, 2, 3, 6`;

const LINKED = `
  SELECT i.*, sha256(convert_to(array_to_string(coalesce(ids, '{}'), ' '), 'UTF8')) AS set_of_links, coalesce(ids, '{}') AS ids
  FROM issues i LEFT JOIN (
    SELECT organization_id, issue_id, array_agg(requirement_id ORDER BY requirement_id) AS ids FROM issue_requirements GROUP BY 1, 2
  ) l ON l.organization_id = i.organization_id AND l.issue_id = i.id`;

const OPEN_ISSUES = `
  SELECT organization_id, product_id, set_of_links AS requirement_set, ids AS requirement_ids, count(*)::int AS value,
    count(*) FILTER (WHERE severity = 'high')::int AS high, count(*) FILTER (WHERE priority = 'critical')::int AS critical
  FROM (${LINKED}) i WHERE state = 'open' GROUP BY 1, 2, 3, 4`;

const COUNTED = `
  SELECT 'record_totals' AS kept, product_id, kind AS what, count(*)::int AS value FROM (
    SELECT 'issues' AS kind, product_id FROM issues UNION ALL SELECT 'audits', product_id FROM audits
    UNION ALL SELECT 'risks', product_id FROM risks UNION ALL SELECT 'findings', product_id FROM findings
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
  SELECT 'pending_counts', product_id, concat_ws(' ', organization_id, pending_from, high, encode(criteria_key, 'hex'), criteria), value
  FROM (${PENDING}) p
  UNION ALL
  SELECT 'open_issue_counts', product_id,
    concat_ws(' ', organization_id, encode(requirement_set, 'hex'), high, critical, requirement_ids), value
  FROM (${OPEN_ISSUES}) i
  UNION ALL
  SELECT 'requirement_set', product_id, concat_ws(' ', number, encode(set_of_links, 'hex')), 1 FROM (${LINKED}) i`;

// A total of records may be kept as 0; a kind of activities that is gone may not, because the feeds offer it, nor one of findings
// or issues, because the Grade reads each.
const KEPT = `
  SELECT 'record_totals' AS kept, product_id, kind AS what, value FROM record_totals WHERE value <> 0
  UNION ALL SELECT 'activity_counts', product_id, concat_ws(' ', type, tool, trigger, environment), value FROM activity_counts
  UNION ALL SELECT 'preview_counts', product_id, environment, value FROM preview_counts
  UNION ALL
  SELECT 'pending_counts', product_id, concat_ws(' ', organization_id, pending_from, high, encode(criteria_key, 'hex'), criteria), value
  FROM pending_counts
  UNION ALL
  SELECT 'open_issue_counts', product_id,
    concat_ws(' ', organization_id, encode(requirement_set, 'hex'), high, critical, requirement_ids), value
  FROM open_issue_counts
  UNION ALL SELECT 'requirement_set', product_id, concat_ws(' ', number, encode(requirement_set, 'hex')), 1 FROM issues`;

/** Counts anew what the Grade of these products is computed from, after a test has written findings or issues straight into the database. */
export async function recounted({ database }: Pick<Service, 'database'>, ...productIds: string[]): Promise<void> {
  for (const [table, counted, columns] of [
    ['pending_counts', PENDING, 'organization_id, product_id, pending_from, high, criteria_key, criteria, value'],
    [
      'open_issue_counts',
      OPEN_ISSUES,
      'organization_id, product_id, requirement_set, high, critical, requirement_ids, value',
    ],
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
      `A change has not said what it did to the counts (unit.count, runCounted, countOpenIssues).\n${untold.join('\n')}`,
    );
}

/** Counts by what they are of. */
async function readCounts(tx: EntityManager, sql: string): Promise<Map<string, number>> {
  const rows = await tx.query<{ name: string; value: number }[]>(
    `SELECT concat_ws(' ', kept, product_id, what) AS name, value FROM (${sql}) counts`,
  );
  return new Map(rows.map(({ name, value }) => [name, value]));
}
