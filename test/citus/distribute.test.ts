import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseOptions, migrationOptions } from '#libs/database';
import type { Client } from 'pg';
import request from 'supertest';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { CannotDistribute } from '../../apps/api/src/distribution/check-cluster.js';
import { type Distribution, distribute } from '../../apps/api/src/distribution/distribute.js';
import { COPIED, DISTRIBUTED } from '../../apps/api/src/distribution/places.js';
import { ENTITIES } from '../../apps/api/src/entities.js';
import { MIGRATIONS } from '../../apps/api/src/migrations/migrations.js';
import { prepareDatabase } from '../../apps/api/src/prepare-database.js';
import { startBuilt, stopAllBuilt, stopBuilt } from '../support/built-service.js';
import { unlimited } from '../support/built-world.js';
import { citusNodes, dropEverywhere, joinedDatabase, onUrl } from '../support/citus/database.js';
import { kill, machineOf, startAgain } from '../support/citus/machine.js';
import { populate } from '../support/populated-world.js';
import type { Service } from '../support/service.js';
import type { World } from '../support/world.js';

jest.setTimeout(300_000);

const NAME = 'curbcut_distribute';
const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-distribute-'));
let url: string;
let w: World;
let before: Record<string, string>;

const query = async <T extends object>(sql: string): Promise<T[]> =>
  (await onUrl(url, (client: Client) => client.query<T>(sql))).rows;
const distributed = (): Promise<Distribution> =>
  distribute(url, () => prepareDatabase(url, { secretKey: unlimited('', '')['SECRET_KEY'] }));
const refusal = async (): Promise<string> => {
  const error: unknown = await distributed().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CannotDistribute);
  return (error as Error).message;
};

/** A digest of all rows of each table, and the foreign keys. */
async function content(): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of [...COPIED, ...DISTRIBUTED, 'api_keys', 'sessions', 'account_events']) {
    const rows = await query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
    const digest = createHash('sha256').update(JSON.stringify(rows.map(({ row }) => row).sort()));
    digests[table] = `${rows.length} ${digest.digest('hex')}`;
  }
  const keys = await query<{ key: string }>(
    `SELECT conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS key FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conname !~ '_\\d{6,}$' ORDER BY 1`,
  );
  return { ...digests, keys: keys.map(({ key }) => key).join('\n') };
}

const placed = async (): Promise<number> =>
  (
    await query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_dist_partition WHERE logicalrelid::text = ANY ('{${[...COPIED, ...DISTRIBUTED].join()}}')`,
    )
  )[0]!.n;

/** Runs work with a built service on the database. */
async function withService(work: (service: Service) => Promise<void>): Promise<void> {
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

beforeAll(async () => {
  url = await joinedDatabase(NAME);
  await prepareDatabase(url);
  await withService(async (service) => {
    w = await populate(service);
    await populate(service);
  });
  before = await content();
});

afterAll(async () => {
  await stopAllBuilt();
  await dropEverywhere(NAME);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Nothing is placed, and everything is as it was. */
async function expectUntouched(): Promise<void> {
  expect(await placed()).toBe(0);
  expect(await content()).toEqual(before);
}

test('a worker is told that it is one', async () => {
  const worker = new URL(url);
  worker.port = new URL(citusNodes()[1]!).port;
  await expect(distribute(worker.href, async () => {})).rejects.toThrow('This is a worker.');
});

test('a machine that is away is named, and nothing is done', async () => {
  const node = citusNodes()[2]!;
  const machine = await machineOf(node);
  kill(machine);
  const words = await refusal();
  await startAgain(machine, node);
  expect(words).toContain(`127.0.0.1:${machine.port}`);
  await expectUntouched();
});

test('what fails on the way leaves nothing behind', async () => {
  await query(`CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`);
  await query(`CREATE TRIGGER stop AFTER INSERT ON webhooks FOR EACH ROW EXECUTE FUNCTION stop()`);
  await expect(distributed()).rejects.toThrow('trigger');
  await query('DROP TRIGGER stop ON webhooks');
  await expectUntouched();
});

test('what somebody has placed otherwise is named with how to take it back, and then it goes on', async () => {
  await query(`SELECT create_reference_table('events')`);
  const words = await refusal();
  expect(words).toContain(`SELECT undistribute_table('events', cascade_via_foreign_keys => true);`);
  await query(words.split('\n').at(-1)!);
  await expectUntouched();
});

test('a full database has every row and every key afterwards, also where a part was distributed already', async () => {
  await query(`SELECT create_reference_table('functional_needs')`);
  expect(await distributed()).toEqual({ spread: DISTRIBUTED.length, copied: COPIED.length - 1 });
  expect(await content()).toEqual(before);
  await withService(async (service) => {
    const owner = service.as(w.owner.token);
    expect((await owner.get(`${w.product.url}/issues`)).body.total).toBeGreaterThan(0);
    expect((await owner.post(`${w.product.url}/issues`).send({ title: 'After' })).status).toBe(201);
  });
});

test('again, it changes nothing', async () => {
  const now = await content();
  expect(await distributed()).toEqual({ spread: 0, copied: 0 });
  expect(await content()).toEqual(now);
});

test('a table that is new finds its place by distributing again', async () => {
  const now = await content();
  await query(`SELECT undistribute_table('events')`);
  expect(await distributed()).toEqual({ spread: 1, copied: 0 });
  expect(await content()).toEqual(now);
});

class Later1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE issues ADD later text NOT NULL DEFAULT 'then', ADD latest int;
      CREATE INDEX ix_issues_later ON issues (organization_id, later);
      ALTER TABLE standards ADD later int;
      UPDATE issues SET later = 'now';
      ALTER TABLE products ADD CONSTRAINT ck_products_later CHECK (name <> '');
      CREATE TABLE later (id uuid PRIMARY KEY, user_id uuid REFERENCES users ON DELETE CASCADE);`);
  }
  async down(): Promise<void> {}
}

test('a migration that comes later changes tables where they are', async () => {
  const database = await new DataSource(
    migrationOptions({ url, poolSize: 1, entities: ENTITIES, migrations: [...MIGRATIONS, Later1790000000000] }),
  ).initialize();
  await database.runMigrations();
  await database.destroy();
  expect(await query('SELECT DISTINCT later, latest FROM issues')).toEqual([{ later: 'now', latest: null }]);
});
