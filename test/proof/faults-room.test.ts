import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import sharp from 'sharp';
import { type BuiltService, errorsOf, startBuilt, stopAllBuilt, stopBuilt } from '../support/built-service.js';
import { builtWorld, unlimited } from '../support/built-world.js';
import { draw } from '../support/dice.js';
import { printFigures, isFull } from '../support/figures.js';
import { RestartablePostgres } from '../support/restartable-postgres.js';
import { acknowledgedActivities, integrityFlaws, reporter } from '../support/reports.js';
import { isSuccess, seconds, Traffic, waitFor } from '../support/traffic.js';

jest.setTimeout(300_000);

const parent = mkdtempSync(join(tmpdir(), 'curbcut-faults-'));
const mounted: string[] = [];
let postgres: RestartablePostgres;

beforeAll(async () => {
  chmodSync(parent, 0o755);
  postgres = await RestartablePostgres.start();
});

afterAll(async () => {
  await stopAllBuilt();
  await postgres?.remove();
  for (const folder of mounted) spawnSync('umount', ['-l', folder]);
  rmSync(parent, { recursive: true, force: true });
});

/** A disk of so many megabytes; undefined where this account may not mount one. */
function smallDisk(name: string, megabytes: number): string | undefined {
  const folder = join(parent, name);
  mkdirSync(folder);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  if (status !== 0) return undefined;
  mounted.push(folder);
  return folder;
}

/** Takes all the room that is left; gives back what frees it. */
function fill(folder: string): () => void {
  const filler = join(folder, 'filler');
  for (const size of [1_048_576, 4_096]) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  return () => rmSync(filler);
}

const live = async ({ base }: BuiltService): Promise<number> => (await fetch(`${base}/health/live`)).status;
const NOT_RUN = 'not run: mounting a small disk needs root';

test('a full disk of the database is answered with 503, leaves no half records, and is over when there is room', async () => {
  const disk = smallDisk('database', 64);
  if (!disk) return printFigures('The disk of the database full', { result: NOT_RUN });
  const { uid, gid } = statSync(postgres.dataFolder);
  chownSync(disk, uid, gid);
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`CREATE TABLESPACE small LOCATION '${disk}'`);
  await admin.query('CREATE DATABASE small TABLESPACE small TEMPLATE template0');
  await admin.end();
  const url = new URL(postgres.url);
  url.pathname = '/small';
  const service = await startBuilt(unlimited(url.href, join(parent, 'data')));
  const { w, slugs } = await builtWorld(url.href, 2);
  const traffic = new Traffic(service.base);
  for (const slug of slugs) traffic.add(reporter(w, slug, 100));
  const refusals = (): number => traffic.count((answer) => !isSuccess(answer));
  let recovered = 0;
  try {
    await waitFor(20, () => traffic.successAfter(0, 'ingest'));
    const free = fill(disk);
    await waitFor(60, () => (refusals() >= (isFull ? 100 : 20) ? true : undefined));
    free();
    const freed = Date.now();
    recovered = (await waitFor(20, () => traffic.successAfter(freed, 'ingest'))) - freed;
  } finally {
    await traffic.stop();
  }
  const ids = acknowledgedActivities(traffic);
  const flawed = await integrityFlaws(url.href, ids);
  printFigures('The disk of the database full', {
    'reports acknowledged': ids.length,
    'flaws in the database': Object.values(flawed).reduce((sum, count) => sum + count),
    'reports refused (all 503 with Retry-After)': refusals(),
    'other failures': traffic.wrong.length,
    'taken again after': seconds(recovered),
  });
  expect(traffic.wrong.length ? [traffic.wrong.slice(0, 3), errorsOf(service)] : []).toEqual([]);
  expect(Object.entries(flawed).filter(([, count]) => count > 0)).toEqual([]);
  expect(recovered).toBeLessThan(5_000);
  expect(await live(service)).toBe(200);
  expect(await stopBuilt(service)).toBe(0);
});

test('a full disk of the uploads is answered with 503 and leaves no drafts', async () => {
  const disk = smallDisk('uploads', 1);
  if (!disk) return printFigures('The disk of the uploads full', { result: NOT_RUN });
  const service = await startBuilt({ ...unlimited(postgres.url, disk) });
  const { w } = await builtWorld(postgres.url, 1);
  const traffic = new Traffic(service.base);
  const upload = async (): Promise<number> => {
    const noise = Buffer.from(Array.from({ length: 256 * 256 * 3 }, () => Math.floor(draw() * 256)));
    const picture = await sharp(noise, { raw: { width: 256, height: 256, channels: 3 } })
      .png()
      .toBuffer();
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(picture)]), 'me.png');
    const path = '/v1/profile-picture';
    return (await traffic.ask({ kind: 'upload', method: 'POST', path, credential: w.owner.token, body })).status;
  };
  const before = await upload();
  const free = fill(disk);
  const full = [await upload(), await upload(), await upload()];
  const files = readdirSync(join(disk, 'uploads', 'avatars'));
  const image = async (): Promise<number> => {
    const { image } = traffic.answers.find(isSuccess)!.body as { image: string };
    return (await fetch(`${service.base}${new URL(image).pathname}`)).status;
  };
  const shown = await image();
  free();
  const after = await upload();
  printFigures('The disk of the uploads full', {
    'uploads refused (503 with Retry-After)': full.filter((status) => status === 503).length,
    'drafts left': files.filter((name) => name.endsWith('.tmp')).length,
    'files left that no row shows': files.length - 1,
    'taken again once there is room': after === 200 ? 'yes' : 'no',
  });
  expect([before, full, after, shown]).toEqual([200, [503, 503, 503], 200, 200]);
  expect(files).toHaveLength(1);
  expect(traffic.wrong).toEqual([]);
  expect(await stopBuilt(service)).toBe(0);
});

test('a connection pool that others have used up is answered with 503 in bounded time, and is over when they let go', async () => {
  const service = await startBuilt({ ...unlimited(postgres.url, join(parent, 'pool')), DATABASE_POOL_SIZE: '2' });
  const { w, slugs } = await builtWorld(postgres.url, 2);
  const holder = new Client({ connectionString: postgres.url });
  await holder.connect();
  const traffic = new Traffic(service.base);
  await holder.query('BEGIN');
  await holder.query('SELECT FROM products WHERE slug = $1 FOR UPDATE', [slugs[0]]);
  for (let i = 0; i < 6; i += 1) traffic.add(reporter(w, slugs[0]!, 5));
  for (let i = 0; i < 4; i += 1) {
    traffic.add(() => ({ kind: 'list', path: `${w.organization.url}/issues`, credential: w.keys.read }), 50);
  }
  await delay(isFull ? 30_000 : 9_000);
  const alive = await live(service);
  await holder.query('ROLLBACK');
  const over = Date.now();
  let recovered = 0;
  try {
    recovered =
      Math.max(
        await waitFor(20, () => traffic.successAfter(over, 'ingest')),
        await waitFor(20, () => traffic.successAfter(over, 'list')),
      ) - over;
  } finally {
    await traffic.stop();
    await holder.end();
  }
  const longest = Math.max(...traffic.answers.map(({ ms }) => ms));
  printFigures('All connections of the pool in use', {
    'answers of 503 with Retry-After': traffic.count((answer) => !isSuccess(answer)),
    'other failures': traffic.wrong.length,
    'longest answer': seconds(longest),
    'recovered after': seconds(recovered),
  });
  expect(traffic.wrong.length ? [traffic.wrong.slice(0, 3), errorsOf(service)] : []).toEqual([]);
  expect(traffic.count((answer) => !isSuccess(answer))).toBeGreaterThan(0);
  expect(alive).toBe(200);
  // A report waits ten seconds for its turn, and five for the lock.
  expect(longest).toBeLessThan(17_000);
  expect(recovered).toBeLessThan(5_000);
  expect(await stopBuilt(service)).toBe(0);
});
