import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { askServer } from './ask-server.js';
import { TIMEOUTS } from './session-settings.js';
import { sqlState } from './transaction.js';

const ANSWER_WITHIN_MS = 10_000;
/** What connections behind a pooler have from their role, as `pg_settings` tells it. */
const ROLE_SETTINGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(TIMEOUTS).map(([name, milliseconds]) => [name, `${milliseconds}`])),
  jit: 'off',
};
const SETTINGS = 'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)';
const ATTEMPTS = 20;
// A name that another statement has on this connection of the server, and one that this connection does not have.
const FOREIGN_NAME = /^(42P05|26000)$/;

/** What answers at an address: a pooler tells a process of its own making in place of the server's. */
export const whatAnswersAt = (url: string): Promise<'primary' | 'standby' | 'pooler'> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number; follows: boolean }>(
      'SELECT pg_backend_pid() AS pid, pg_is_in_recovery() AS follows',
    );
    const { pid, follows } = rows[0]!;
    if (pid !== (client as unknown as { processID: number }).processID) return 'pooler';
    return follows ? 'standby' : 'primary';
  });

/**
 * Gives the role that the service has behind the pooler the settings that its connections cannot ask for: for this
 * database only.
 * @param direct the address of the server itself
 * @returns whether anything was to do; then connections that the pooler has made before do not know it
 */
export async function settleRole(pooled: string, direct: string): Promise<boolean> {
  const { role, database } = await withClient(pooled, async (client) => {
    const { rows } = await client.query<{ role: string; database: string }>(
      'SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database',
    );
    return rows[0]!;
  });
  return withClient(direct, async (client) => {
    const { rows } = await client.query<{ settings: string[] }>(
      `SELECT setconfig AS settings FROM pg_db_role_setting
       WHERE setrole = (SELECT oid FROM pg_roles WHERE quote_ident(rolname) = $1)
         AND setdatabase = (SELECT oid FROM pg_database WHERE quote_ident(datname) = $2)`,
      [role, database],
    );
    const missing = Object.entries(ROLE_SETTINGS).filter(
      ([name, value]) => !rows[0]?.settings.includes(`${name}=${value}`),
    );
    for (const [name, value] of missing)
      await client.query(`ALTER ROLE ${role} IN DATABASE ${database} SET ${name} = '${value}'`);
    return missing.length > 0;
  });
}

/** The settings of the role that connections through the pooler lack, with what they have: `statement_timeout is 0`. */
export const missingSettings = (pooled: string): Promise<string[]> =>
  withClient(pooled, async (client) => {
    const { rows } = await client.query<{ name: string; setting: string }>(SETTINGS, [Object.keys(ROLE_SETTINGS)]);
    return rows
      .filter(({ name, setting }) => setting !== ROLE_SETTINGS[name])
      .map(({ name, setting }) => `${name} is ${setting}`);
  });

/**
 * Whether a pooler keeps named statements apart: two callers give one name to different statements, and each must have
 * its own on whichever connection of the server it comes to.
 */
export const keepsStatements = (pooled: string): Promise<boolean> =>
  withClient(pooled, (one) =>
    withClient(pooled, async (other) => {
      const name = `curbcut_${randomBytes(9).toString('hex')}`;
      const run = async (client: Client, text: string): Promise<number> => {
        const { rows } = await client.query<{ pid: number }>({ name, text, values: [1] });
        return rows[0]!.pid;
      };
      try {
        for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
          const first = await run(one, 'SELECT pg_backend_pid() AS pid, $1::int AS one');
          // Both were on one connection of the server, each with its own.
          if (first === (await run(other, 'SELECT pg_backend_pid() AS pid, $1::int + 1 AS other'))) return true;
        }
        return true;
      } catch (error) {
        if (FOREIGN_NAME.test(sqlState(error) ?? '')) return false;
        throw error;
      }
    }),
  );

const withClient = <T>(url: string, ask: (client: Client) => Promise<T>): Promise<T> =>
  askServer(url, { name: 'curbcut-check', withinMs: ANSWER_WITHIN_MS }, ask);
