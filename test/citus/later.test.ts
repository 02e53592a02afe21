import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationOptions } from '#libs/database';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { ENTITIES } from '../../apps/api/src/service/app/entities.js';
import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { MIGRATIONS } from '../../apps/api/src/platform/migrations/migrations.js';
import { stopAllBuilt } from '../support/built-service.js';
import { content, distributed, rowsOf, withService } from '../support/citus/content.js';
import { citusNodes, dropEverywhere, join as joinMachine, joinedDatabase } from '../support/citus/database.js';
import { populate } from '../support/populated-world.js';
import type { World } from '../support/world.js';

jest.setTimeout(300_000);

const NAME = 'curbcut_later';
const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-later-'));
let url: string;
let moved: World;
let isolated: World;

const query = <T extends object>(sql: string): Promise<T[]> => rowsOf<T>(url, sql);
const portOf = (node: string): number => Number(new URL(node).port);
const [, first, second] = citusNodes() as [string, string, string];

/** By organization, the port of the machine that has its rows. */
const placeOf = async ({ organization }: World): Promise<number> =>
  (
    await query<{ port: number }>(
      `SELECT nodeport AS port FROM citus_shards WHERE shardid = get_shard_id_for_distribution_column('products', '${organization.id}'::uuid)`,
    )
  )[0]!.port;

beforeAll(async () => {
  url = await joinedDatabase(NAME, 1);
  await prepareDatabase(url);
  await withService(url, dataDir, async (service) => {
    moved = await populate(service);
    isolated = await populate(service);
  });
  await distributed(url);
});

afterAll(async () => {
  await stopAllBuilt();
  await dropEverywhere(NAME);
  rmSync(dataDir, { recursive: true, force: true });
});

test('a machine is added, one organization moves to it, and another gets parts of its own: every row and key is kept', async () => {
  const before = await content(url);
  await joinMachine(url, second);
  expect(await distributed(url)).toEqual({ spread: 0, copied: 0 });
  await query(
    `SELECT citus_move_shard_placement(get_shard_id_for_distribution_column('products', '${moved.organization.id}'::uuid),
       '127.0.0.1', ${portOf(first)}, '127.0.0.1', ${portOf(second)}, 'block_writes')`,
  );
  await query(
    `SELECT isolate_tenant_to_new_shard('products', '${isolated.organization.id}'::uuid, 'CASCADE', 'block_writes')`,
  );
  expect(await placeOf(moved)).toBe(portOf(second));
  expect(await content(url)).toEqual(before);
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

test('a migration that comes later changes tables wherever their parts are', async () => {
  const database = await new DataSource(
    migrationOptions({ url, poolSize: 1, entities: ENTITIES, migrations: [...MIGRATIONS, Later1790000000000] }),
  ).initialize();
  await database.runMigrations();
  // This build would refuse what a later one has done.
  await database.query(`DELETE FROM migrations WHERE name = 'Later1790000000000'`);
  await database.destroy();

  expect(await query('SELECT DISTINCT later, latest FROM issues')).toEqual([{ later: 'now', latest: null }]);
  const parts = await query(`SELECT FROM citus_shards WHERE table_name = 'issues'::regclass`);
  const indexes = await query<{ result: string }>(
    `SELECT result FROM run_command_on_shards('issues', $$SELECT count(*) FROM pg_indexes WHERE tablename || '' = split_part('%s', '.', -1) AND indexname LIKE 'ix_issues_later%%'$$)`,
  );
  expect(indexes.map(({ result }) => result)).toEqual(parts.map(() => '1'));
  await expect(query(`UPDATE products SET name = ''`)).rejects.toThrow('ck_products_later');
});

test('a table that is new then finds its place beside the others', async () => {
  const before = await content(url);
  await query(`SELECT undistribute_table('events')`);
  expect(await distributed(url)).toEqual({ spread: 1, copied: 0 });
  expect(await content(url)).toEqual(before);
  expect(await distributed(url)).toEqual({ spread: 0, copied: 0 });
  await withService(url, dataDir, async (service) => {
    for (const w of [moved, isolated]) {
      const made = await service.as(w.owner.token).post(`${w.product.url}/issues`).send({ title: 'After' });
      const { body } = await service.as(w.owner.token).get(`${w.organization.url}/changes`);
      expect([made.status, body.total > 0]).toEqual([201, true]);
    }
  });
});
