import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseOptions } from '#libs/database';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../apps/api/src/service/app/entities.js';
import { type BuiltService, startBuilt, stopAllBuilt } from '../support/built-service.js';
import { unlimited } from '../support/built-world.js';
import { freshDatabase } from '../support/database.js';
import { printFigures } from '../support/figures.js';
import { count, send } from '../support/paired-programs.js';
import { eventually } from '../support/eventually.js';
import { StreamReader } from '../support/stream-reader.js';
import type { Service } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

jest.setTimeout(300_000);

const measured: Record<string, string | number> = {};
const folder = mkdtempSync(join(tmpdir(), 'curbcut-streams-'));
let database: DataSource;
let drop: () => Promise<void>;
/** The first writes all notices: the others do no jobs. */
let replicas: [BuiltService, BuiltService, BuiltService];
let w: World;

beforeAll(async () => {
  const fresh = await freshDatabase();
  ({ drop } = fresh);
  const { url } = fresh;
  database = await new DataSource(
    databaseOptions({ url, poolSize: 1, entities: ENTITIES, migrations: [] }),
  ).initialize();
  w = await world({ database } as Service);
  const start = (name: string, worker: string): Promise<BuiltService> =>
    startBuilt({ ...unlimited(url, join(folder, name)), WORKER: worker, TRUST_PROXY: '1', CONSOLE: 'off' });
  replicas = await Promise.all([start('a', 'inline'), start('b', 'off'), start('c', 'off')]);
});

afterAll(async () => {
  await stopAllBuilt();
  await database?.destroy();
  await drop?.();
  rmSync(folder, { recursive: true, force: true });
  printFigures('replicas: streams', measured);
});

const begun: StreamReader[] = [];
afterEach(() => begun.splice(0).forEach((stream) => stream.leave()));

async function open(at: number, { token }: { token: string }, headers?: Record<string, string>): Promise<StreamReader> {
  const stream = await StreamReader.open(replicas[at]!.base, token, headers);
  expect(stream.response.statusCode).toBe(200);
  begun.push(stream);
  await stream.has('count', 1);
  return stream;
}

/** A comment by the first replica, of which somebody is told. */
async function mention({ name, id }: Person): Promise<void> {
  const by = { credential: w.owner.token };
  const issues = `${w.product.url}/issues`;
  const { body } = await send(replicas[0], 'POST', issues, { ...by, body: { title: 'Look' } });
  const comments = `${issues}/${body.issue.number}/comments`;
  const said = { body: `@[${name}](user:${id}) look` };
  expect((await send(replicas[0], 'POST', comments, { ...by, body: said })).status).toBe(201);
}

test('a notice of one replica reaches the streams of the others within a second, and how many are unread', async () => {
  const rounds = count(6, 60);
  const streams = [await open(1, w.member), await open(2, w.member)];
  const took: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    // At another moment of the look each time.
    await delay((round * 37) % 500);
    await mention(w.member);
    for (const stream of streams) {
      const told = (await stream.has('notification', round)).at(-1)!;
      took.push(told.cameAt - Date.parse(told.data!.at));
      await eventually(() => stream.of('count').at(-1)!.data!.unread === round);
    }
  }
  for (const stream of streams) expect(new Set(stream.of('notification').map(({ id }) => id)).size).toBe(rounds);
  const sorted = took.sort((a, b) => a - b);
  measured['notices / streams at other replicas'] = `${rounds} / ${streams.length}`;
  measured['until they came, median / slowest'] = `${sorted[sorted.length >> 1]} / ${sorted.at(-1)} ms`;
  expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(1_000);
});

test('Last-Event-ID goes on at another replica: nothing is missing, and nothing comes twice', async () => {
  const who = await w.person('member');
  const first = await open(1, who);
  await mention(who);
  const [one] = await first.has('notification', 1);
  first.leave();
  await mention(who);
  await mention(who);
  await eventually(
    async () => (await send(replicas[0], 'GET', '/v1/me/notifications/count', { credential: who.token })).body.unread,
    (unread) => unread === 3,
  );
  const second = await open(2, who, { 'last-event-id': one!.id! });
  await mention(who);
  const ids = (await second.has('notification', 3)).map(({ data }) => data!.id);
  expect([new Set(ids).size, ids.includes(one!.data!.id)]).toEqual([3, false]);
});

test('a session that ends at one replica ends its streams at each, and they show nothing more', async () => {
  const who = await w.person('member');
  const streams = await Promise.all([0, 1, 2].map((at) => open(at, who)));
  const { status } = await send(replicas[1], 'POST', '/api/auth/sign-out', { credential: who.token, body: {} });
  expect(status).toBe(200);
  await mention(who);
  await Promise.all(streams.map((stream) => stream.ends()));
  expect(streams.flatMap((stream) => stream.of('notification'))).toEqual([]);
});

test('a person has five at each replica, of which the oldest ends', async () => {
  const who = await w.person('member');
  const [here, there] = [[] as StreamReader[], [] as StreamReader[]];
  for (let opened = 0; opened < 5; opened += 1) {
    here.push(await open(1, who));
    there.push(await open(2, who));
  }
  expect([...here, ...there].some(({ hasEnded }) => hasEnded)).toBe(false);
  await open(1, who);
  await here[0]!.ends();
  expect([...here.slice(1), ...there].some(({ hasEnded }) => hasEnded)).toBe(false);
});
