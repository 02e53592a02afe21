import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { BuiltService } from '../support/built-service.js';
import { printFigures, isFull } from '../support/figures.js';
import {
  type Answer,
  type PairedDatabase,
  type Programs,
  count,
  newAddress,
  send,
  startPairedDatabase,
  startPrograms,
  stopPairedDatabase,
} from '../support/paired-programs.js';
import { TestReceiver } from '../support/receiver.js';
import type { Service } from '../support/service.js';
import { world, type World } from '../support/world.js';

jest.setTimeout(900_000);

const measured: Record<string, string | number> = {};

let paired: PairedDatabase;
let programs: Programs;
let replicas: Programs['replicas'];
let database: DataSource;
let folder: string;
let receiver: TestReceiver;

/** The replicas take turns. */
const replica = (turn: number): BuiltService => replicas[turn % replicas.length]!;

const newWorld = (): Promise<World> => world({ database } as Service);

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

const tally = (values: readonly (string | number)[]): Record<string, number> =>
  values.reduce<Record<string, number>>((counts, value) => ({ ...counts, [value]: (counts[value] ?? 0) + 1 }), {});

beforeAll(async () => {
  receiver = await TestReceiver.start();
  paired = await startPairedDatabase();
  programs = await startPrograms(paired);
  ({ database, folder } = paired);
  ({ replicas } = programs);
});

afterAll(async () => {
  await stopPairedDatabase(paired, programs);
  await receiver?.stop();
  printFigures('replicas: what they share', measured);
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
