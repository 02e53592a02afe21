import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseOptions } from '#libs/database';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../apps/api/src/service/app/entities.js';
import { type BuiltService, errorsOf, startBuilt, stopAllBuilt } from '../support/built-service.js';
import { unlimited } from '../support/built-world.js';
import { citusNodes, freshCitusDatabase, unrestricted } from '../support/citus/database.js';
import { kill, type Machine, machineOf, startAgain } from '../support/citus/machine.js';
import { runAsOperator } from '../support/operator.js';
import { checkCounts } from '../support/counts.js';
import { printFigures } from '../support/figures.js';
import { type Answer, send } from '../support/paired-programs.js';
import { eventually } from '../support/eventually.js';
import type { Service } from '../support/service.js';
import { world, type World } from '../support/world.js';

jest.setTimeout(300_000);

/** What somebody asked, and what came of it. */
interface Asked extends Answer {
  what: string;
  title: string;
}

let database: DataSource;
let service: BuiltService;
let drop: () => Promise<void>;
const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-machines-'));
const machines = new Map<number, { machine: Machine; url: string }>();

beforeAll(async () => {
  const fresh = await freshCitusDatabase();
  const url = unrestricted(fresh.url);
  drop = fresh.drop;
  database = await new DataSource(
    databaseOptions({ url, poolSize: 3, entities: ENTITIES, migrations: [] }),
  ).initialize();
  service = await startBuilt(unlimited(url, dataDir));
  for (const node of citusNodes().slice(1)) {
    const machine = await machineOf(node);
    machines.set(machine.port, { machine, url: node });
  }
});

afterAll(async () => {
  await stopAllBuilt();
  await database.destroy();
  await drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The port of the machine that has the rows of an organization. */
async function placeOf({ organization }: World): Promise<number> {
  const [{ port }] = await database.query<[{ port: number }]>(
    `SELECT nodeport AS port FROM citus_shards WHERE shardid = get_shard_id_for_distribution_column('products', $1::uuid)`,
    [organization.id],
  );
  return port;
}

/** Worlds until each machine has one; by machine. */
async function worldOnEach(): Promise<Map<number, World>> {
  const found = new Map<number, World>();
  while (found.size < machines.size) {
    const w = await world({ database } as Service);
    const port = await placeOf(w);
    if (!found.has(port)) found.set(port, w);
  }
  return found;
}

/** Opens issues, reports and reads lists, one after the other, until it is ended; what came of it. */
function workIn(w: World): { end: () => Promise<Asked[]> } {
  const done: Asked[] = [];
  let isOver = false;
  const ask = async (
    what: string,
    title: string,
    ...[verb, path, options]: [string, string, object]
  ): Promise<void> => {
    done.push({ what, title, ...(await send(service, verb, path, options)) });
  };
  const lane = async (name: string): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      const title = `${name} ${turn}`;
      const credential = w.member.token;
      await ask('issue', title, 'POST', `${w.product.url}/issues`, { credential, body: { title } });
      await ask('list', title, 'GET', `${w.product.url}/issues?pageSize=5`, { credential });
      await ask('report', title, 'POST', '/api/ingest/test-activity', {
        credential: w.keys.ingest,
        body: {
          productRef: w.product.slug,
          type: 'automated_scan',
          tool: 'axe-core',
          idempotencyKey: title,
          findings: [{ ruleId: `rule-${turn % 9}`, title: 'A fault', selector: `#${name}` }],
        },
      });
      await delay(10);
    }
  };
  const lanes = Promise.all(['one', 'two', 'three'].map(lane));
  return {
    end: async () => {
      isOver = true;
      await lanes;
      return done;
    },
  };
}

const isDone = ({ status }: Answer): boolean => status === 200 || status === 201;

/** What was acknowledged is there once, and what was refused is there once or not at all. */
async function expectNothingLost(w: World, done: readonly Asked[]): Promise<void> {
  for (const [what, query] of [
    ['issue', 'SELECT title AS name FROM issues WHERE organization_id = $1'],
    ['report', 'SELECT idempotency_key AS name FROM test_activities WHERE organization_id = $1'],
  ] as const) {
    const rows = await database.query<{ name: string }[]>(query, [w.organization.id]);
    const there = rows.map(({ name }) => name);
    const asked = done.filter((one) => one.what === what);
    expect(new Set(there).size).toBe(there.length);
    expect(there).toEqual(expect.arrayContaining(asked.filter(isDone).map(({ title }) => title)));
    expect(asked.map(({ title }) => title)).toEqual(expect.arrayContaining(there));
  }
}

const statuses = (done: readonly Asked[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { what, status } of done) counts[`${what} ${status}`] = (counts[`${what} ${status}`] ?? 0) + 1;
  return counts;
};

test('a machine is killed under load: its organizations wait, the others go on, and nothing acknowledged is lost', async () => {
  const worlds = await worldOnEach();
  const [[port, away], [, present]] = [...worlds] as [[number, World], [number, World]];
  const { machine, url } = machines.get(port)!;
  const keyToRevoke = await away.key({ scopes: ['read'] });
  const { body } = await send(service, 'GET', `${away.organization.url}/api-keys`, { credential: away.owner.token });
  const { id: keyId } = body.apiKeys[0];

  const [inAway, inPresent] = [workIn(away), workIn(present)];
  await delay(1_500);
  kill(machine);
  await delay(500);
  const invite = (w: World): Promise<Answer> =>
    send(service, 'POST', '/api/auth/organization/invite-member', {
      credential: w.owner.token,
      body: { organizationId: w.organization.id, email: `${Math.random()}@example.org`, role: 'member' },
    });
  const copied = await invite(present);
  const revoke = (): Promise<Answer> =>
    send(service, 'DELETE', `${away.organization.url}/api-keys/${keyId}`, { credential: away.owner.token });
  const revoked = await revoke();
  const after = await send(service, 'GET', `${away.organization.url}/standards`, { credential: keyToRevoke });
  await delay(1_500);
  await startAgain(machine, url);
  await delay(1_500);
  const [ofAway, ofPresent] = [await inAway.end(), await inPresent.end()];

  expect(errorsOf(service)).toEqual([]);
  expect([copied.status, copied.retryAfter]).toEqual([503, 2]);
  expect([revoked.status, after.status]).toEqual([204, 401]);
  expect(ofPresent.filter((one) => !isDone(one))).toEqual([]);
  const refused = ofAway.filter((one) => !isDone(one));
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, retryAfter } of refused) expect([status, retryAfter]).toEqual([503, 2]);
  expect(ofAway.slice(-9).every(isDone)).toBe(true);
  for (const [w, done] of [
    [away, ofAway],
    [present, ofPresent],
  ] as const)
    await expectNothingLost(w, done);
  expect((await invite(present)).status).toBe(200);
  // The organization's change log has it once, however often the job is run.
  const told = await eventually(
    () =>
      database.query<unknown[]>(
        `SELECT 1 FROM events WHERE organization_id = $1 AND type = 'api_key.revoked' AND subject_id = $2`,
        [away.organization.id, keyId],
      ),
    (rows) => rows.length > 0,
  );
  expect(told).toHaveLength(1);
  expect((await revoke()).status).toBe(404);
  await checkCounts({ database });
  printFigures('a machine killed under load', {
    'requests of its organization': JSON.stringify(statuses(ofAway)),
    'requests of the other': JSON.stringify(statuses(ofPresent)),
    'slowest refusal': `${Math.round(Math.max(...refused.map(({ ms }) => ms)))} ms`,
  });
});

test('an organization is moved to the other machine while it reports: no request fails, and nothing is lost', async () => {
  const w = await world({ database } as Service);
  const from = await placeOf(w);
  const to = [...machines.keys()].find((port) => port !== from)!;
  const work = workIn(w);
  await delay(1_000);
  const began = performance.now();
  await database.query(
    `SELECT citus_move_shard_placement(get_shard_id_for_distribution_column('products', $1::uuid), '127.0.0.1', $2, '127.0.0.1', $3, 'force_logical')`,
    [w.organization.id, from, to],
  );
  const took = performance.now() - began;
  await delay(1_000);
  const done = await work.end();

  expect(done.filter((one) => !isDone(one))).toEqual([]);
  expect(await placeOf(w)).toBe(to);
  await expectNothingLost(w, done);
  await checkCounts({ database });
  printFigures('an organization moved under load', {
    'the move': `${Math.round(took)} ms`,
    requests: JSON.stringify(statuses(done)),
    'slowest request': `${Math.round(Math.max(...done.map(({ ms }) => ms)))} ms`,
  });
});

test('an operator asks where an organization is, and moves it with those beside it while it reports', async () => {
  const url = (database.options as { url: string }).url;
  const as = (line: string) =>
    runAsOperator({ databaseUrl: url, settings: { dataDir, secretKey: undefined } as Service['settings'] }, line);
  const partOf = async ({ organization }: World): Promise<string> => {
    const [{ shard }] = await database.query<[{ shard: string }]>(
      `SELECT get_shard_id_for_distribution_column('products', $1::uuid) AS shard`,
      [organization.id],
    );
    return shard;
  };
  const w = await world({ database } as Service);
  const [{ slug }] = await database.query<[{ slug: string }]>('SELECT slug FROM organizations WHERE id = $1', [
    w.organization.id,
  ]);
  const from = await placeOf(w);
  const to = [...machines.keys()].find((port) => port !== from)!;
  let beside = await world({ database } as Service);
  while ((await partOf(beside)) !== (await partOf(w))) beside = await world({ database } as Service);
  expect((await as(`organizations where ${slug}`)).said).toMatch(
    new RegExp(`^${slug} is on 127\\.0\\.0\\.1:${from}, in the same shards as \\d+ others\\.$`),
  );
  for (const [line, why] of [
    [`${slug} 127.0.0.1:1 --with-others`, 'There is no machine 127.0.0.1:1'],
    [`${slug} 127.0.0.1:${from} --with-others`, 'already'],
    [`${slug} 127.0.0.1:${to}`, '--with-others'],
    [`nobody 127.0.0.1:${to}`, 'There is no organization nobody'],
  ])
    expect([line, await as(`organizations move ${line}`)]).toEqual([
      line,
      { code: 1, said: expect.stringContaining(why!) },
    ]);
  expect(await placeOf(w)).toBe(from);
  const works = [workIn(w), workIn(beside)];
  const moved = await as(`organizations move ${slug} 127.0.0.1:${to} --with-others`);
  expect([moved.code, moved.said]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^${slug} is on 127.0.0.1:${to} now`)),
  ]);
  for (const [index, one] of [w, beside].entries()) {
    const done = await works[index]!.end();
    expect(done.filter((asked) => !isDone(asked))).toEqual([]);
    await expectNothingLost(one, done);
    expect(await placeOf(one)).toBe(to);
  }
  await checkCounts({ database });
});
