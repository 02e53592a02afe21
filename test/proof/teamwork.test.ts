import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseOptions } from '#libs/database';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../apps/api/src/service/app/entities.js';
import { type BuiltService, errorsOf, startBuilt, stopAllBuilt } from '../support/built-service.js';
import { unlimited } from '../support/built-world.js';
import { freshDatabase } from '../support/database.js';
import { isFull, printFigures } from '../support/figures.js';
import { eventually } from '../support/eventually.js';
import type { Service } from '../support/service.js';
import { StreamReader } from '../support/stream-reader.js';
import { type Person, world, type World } from '../support/world.js';

jest.setTimeout(600_000);

const [WATCHERS, PEOPLE, STREAMS, SAID, ROUNDS] = isFull ? [2_000, 200, 5, 500, 200] : [200, 10, 5, 50, 20];

const folder = mkdtempSync(join(tmpdir(), 'curbcut-teamwork-'));
const figures: Record<string, string | number> = {};
let database: DataSource;
let drop: () => Promise<void>;
let service: BuiltService;
let w: World;
let issue: { id: string; number: number };

beforeAll(async () => {
  const fresh = await freshDatabase();
  ({ drop } = fresh);
  database = await new DataSource(
    databaseOptions({ url: fresh.url, poolSize: 1, entities: ENTITIES, migrations: [] }),
  ).initialize();
  w = await world({ database } as Service);
  service = await startBuilt({ ...unlimited(fresh.url, folder), MAX_CONNECTIONS: '16000', LIMIT_MEMBERS: '6000' });
  issue = (await call<{ issue: typeof issue }>('POST', `${w.product.url}/issues`, { title: 'Look' })).issue;
});

afterAll(async () => {
  await stopAllBuilt();
  await database?.destroy();
  await drop?.();
  rmSync(folder, { recursive: true, force: true });
  printFigures('teamwork', figures);
});

async function call<T>(method: string, path: string, body?: object, by: Person = w.owner): Promise<T> {
  const answer = await fetch(`${service.base}${path}`, {
    method,
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect([method, path, answer.ok]).toEqual([method, path, true]);
  return (await answer.json()) as T;
}

const say = (body: string): Promise<unknown> =>
  call('POST', `${w.product.url}/issues/${issue.number}/comments`, { body });

/** The middle of the times of a reading, in milliseconds. */
async function reading(path: string): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await call('GET', path, undefined, w.member);
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!.toFixed(1);
}

const residentMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))![1]) / 1_024;

test('a timeline of many entries and a full inbox are read', async () => {
  for (let said = 0; said < SAID; said += 1) await say(`Number ${said}`);
  await database.query(
    `INSERT INTO notifications (user_id, id, organization_id, kind, at, subject_kind, subject_id, subject_number, subject_title, product_slug)
     SELECT $1, gen_random_uuid(), $2, 'commented', now() - i * interval '11 minutes', 'issue', $3, $4, 'Look', $5
     FROM generate_series(1, 1000) i`,
    [w.member.id, w.organization.id, issue.id, issue.number, w.product.slug],
  );
  await database.query('ANALYZE');
  figures[`the first page of a timeline of ${SAID + 1}, ms`] = await reading(
    `${w.product.url}/issues/${issue.number}/timeline`,
  );
  figures['the inbox, ms'] = await reading('/v1/me/notifications');
  figures['how many are unread, ms'] = await reading('/v1/me/notifications/count');
  figures['a list of issues, ms'] = await reading(`${w.product.url}/issues`);
});

test('all who watch an issue are told of a comment, soon', async () => {
  await database.query(
    `WITH people AS (
       INSERT INTO users (id, name, email, email_verified, image)
       SELECT gen_random_uuid(), 'Watcher ' || i, 'watcher-' || i || '@watch.example', true, NULL
       FROM generate_series(1, $2::int) i RETURNING id
     ), belonging AS (
       INSERT INTO members (id, organization_id, user_id, role)
       SELECT gen_random_uuid(), $1, id, 'member' FROM people RETURNING user_id
     )
     INSERT INTO issue_watches (organization_id, user_id, issue_id) SELECT $1, user_id, $3::uuid FROM belonging`,
    [w.organization.id, WATCHERS, issue.id],
  );
  await database.query('ANALYZE');
  const told = async (): Promise<number> => {
    const [{ count }] = await database.query<[{ count: string }]>(
      `SELECT count(*) FROM notifications n JOIN users u ON u.id = n.user_id WHERE u.email LIKE '%@watch.example'`,
    );
    return Number(count);
  };
  await say('Look here');
  const begun = performance.now();
  await eventually(told, (count) => count === WATCHERS, AbortSignal.timeout(30_000));
  figures[`until ${WATCHERS} are told, ms`] = Math.round(performance.now() - begun);
});

test('a notice reaches all open streams within a second', async () => {
  const people: Person[] = [];
  while (people.length < PEOPLE) people.push(await w.person('member'));
  await database.query(
    'INSERT INTO issue_watches (organization_id, user_id, issue_id) SELECT $1, unnest($2::uuid[]), $3',
    [w.organization.id, people.map(({ id }) => id), issue.id],
  );
  const before = residentMb();
  const streams: StreamReader[] = [];
  for (const { token } of people)
    streams.push(...(await Promise.all(Array.from({ length: STREAMS }, () => StreamReader.open(service.base, token)))));
  await Promise.all(streams.map((stream) => stream.has('count', 1)));
  figures[`memory of the service before and with ${streams.length} streams, MB`] =
    `${Math.round(before)} / ${Math.round(residentMb())}`;
  await say('Look there');
  const begun = Date.now();
  const came = await Promise.all(streams.map(async (stream) => (await stream.has('notification', 1)).at(-1)!.cameAt));
  figures['until the last has it, ms'] = Math.max(...came) - begun;
  streams.forEach((stream) => stream.leave());
  expect(errorsOf(service)).toEqual([]);
});
