import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { CannotDistribute } from '../../apps/api/src/platform/distribution/check-cluster.js';
import { distribute } from '../../apps/api/src/platform/distribution/distribute.js';
import { COPIED, DISTRIBUTED } from '../../apps/api/src/platform/distribution/places.js';
import { stopAllBuilt } from '../support/built-service.js';
import { content, distributed, rowsOf, withService } from '../support/citus/content.js';
import { citusNodes, dropEverywhere, joinedDatabase } from '../support/citus/database.js';
import { kill, machineOf, startAgain } from '../support/citus/machine.js';
import { populate } from '../support/populated-world.js';
import type { World } from '../support/world.js';

jest.setTimeout(300_000);

const NAME = 'curbcut_distribute';
const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-distribute-'));
let url: string;
let w: World;
let before: Record<string, string>;

const query = <T extends object>(sql: string): Promise<T[]> => rowsOf<T>(url, sql);
const refusal = async (): Promise<string> => {
  const error: unknown = await distributed(url).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CannotDistribute);
  return (error as Error).message;
};

const placed = async (): Promise<number> =>
  (
    await query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_dist_partition WHERE logicalrelid::text = ANY ('{${[...COPIED, ...DISTRIBUTED].join()}}')`,
    )
  )[0]!.n;

beforeAll(async () => {
  url = await joinedDatabase(NAME);
  await prepareDatabase(url);
  await withService(url, dataDir, async (service) => {
    w = await populate(service);
    await populate(service);
  });
  before = await content(url);
});

afterAll(async () => {
  await stopAllBuilt();
  await dropEverywhere(NAME);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Nothing is placed, and everything is as it was. */
async function expectUntouched(): Promise<void> {
  expect(await placed()).toBe(0);
  expect(await content(url)).toEqual(before);
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

test('a server that logs no errors is refused: its deadlocks would look like other cancellations', async () => {
  await query(`ALTER DATABASE ${NAME} SET log_min_messages = 'fatal'`);
  expect(await refusal()).toContain('log_min_messages is fatal');
  await query(`ALTER DATABASE ${NAME} RESET log_min_messages`);
  await expectUntouched();
});

test('what fails on the way leaves nothing behind', async () => {
  await query(`CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`);
  await query(`CREATE TRIGGER stop AFTER INSERT ON webhooks FOR EACH ROW EXECUTE FUNCTION stop()`);
  await expect(distributed(url)).rejects.toThrow('trigger');
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
  expect(await distributed(url)).toEqual({ spread: DISTRIBUTED.length, copied: COPIED.length - 1 });
  expect(await content(url)).toEqual(before);
  await withService(url, dataDir, async (service) => {
    const owner = service.as(w.owner.token);
    expect((await owner.get(`${w.product.url}/issues`)).body.total).toBeGreaterThan(0);
    expect((await owner.post(`${w.product.url}/issues`).send({ title: 'After' })).status).toBe(201);
  });
});

test('again, it changes nothing', async () => {
  const now = await content(url);
  expect(await distributed(url)).toEqual({ spread: 0, copied: 0 });
  expect(await content(url)).toEqual(now);
});

test('a table that is new finds its place by distributing again', async () => {
  const now = await content(url);
  await query(`SELECT undistribute_table('events')`);
  expect(await distributed(url)).toEqual({ spread: 1, copied: 0 });
  expect(await content(url)).toEqual(now);
});
