import { regraded } from './grades.js';
import type { Service } from './service.js';
import { TABLE_OWNERS } from './sql/owners.js';

/** What reports say of themselves: it does not depend on when they arrived. */
const WIRE_TIMES = [
  'completed_at',
  'started_at',
  'first_seen_at',
  'last_seen_at',
  'seen_at',
  'first_at',
  'last_at',
  'moment',
];
const OWNERS = ['test-activities', 'issues', 'findings'];

/** Lets time pass for the findings of a product: all that happened to them happened so much earlier. */
export async function passTime(service: Service, productId: string, ms: number): Promise<void> {
  const tables = [...TABLE_OWNERS].filter(([, owner]) => OWNERS.includes(owner)).map(([table]) => table);
  const shifts = await service.database.query<{ table: string; columns: string[]; of: string }[]>(
    `SELECT c.table_name AS "table", array_agg(DISTINCT c.column_name::text) AS columns, max(k.column_name::text) AS "of"
     FROM information_schema.columns c JOIN information_schema.columns k USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.data_type = 'timestamp with time zone' AND k.column_name IN ('product_id', 'finding_id')
       AND c.table_name = ANY ($1) AND NOT c.column_name = ANY ($2)
     GROUP BY 1`,
    [tables, WIRE_TIMES],
  );
  for (const { table, columns, of } of shifts) {
    const earlier = columns.map((column) => `${column} = ${column} - $2 * interval '1 millisecond'`).join(', ');
    const ours = of === 'product_id' ? '= $1' : 'IN (SELECT id FROM findings WHERE product_id = $1)';
    await service.database.query(`UPDATE ${table} SET ${earlier} WHERE ${of} ${ours}`, [productId, ms]);
  }
  await regraded(service, productId);
}
