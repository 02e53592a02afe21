import type { Client } from 'pg';
import type { Header } from './format.js';

/** Tables that are in no backup, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'public.migrations': 'The header names the migrations, and restoring runs them.',
  'public.rate_limits': 'Counts of the last minutes mean nothing later.',
  'public.heartbeat': 'It tells how far standbys of this server lag.',
  'graphile_worker.*':
    'The tables of the job library are those of its version; the jobs that wait are a part of their own.',
};

/** Every setting by which the text of a value may differ between two servers. */
export const SAME_TEXT = `SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET bytea_output = 'hex'; SET extra_float_digits = 1`;

/** The tables of the service, with the columns that are not computed from others. */
export async function tablesOf(client: Pick<Client, 'query'>): Promise<Header['tables']> {
  const { rows } = await client.query<Header['tables'][number]>(
    `SELECT c.relname AS name, array_agg(quote_ident(a.attname) ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND 'public.' || c.relname <> ALL ($1)
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     GROUP BY c.relname ORDER BY c.relname`,
    [Object.keys(LEFT_OUT)],
  );
  return rows;
}
