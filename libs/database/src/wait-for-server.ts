import { setTimeout as delay } from 'node:timers/promises';
import { hostsOf } from '#libs/config';
import { ServerClient } from './server-client.js';
import { sqlState } from './transaction.js';

const TIMEOUT_MS = 60_000;
const RETRY_AFTER_MS = 500;
// SQLSTATEs of a server that is starting or recovering, or has no free connection.
const STARTING_STATES = /^(57P03|53300)$/;

/** No server answered; the message contains host and port. */
export class DatabaseUnreachable extends Error {}

/**
 * Waits until the database server answers, because machines start in any order. An error response, such as for a wrong
 * password, is thrown at once.
 * @throws DatabaseUnreachable after a minute; or the error response
 */
export async function waitForServer(url: string, log: (line: string) => void): Promise<void> {
  const where = hostsOf(url);
  const giveUp = performance.now() + TIMEOUT_MS;
  for (let tries = 1; ; tries += 1) {
    const client = new ServerClient({ connectionString: url, connectionTimeoutMillis: 3_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      const isAnswer = (error as { severity?: string }).severity !== undefined;
      if (isAnswer && !STARTING_STATES.test(sqlState(error) ?? '')) throw error;
      const why = (error as Error).message || sqlState(error);
      if (performance.now() > giveUp)
        throw new DatabaseUnreachable(`The database at ${where} does not respond: ${why}`);
      if (tries === 1) log(`waiting for the database at ${where}: ${why}`);
    } finally {
      await client.end().catch(() => {});
    }
    await delay(RETRY_AFTER_MS);
  }
}
