import type { Client } from 'pg';
import { TABLES } from './backup.sql.js';
import type { Header } from './format.js';

/** Tables that are in no backup, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'public.migrations': 'The header names the migrations, and restoring runs them.',
  'public.rate_limits': 'Counts of the last minutes mean nothing later.',
  'public.heartbeat': 'It measures the lag of read replicas.',
  'public.processes': 'Those that run are none of a restored database.',
  'graphile_worker.*':
    'The tables of the job library are those of its version; the jobs that wait are a part of their own.',
};

/** Every setting by which the text of a value may differ between two servers. */
export const SAME_TEXT = `SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET bytea_output = 'hex'; SET extra_float_digits = 1`;

/** The tables of the service, with the columns that are not computed from others. */
export async function tablesOf(client: Pick<Client, 'query'>): Promise<Header['tables']> {
  const { rows } = await client.query<Header['tables'][number]>(TABLES.text, [Object.keys(LEFT_OUT)]);
  return rows;
}
