import { readSettings } from '#libs/config';
import { createLogger } from '#libs/logging';
import { newId } from '#libs/ids';
import { Vault } from '#libs/secrets';
import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { rotateSecretKey, showSecretKey } from '../../apps/api/src/service/admin/secret-key-commands.js';
import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { createApp } from '../../apps/api/src/service/app/service.js';
import { ThisProcess } from '../../apps/api/src/platform/work/this-process.js';
import { freshDatabase } from '../support/database.js';

const [OLD, NEW] = ['the key with which it all began, long ago', 'the key that came in its place, this morning'];
const [oldId, newKeyId] = [OLD, NEW].map((key) => new Vault(key).keyIds[0]!) as [string, string];
const MANY = 20_000;
const place = (row: string) => ({ table: 'webhooks', row, column: 'secret' });

let database: { url: string; drop: () => Promise<void> };
let connection: DataSource;
const running: INestApplication[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  connection = await new DataSource({ type: 'postgres', url: database.url }).initialize();
});

afterEach(async () => {
  for (const app of running.splice(0)) await app.close();
  await connection.destroy();
  await database.drop();
});

const settingsWith = (secretKey: string, previous?: string) =>
  readSettings({ DATABASE_URL: database.url, SECRET_KEY: secretKey, SECRET_KEY_PREVIOUS: previous, WORKER: 'off' });

/** A process of the service, started as `npm start` does. */
async function started(secretKey: string, previous?: string): Promise<INestApplication> {
  const settings = settingsWith(secretKey, previous);
  const self = new ThisProcess(settings);
  await prepareDatabase(database.url, settings, undefined, self);
  const app = await createApp(settings, database.url, createLogger('silent'), self);
  await app.init();
  running.push(app);
  return app;
}

async function stopped(app: INestApplication): Promise<void> {
  running.splice(running.indexOf(app), 1);
  await app.close();
}

async function said(command: typeof rotateSecretKey, ...keys: [string, string?]): Promise<string> {
  const lines: string[] = [];
  const { log, error } = console;
  console.log = console.error = (text: string): void => void lines.push(text);
  try {
    await command({ settings: settingsWith(...keys), values: [], flags: new Set(), options: new Map() });
  } finally {
    Object.assign(console, { log, error });
  }
  return lines.join('\n');
}

/** Webhooks whose secrets a process has sealed. */
async function storeSecrets(vault: Vault, count: number): Promise<void> {
  const organizationId = newId();
  await connection.query(
    `INSERT INTO organizations (id, name, slug, enabled_modules) VALUES ($1, 'Example', $2, '{core}')`,
    [organizationId, organizationId],
  );
  const ids = Array.from({ length: count }, newId);
  await connection.query(
    `INSERT INTO webhooks (id, organization_id, url, secret) SELECT id, $1, 'https://x.example', secret FROM unnest($2::uuid[], $3::text[]) AS w(id, secret)`,
    [organizationId, ids, ids.map((id) => vault.seal(place(id), `whsec_${id}`))],
  );
}

const unreadable = async (vault: Vault): Promise<number> => {
  const rows: { id: string; secret: string }[] = await connection.query('SELECT id, secret FROM webhooks');
  const isRead = ({ id, secret }: { id: string; secret: string }): boolean => {
    try {
      return vault.open(place(id), secret) === `whsec_${id}`;
    } catch {
      return false;
    }
  };
  return rows.filter((row) => !isRead(row)).length;
};

test('processes with the old key alone and with the new one work side by side until all have it, in either order; then it takes the place', async () => {
  const oldAlone = await started(OLD);
  const both = await started(NEW, OLD);
  await storeSecrets(both.get(Vault), 10);
  expect(await unreadable(oldAlone.get(Vault))).toBe(0);
  expect(await said(rotateSecretKey, NEW, OLD)).toMatch(/Processes that run lack key \w+ \(.*nothing was changed\./);
  await stopped(oldAlone);
  const reversed = await started(OLD, NEW);
  await storeSecrets(reversed.get(Vault), MANY);
  expect(await said(rotateSecretKey, NEW, OLD)).toBe(
    `20,010 re-encrypted with key ${newKeyId}; the old key can be removed.`,
  );
  expect(await unreadable(new Vault(NEW))).toBe(0);
  await storeSecrets(reversed.get(Vault), 10);
  expect(await unreadable(new Vault(NEW))).toBe(0);
  await expect(started(OLD)).rejects.toThrow(/SECRET_KEY: does not match the key/);
  expect(await said(showSecretKey, NEW)).toContain('The old key may go.');
}, 120_000);

test('a rotation that is killed leaves all readable, and goes on when it is run again; what neither key opens stops nothing', async () => {
  await started(OLD, NEW);
  await started(NEW, OLD);
  await storeSecrets(new Vault(OLD), MANY);
  await storeSecrets(new Vault('a key that nobody has any more, and no process'), 2);
  const killed = said(rotateSecretKey, NEW, OLD).catch((error: unknown) => String(error));
  let left = MANY;
  while (left === MANY) {
    [{ left }] = await connection.query(
      `SELECT count(*)::int AS left FROM webhooks WHERE starts_with(secret, 'v1.${oldId}.')`,
    );
  }
  await connection.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%encrypt_stored_secrets%' AND pid <> pg_backend_pid()`,
  );
  expect(await killed).toMatch(/terminat|Connection/i);
  expect(await unreadable(new Vault(NEW, OLD))).toBe(2);
  expect(await said(showSecretKey, NEW, OLD)).toContain('goes on');
  const again = await said(rotateSecretKey, NEW, OLD);
  expect(again).toMatch(/re-encrypted with key \w+; the old key can be removed; 2 cannot be read with either key\.$/);
  expect(await unreadable(new Vault(NEW))).toBe(2);
}, 120_000);
