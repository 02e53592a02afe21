import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from './pool-of.js';

/** A text with the values of its parameters. */
export type Statement = readonly [text: string, values: readonly unknown[]];

/**
 * Sends statements that do not depend on each other over one connection, outside of a transaction, without waiting
 * between them: together they take one round trip (`pipeline` of the options) and one write. They go to the driver
 * itself, because this runs in every request.
 * @returns the rows of each
 */
export async function queryTogether(
  database: DataSource,
  statements: readonly Statement[],
): Promise<Record<string, unknown>[][]> {
  const client = (await poolOf(database).connect()) as Connection;
  try {
    const { stream } = client.connection;
    stream.cork();
    const sent = statements.map(([text, values]) => client.query(text, [...values]));
    stream.uncork();
    const results = await Promise.all(sent);
    return results.map(({ rows }) => rows as Record<string, unknown>[]);
  } catch (error) {
    // That of the driver begins where the answer was read.
    Error.captureStackTrace(error as Error);
    throw error;
  } finally {
    client.release();
  }
}

type Connection = PoolClient & { connection: { stream: Socket } };
