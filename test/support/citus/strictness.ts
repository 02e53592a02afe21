import type { Client } from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { DataSource as Source } from 'typeorm';
import { citusNodes, unrestricted } from './database.js';

type Query = (this: Client, ...call: never[]) => never;

/**
 * Lets a statement that may ask all parts of a table do so on a connection that otherwise refuses it. The three go over
 * the connection in this order; where the transaction has failed, its end takes the first back.
 */
export function askingAllParts(client: Client, query: Query, call: never[]): never {
  const set = (level: string): void =>
    void (query.call(client, `SET citus.multi_task_query_log_level TO ${level}` as never) as Promise<unknown>).catch(
      () => {},
    );
  set('off');
  const answer = query.apply(client, call);
  set('error');
  return answer;
}

/** What tests use to look at and to change the database: on Citus, with an account of their own. */
export async function databaseOfTests(ofService: DataSource, url: string): Promise<DataSource> {
  if (citusNodes().length === 0) return ofService;
  return new Source({ ...ofService.options, url: unrestricted(url) } as DataSourceOptions).initialize();
}
