import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseOptions } from '#libs/database';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../apps/api/src/entities.js';
import { MIGRATIONS } from '../../apps/api/src/migrations/migrations.js';
import { prepareDatabase } from '../../apps/api/src/service.js';
import {
  type BuiltService,
  type RunningProgram,
  runBuilt,
  startBuilt,
  stopAllBuilt,
  stopBuilt,
} from '../support/built-service.js';
import { printFigures, isFull } from '../support/figures.js';
import { type PostgresPair, startPostgresPair } from '../support/postgres-pair.js';
import { waitUntil, TestReceiver } from '../support/receiver.js';
import type { Service } from '../support/service.js';
import { world, type World } from '../support/world.js';

jest.setTimeout(900_000);

const count = (short: number, full: number): number => (isFull ? full : short);
const folder = mkdtempSync(join(tmpdir(), 'curbcut-replicas-'));
const measured: Record<string, string | number> = {};

let pair: PostgresPair;
let receiver: TestReceiver;
let database: DataSource;
/** The two that answer requests and do jobs, and the one that does jobs only. */
let replicas: [BuiltService, BuiltService];
let worker: RunningProgram;

interface Answer {
  status: number;
  body: any; // eslint-disable-line @typescript-eslint/no-explicit-any
  retryAfter: number;
  ms: number;
}

let addresses = 0;
/** A caller's address that nobody had before: limits by address are proved in one place only. */
const newAddress = (): string => `10.${(addresses += 1) >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;

/** Sends a request to one of the replicas. */
async function send(
  { base }: Pick<BuiltService, 'base'>,
  verb: string,
  path: string,
  { credential, body, address = newAddress() }: { credential?: string; body?: object; address?: string } = {},
): Promise<Answer> {
  const begun = performance.now();
  const response = await fetch(base + path, {
    method: verb,
    headers: {
      'x-forwarded-for': address,
      ...(credential ? { authorization: `Bearer ${credential}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text ? JSON.parse(text) : null,
    retryAfter: Number(response.headers.get('retry-after')),
    ms: performance.now() - begun,
  };
}

/** The replicas take turns. */
const replica = (turn: number): BuiltService => replicas[turn % replicas.length]!;

/** Does something `times` times, some at once. */
async function inTurns<T>(times: number, concurrency: number, act: (turn: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < times) {
      const turn = next++;
      done[turn] = await act(turn);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return done;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const tally = (values: readonly (string | number)[]): Record<string, number> =>
  values.reduce<Record<string, number>>((counts, value) => ({ ...counts, [value]: (counts[value] ?? 0) + 1 }), {});

const environmentOf = (name: string, databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: join(folder, name),
  RATE_LIMIT_STORE: 'postgres',
  RATE_LIMIT_PER_MINUTE: '0',
  ADDRESS_LIMIT_PER_MINUTE: '0',
  TRUST_PROXY: '1',
  WEBHOOKS_ALLOW_PRIVATE: 'true',
  SECRET_KEY: 'a key that only this proof encrypts with',
});

/** A process that does nothing but jobs, at work. */
async function startWorker(environment: Record<string, string>): Promise<RunningProgram> {
  const run = runBuilt('dist/apps/api/src/main.js', { ...environment, WORKER: 'only' });
  while (!run.output().includes('works on jobs only')) {
    if (run.child.exitCode !== null) throw new Error(`the worker ended: ${run.output()}`);
    await delay(50);
  }
  return run;
}

const newWorld = (): Promise<World> => world({ database } as Service);

/** Every migration once, every built-in standard once: what one start alone leaves behind. */
async function expectMigratedOnce(url: string): Promise<void> {
  const names = await query(url, 'SELECT name FROM migrations ORDER BY id');
  expect(names.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
  const [doubles] = await query(
    url,
    `SELECT count(*)::int AS standards, count(DISTINCT slug)::int AS slugs FROM standards WHERE source = 'built_in'`,
  );
  expect(doubles!['standards']).toBe(doubles!['slugs']);
  expect(doubles!['standards']).toBeGreaterThan(0);
}

beforeAll(async () => {
  [pair, receiver] = await Promise.all([startPostgresPair(), TestReceiver.start()]);
  database = await new DataSource(
    databaseOptions({ url: pair.primaryUrl, poolSize: 3, entities: ENTITIES, migrations: MIGRATIONS }),
  ).initialize();
});

afterAll(async () => {
  for (const { child, output } of [...(replicas ?? []), ...(worker ? [worker] : [])])
    if (child.exitCode) process.stdout.write(`ended with ${child.exitCode}: ${output().slice(-3_000)}\n`);
  await stopAllBuilt();
  await database?.destroy();
  await receiver?.stop();
  await pair?.stop();
  rmSync(folder, { recursive: true, force: true });
  printFigures('replicas', measured);
});

test('replicas that start at once on an empty database migrate it once, and all get ready', async () => {
  const environment = (name: string) => ({
    ...environmentOf(name, pair.primaryUrl),
    DATABASE_REPLICA_URLS: pair.standbyUrl,
  });
  const begun = performance.now();
  const [first, second, only] = await Promise.all([
    startBuilt(environment('a')),
    startBuilt(environment('b')),
    startWorker(environment('c')),
  ]);
  [replicas, worker] = [[first, second], only];
  await expectMigratedOnce(pair.primaryUrl);
  measured['three processes at once on an empty database, ready after'] =
    `${((performance.now() - begun) / 1000).toFixed(1)} s`;
});

test('however many bring one empty database up to date at once, each change is made once', async () => {
  const rounds = count(1, 10);
  for (let round = 0; round < rounds; round += 1) {
    const name = `start_${round}`;
    const url = pair.primaryUrl.replace(/curbcut$/, name);
    await query(pair.primaryUrl, `CREATE DATABASE ${name} TEMPLATE template0`);
    // In one process, because processes do not start at quite the same moment.
    await Promise.all(Array.from({ length: 8 }, () => prepareDatabase(url)));
    await expectMigratedOnce(url);
    await query(pair.primaryUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
  measured['empty databases brought up to date by eight at once, each change made once'] = rounds;
});

test('rate limits are those of one service: 300 reports a minute in sum, the next is refused', async () => {
  const callers = count(1, 3);
  const asked = 330;
  for (let caller = 1; caller <= callers; caller += 1) {
    const { keys, product } = await newWorld();
    const address = newAddress();
    const report = (turn: number): Promise<Answer> =>
      send(replica(turn), 'POST', '/api/ingest/test-activity', {
        credential: keys.ingest,
        address,
        body: { productRef: product.slug, type: 'automated_scan', tool: 'axe', findings: [] },
      });
    const answers = await inTurns(asked, 16, report);
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 300, 429: asked - 300 });
    const waits = answers.filter(({ status }) => status === 429).map(({ retryAfter }) => retryAfter);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60);
    const [{ kept }] = await database.query('SELECT count(*)::int AS kept FROM test_activities WHERE product_id = $1', [
      product.id,
    ]);
    expect(kept).toBe(300);
    if (isFull && caller === callers) {
      await delay(Math.max(...waits) * 1000 + 500);
      for (const turn of [0, 1]) expect((await report(turn)).status).toBe(201);
    }
  }
  const address = newAddress();
  const signIns = await inTurns(30, 6, (turn) =>
    send(replica(turn), 'POST', '/api/auth/sign-in/email', {
      address,
      // Of many accounts: failures with one of them are counted before that.
      body: { email: `nobody-${turn}@example.org`, password: 'wrong password' },
    }),
  );
  expect(tally(signIns.map(({ status }) => status))).toEqual({ 401: 20, 429: 10 });
  measured['reports asked of two replicas in one minute by one address: let in / refused'] =
    `300 / ${asked - 300}, addresses: ${callers}`;
  measured['sign-ins asked of two replicas in one minute by one address: let in / refused'] = '20 / 10';
});

test('a session or key of one replica is good at the other, and is refused there once it is revoked here', async () => {
  const rounds = count(10, 100);
  let refusals = 0;
  const w = await newWorld();
  const list = `${w.product.url}/issues`;
  const refusedAt = async (service: BuiltService, credential: string, path: string, status: number): Promise<void> => {
    expect((await send(service, 'GET', path, { credential })).status).toBe(status);
    refusals += 1;
  };
  await inTurns(rounds, 4, async (turn) => {
    const [here, there] = [replica(turn), replica(turn + 1)];
    const email = `person-${turn}@example.org`;
    const signedUp = await send(here, 'POST', '/api/auth/sign-up/email', {
      body: { email, password: 'correct horse battery', name: 'Person' },
    });
    const token = signedUp.body.token as string;
    expect((await send(there, 'GET', '/api/auth/get-session', { credential: token })).body.user.email).toBe(email);
    expect((await send(here, 'POST', '/api/auth/sign-out', { credential: token, body: {} })).status).toBe(200);
    expect((await send(there, 'GET', '/api/auth/get-session', { credential: token })).body).toBeNull();
    await refusedAt(there, token, list, 401);

    const made = await send(here, 'POST', `${w.organization.url}/api-keys`, {
      credential: w.owner.token,
      body: { name: `key ${turn}`, scopes: ['read'] },
    });
    const { id, key } = made.body.apiKey as { id: string; key: string };
    expect((await send(there, 'GET', list, { credential: key })).status).toBe(200);
    const revoked = await send(here, 'DELETE', `${w.organization.url}/api-keys/${id}`, { credential: w.owner.token });
    expect(revoked.status).toBe(204);
    await refusedAt(there, key, list, 401);

    const person = await w.person('admin');
    const asked = `${w.organization.url}/api-keys`;
    expect((await send(there, 'GET', asked, { credential: person.token })).status).toBe(200);
    const change = (path: string, body: object) =>
      send(here, 'POST', `/api/auth/organization/${path}`, {
        credential: w.owner.token,
        body: { ...body, organizationId: w.organization.id },
      });
    expect((await change('update-member-role', { memberId: person.memberId, role: 'member' })).status).toBe(200);
    await refusedAt(there, person.token, asked, 403);
    expect((await change('remove-member', { memberIdOrEmail: person.memberId })).status).toBe(200);
    await refusedAt(there, person.token, list, 403);
  });
  expect(refusals).toBe(rounds * 4);
  measured['sessions ended, keys revoked, people demoted and removed at one replica, refused at the other'] = refusals;
});

test('each job runs once: as many webhook messages as events, as many mails as were asked for', async () => {
  const w = await newWorld();
  const paths = ['/one', '/two', '/three'];
  for (const [turn, path] of paths.entries())
    expect(
      (
        await send(replica(turn), 'POST', `${w.organization.url}/webhooks`, {
          credential: w.owner.token,
          body: { url: receiver.url(path), types: ['issue.created'] },
        })
      ).status,
    ).toBe(201);
  const events = count(60, 500);
  const letters = count(20, 100);
  const people = await inTurns(letters, 4, () => w.person());
  const mails = (): string[] =>
    ['a', 'b', 'c'].flatMap((name) => {
      try {
        return readdirSync(join(folder, name, 'mail')).map((file) => join(name, file));
      } catch {
        return [];
      }
    });
  const before = new Set(mails());
  const sent = (): string[] => mails().filter((file) => !before.has(file));

  const [created] = await Promise.all([
    inTurns(events, 8, (turn) =>
      send(replica(turn), 'POST', `${w.product.url}/issues`, {
        credential: w.member.token,
        body: { title: `Issue ${turn}` },
      }),
    ),
    inTurns(letters, 2, async (turn) => {
      const { status } = await send(replica(turn), 'POST', '/api/auth/request-password-reset', {
        body: { email: people[turn]!.email },
      });
      expect(status).toBe(200);
    }),
  ]);

  expect(tally(created.map(({ status }) => status))).toEqual({ 201: events });
  const waiting = async (): Promise<number> =>
    (await database.query('SELECT count(*)::int AS n FROM graphile_worker.jobs'))[0].n as number;
  for (const end = Date.now() + 400_000; (await waiting()) > 0 && Date.now() < end;) await delay(100);
  await delay(1_000);
  const ids = paths.map((path) => receiver.at(path).map(({ headers }) => headers['webhook-id']));
  expect(ids.map((of) => of.length)).toEqual(paths.map(() => events));
  expect(new Set(ids.flat()).size).toBe(events * paths.length);
  for (const path of paths)
    expect(new Set(receiver.at(path).map(({ body }) => JSON.parse(body).data.subject.id)).size).toBe(events);
  expect(await waiting()).toBe(0);
  expect(sent()).toHaveLength(letters);
  measured['events / webhooks / messages received, each once'] = `${events} / ${paths.length} / ${ids.flat().length}`;
  measured['password resets asked for / mails sent'] = `${letters} / ${sent().length}`;
  measured['mails sent by the two replicas and the worker'] = ['a', 'b', 'c']
    .map((name) => sent().filter((file) => file.startsWith(`${name}/`)).length)
    .join(' + ');
});

describe('with a standby', () => {
  let w: World;
  let issues: string;
  let created = 0;

  const totalAt = async (service: BuiltService, credential = w.member.token): Promise<number> => {
    const { status, body } = await send(service, 'GET', `${issues}?pageSize=1`, { credential });
    expect(status).toBe(200);
    return body.total as number;
  };
  const create = async (turn: number): Promise<number> => {
    const { status, body } = await send(replica(turn), 'POST', issues, {
      credential: w.member.token,
      body: { title: `Issue ${turn}` },
    });
    expect(status).toBe(201);
    created += 1;
    return body.issue.number as number;
  };
  const pause = async (): Promise<void> => {
    await query(pair.standbyUrl, 'SELECT pg_wal_replay_pause()');
    await waitUntil(
      () => query(pair.standbyUrl, 'SELECT pg_get_wal_replay_pause_state() AS state'),
      ([row]) => row!['state'] === 'paused',
    );
  };
  const resume = () => query(pair.standbyUrl, 'SELECT pg_wal_replay_resume()');
  const caughtUp = (): Promise<unknown> =>
    waitUntil(
      () => Promise.all(replicas.map((service) => totalAt(service))),
      (totals) => totals.every((total) => total === created),
    );
  /** Both replicas read from the standby: what it has not replayed, their lists do not have. */
  const expectStandbyInUse = async (): Promise<void> => {
    await caughtUp();
    await pause();
    const number = await create(0);
    for (const service of replicas) {
      expect(await totalAt(service)).toBe(created - 1);
      const record = await send(service, 'GET', `${issues}/${number}`, { credential: w.member.token });
      expect(record.status).toBe(200);
    }
    await resume();
    await caughtUp();
  };

  beforeAll(async () => {
    w = await newWorld();
    issues = `${w.product.url}/issues`;
    await waitUntil(
      async () => {
        for (const service of replicas) await totalAt(service);
        return query(
          pair.standbyUrl,
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'curbcut-lists'`,
        );
      },
      ([row]) => Number(row!['n']) >= replicas.length,
    );
  });

  test('lists are read from the standby, single records and all access decisions from the primary', async () => {
    const rounds = count(3, 30);
    for (let round = 0; round < rounds; round += 1) await expectStandbyInUse();

    await pause();
    const [key, guest] = [await w.key({ scopes: ['read'] }), await w.person('member')];
    for (const service of replicas)
      for (const credential of [key, guest.token]) expect(await totalAt(service, credential)).toBe(created);
    await database.query('UPDATE api_keys SET revoked_at = now() WHERE organization_id = $1', [w.organization.id]);
    await database.query('DELETE FROM members WHERE id = $1', [guest.memberId]);
    for (const service of replicas) {
      expect((await send(service, 'GET', issues, { credential: key })).status).toBe(401);
      expect((await send(service, 'GET', issues, { credential: guest.token })).status).toBe(403);
    }
    await resume();
    measured['rounds with replay paused: list stale, record fresh, at both replicas'] = rounds;
  });

  test('a standby may be killed and may hang: lists go on, nothing is lost, and it is used again when it is back', async () => {
    const reads: number[] = [];
    const faults: unknown[] = [];
    let isOver = false;
    const load = Promise.all([
      ...[0, 1, 2, 3].map(async (lane) => {
        for (let turn = lane; !isOver; turn += 1) {
          const { status, body, ms } = await send(replica(turn), 'GET', issues, { credential: w.member.token });
          if (status !== 200) faults.push([status, body]);
          reads.push(ms);
        }
      }),
      ...[0, 1].map(async (lane) => {
        for (let turn = lane; !isOver; turn += 1) {
          await create(turn);
          await delay(20);
        }
      }),
    ]);
    const slowestOf = (first: number): number => Math.max(...reads.slice(first));
    const [kills, hangs, hangFor] = [count(2, 8), count(1, 3), count(6_000, 15_000)];
    let [slowestKilled, slowestHung] = [0, 0];

    for (let kill = 0; kill < kills; kill += 1) {
      await delay(500);
      const first = reads.length;
      pair.signalStandby('SIGKILL');
      await delay(1_500);
      slowestKilled = Math.max(slowestKilled, slowestOf(first));
      for (const service of replicas) {
        const { status } = await send(service, 'GET', '/health/ready');
        expect(status).toBe(200);
      }
      await pair.restartStandby();
      await delay(1_500);
    }
    for (let hang = 0; hang < hangs; hang += 1) {
      const first = reads.length;
      pair.signalStandby('SIGSTOP');
      await delay(hangFor);
      slowestHung = Math.max(slowestHung, slowestOf(first));
      pair.signalStandby('SIGCONT');
      await delay(2_000);
    }
    isOver = true;
    await load;

    expect(faults).toEqual([]);
    expect(slowestKilled).toBeLessThan(2_000);
    // A standby that hangs is waited for once, for five seconds.
    expect(slowestHung).toBeLessThan(7_000);
    await expectStandbyInUse();
    const [{ kept, greatest }] = await database.query(
      'SELECT count(*)::int AS kept, max(number) AS greatest FROM issues WHERE product_id = $1',
      [w.product.id],
    );
    expect([kept, greatest]).toEqual([created, created]);
    for (const { output } of replicas) {
      const lost = output().split('lists are read without the standby').length - 1;
      const back = output().split(/lists are read from the standby \S+ again/).length - 1;
      expect(lost).toBe(back);
      expect(lost).toBeGreaterThanOrEqual(kills);
      // Once each; a hang that ends while the standby is examined is none.
      expect(lost).toBeLessThanOrEqual(kills + hangs);
    }
    Object.assign(measured, {
      'standby killed / hung under load, times': `${kills} / ${hangs}`,
      'lists read meanwhile / failed': `${reads.length} / ${faults.length}`,
      'slowest list while it was dead': `${Math.round(slowestKilled)} ms`,
      'slowest list while it hung': `${Math.round(slowestHung)} ms`,
      'issues acknowledged / kept / highest number': `${created} / ${kept} / ${greatest}`,
    });
  });
});

test('all replicas stop with exit code 0', async () => {
  expect(await Promise.all([...replicas, worker].map((run) => stopBuilt(run)))).toEqual([0, 0, 0]);
});
