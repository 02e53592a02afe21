import { Client } from 'pg';
import { SAME_TEXT, tablesOf } from '../../apps/api/src/service/admin/backup/catalogue.js';

/** Tables and what of them is compared. */
type Columns = readonly { name: string; columns: readonly string[] }[];

/** The tables and columns that backups of a database have. */
export async function columnsOf(url: string): Promise<Columns> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await tablesOf(client);
  } finally {
    await client.end();
  }
}

/**
 * The number of rows of each table that backups have, and one hash over all of them, whatever their order.
 * @param among what is compared, where a later version has more
 */
export async function rowHashes(url: string, among?: Columns): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(SAME_TEXT);
    const hashes: [string, string][] = [];
    for (const { name, columns } of among ?? (await tablesOf(client))) {
      const { rows } = await client.query<{ hash: string }>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(r::text), '' ORDER BY md5(r::text) COLLATE "C")), '') AS hash
         FROM (SELECT ${columns.join(', ')} FROM "${name}") r`,
      );
      hashes.push([name, rows[0]!.hash]);
    }
    return Object.fromEntries(hashes);
  } finally {
    await client.end();
  }
}

/** Every table of a database, with its schema; the job library's as one. */
export async function allTables(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT CASE table_schema WHEN 'graphile_worker' THEN 'graphile_worker.*' ELSE table_schema || '.' || table_name END AS name
     FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}
