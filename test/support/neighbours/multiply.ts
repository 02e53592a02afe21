import type { Client } from 'pg';

/**
 * Copies a row this many times; `over` has an SQL expression for each column that differs, in which `n` counts from 1.
 */
export async function multiply(
  database: Client,
  table: string,
  id: string,
  times: number,
  over: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' AND is_identity = 'NO'`,
    [table],
  );
  const columns = rows.map(({ name }) => name);
  await database.query(
    `INSERT INTO ${table} (${columns.join(', ')})
     SELECT ${columns.map((name) => over[name] ?? `t.${name}`).join(', ')} FROM ${table} t, generate_series(1, $2::int) n WHERE t.id = $1`,
    [id, times],
  );
}
