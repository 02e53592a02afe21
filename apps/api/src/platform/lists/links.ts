import type { EntityManager } from 'typeorm';
import type { RowKey } from './key-of.js';

/**
 * A table that links rows of one kind to rows of another; `within` are columns that both must share, with their values.
 */
export interface LinkTable {
  table: string;
  owner: string;
  target: string;
}

/**
 * Makes the linked set of one record exactly these ids, touching only rows that differ. Answers whether anything
 * changed. Names of tables and columns come from the code, never from a request.
 */
export async function replaceLinks(
  tx: EntityManager,
  { table, owner, target }: LinkTable,
  record: RowKey,
  ids: readonly string[],
  within: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const columns = Object.keys(within);
  const [{ changed }] = await tx.query<[{ changed: boolean }]>(
    `WITH wanted AS (SELECT DISTINCT unnest($2::uuid[]) AS id),
          gone AS (DELETE FROM ${table} WHERE organization_id = $3 AND ${owner} = $1 AND ${target} NOT IN (SELECT id FROM wanted) RETURNING 1),
          added AS (
            INSERT INTO ${table} (${['organization_id', owner, target, ...columns].join(', ')})
            SELECT ${['$3::uuid', '$1', 'id', ...columns.map((_, index) => `$${index + 4}::uuid`)].join(', ')}
            FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) added
            ON CONFLICT DO NOTHING RETURNING 1)
     SELECT EXISTS (SELECT FROM gone) OR EXISTS (SELECT FROM added) AS changed`,
    [record.id, [...ids], record.organizationId, ...Object.values(within)],
  );
  return changed;
}
