import { createHash } from 'node:crypto';
import { databaseOptions } from '#libs/database';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../../apps/api/src/service/app/entities.js';
import { prepareDatabase } from '../../../apps/api/src/service/app/prepare-database.js';
import { distribute, type Distribution } from '../../../apps/api/src/platform/distribution/distribute.js';
import { COPIED, DISTRIBUTED } from '../../../apps/api/src/platform/distribution/places.js';
import { startBuilt, stopBuilt } from '../built-service.js';
import { unlimited } from '../built-world.js';
import { onConnection } from '../on-connection.js';
import type { Service } from '../service.js';

export const rowsOf = async <T extends object>(url: string, sql: string): Promise<T[]> =>
  (await onConnection(url, (client) => client.query<T>(sql))).rows;

/** What `curbcut-admin distribute` does. */
export const distributed = (url: string): Promise<Distribution> =>
  distribute(url, () => prepareDatabase(url, { secretKey: unlimited('', '')['SECRET_KEY'] }));

/** A digest of all rows of each table, and the foreign keys. */
export async function content(url: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of [...COPIED, ...DISTRIBUTED, 'api_keys', 'sessions', 'account_events']) {
    const rows = await rowsOf<{ row: string }>(url, `SELECT t::text AS row FROM ${table} t`);
    const digest = createHash('sha256').update(JSON.stringify(rows.map(({ row }) => row).sort()));
    digests[table] = `${rows.length} ${digest.digest('hex')}`;
  }
  const keys = await rowsOf<{ key: string }>(
    url,
    `SELECT conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS key FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conname !~ '_\\d{6,}$' ORDER BY 1`,
  );
  return { ...digests, keys: keys.map(({ key }) => key).join('\n') };
}

/** Runs work with a built service on the database. */
export async function withService(
  url: string,
  dataDir: string,
  work: (service: Service) => Promise<void>,
): Promise<void> {
  const built = await startBuilt(unlimited(url, dataDir));
  const database = await new DataSource(
    databaseOptions({ url, poolSize: 2, entities: ENTITIES, migrations: [] }),
  ).initialize();
  const as = (token: string) =>
    Object.fromEntries(
      (['get', 'post', 'put', 'patch', 'delete'] as const).map((verb) => [
        verb,
        (path: string) => request(built.base)[verb](path).set('Authorization', `Bearer ${token}`),
      ]),
    );
  try {
    await work({ database, as } as unknown as Service);
  } finally {
    await stopBuilt(built);
    await database.destroy();
  }
}
