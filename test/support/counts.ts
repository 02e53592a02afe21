import type { Service } from './service.js';

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
  FROM test_activities WHERE context_trigger = 'pull_request' AND context_environment IS NOT NULL GROUP BY 2, 3`;

// A total of records may be kept as 0; a kind of activities that is gone may not, because the feeds offer it.
const KEPT = `
  SELECT 'record_totals' AS kept, product_id, kind AS what, value FROM record_totals WHERE value <> 0
  UNION ALL SELECT 'activity_counts', product_id, concat_ws(' ', type, tool, trigger, environment), value FROM activity_counts
  UNION ALL SELECT 'preview_counts', product_id, environment, value FROM preview_counts`;

/**
 * Compares the counts that units keep with the records themselves.
 * @param told counts that have been reported already
 * @throws Error where one differs: some change has not said how many records came or went
 */
export async function checkCounts({ database }: Pick<Service, 'database'>, told = new Set<string>()): Promise<void> {
  const differing = await database.query<{ text: string }[]>(
    `SELECT concat_ws(' ', kept, product_id, what) || ': kept is ' || coalesce(k.value, 0) || ', counted are ' || coalesce(c.value, 0) AS text
     FROM (${KEPT}) k FULL JOIN (${COUNTED}) c USING (kept, product_id, what)
     WHERE k.value IS DISTINCT FROM c.value`,
  );
  const untold = differing.map(({ text }) => text).filter((text) => !told.has(text));
  for (const text of untold) told.add(text);
  if (untold.length > 0)
    throw new Error(`A change has not said how many records came or went (unit.count).\n${untold.join('\n')}`);
}
