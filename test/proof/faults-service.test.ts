import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { WAITING } from '../support/answer-after-waiting.js';
import { type BuiltService, errorsOf, startBuilt, stopAllBuilt, stopBuilt } from '../support/built-service.js';
import { builtWorld, unlimited } from '../support/built-world.js';
import { draw } from '../support/dice.js';
import { printFigures, isFull } from '../support/figures.js';
import { freePort } from '../support/free-port.mjs';
import { RestartablePostgres } from '../support/restartable-postgres.js';
import { plain } from '../support/pictures.js';
import { TestReceiver } from '../support/receiver.js';
import { acknowledgedActivities, integrityFlaws, report, reporter } from '../support/reports.js';
import { isProperOutage, isSuccess, seconds, Traffic, waitFor } from '../support/traffic.js';
import type { World } from '../support/world.js';

jest.setTimeout(900_000);

const KILLS = isFull ? 20 : 2;
const IN_FLIGHT = 50;

const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-faults-'));
let postgres: RestartablePostgres;
let database: Client;
let receiver: TestReceiver;
let port: string;
let w: World;
let slugs: string[];

const start = (): Promise<BuiltService> =>
  startBuilt({ ...unlimited(postgres.url, dataDir), PORT: port, WEBHOOKS_ALLOW_PRIVATE: 'true' });

beforeAll(async () => {
  postgres = await RestartablePostgres.start();
  receiver = await TestReceiver.start();
  port = String(await freePort());
  await stopBuilt(await start());
  ({ w, slugs } = await builtWorld(postgres.url, 3));
  database = new Client({ connectionString: postgres.url });
  await database.connect();
});

afterEach(() => stopAllBuilt());
afterAll(async () => {
  await database?.end();
  await receiver?.stop();
  await postgres?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

const base = (): string => `http://127.0.0.1:${port}`;
const rows = async <T>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await database.query(sql, values)).rows as T[];

const stored = (): string[] => {
  const folder = join(dataDir, 'uploads', 'avatars');
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};
const shown = async (): Promise<string[]> =>
  (await rows<{ image: string }>('SELECT image FROM users WHERE image IS NOT NULL'))
    .map(({ image }) => basename(image))
    .sort();

test('a service killed in the middle of reports and uploads leaves no half record, and a retry applies once', async () => {
  const pictures = await Promise.all(['red', 'lime', 'blue'].map((colour) => plain(900, 900, colour).png().toBuffer()));
  const traffic = new Traffic(base());
  let service = await start();
  for (const slug of slugs) traffic.add(reporter(w, slug, 20)).add(reporter(w, slug, 100));
  for (const { token } of [w.owner, w.member]) {
    traffic.add(() => {
      const body = new FormData();
      const picture = pictures[Math.floor(draw() * pictures.length)]!;
      body.append('file', new Blob([new Uint8Array(picture)]), 'me.png');
      return { kind: 'upload', method: 'POST', path: '/v1/profile-picture', credential: token, body };
    });
  }
  const restarts: number[] = [];
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const begun = Date.now();
      await waitFor(30, () =>
        traffic.successAfter(begun, 'ingest') && traffic.successAfter(begun, 'upload') ? true : undefined,
      );
      await delay(draw() * 500);
      await stopBuilt(service, 'SIGKILL');
      const killed = Date.now();
      service = await start();
      restarts.push(Date.now() - killed);
      // What a row shows is there, whatever the kill cut off.
      expect((await shown()).filter((name) => !stored().includes(name))).toEqual([]);
    }
    const last = Date.now();
    await waitFor(30, () => traffic.successAfter(last, 'ingest'));
  } finally {
    await traffic.stop();
  }
  const ids = acknowledgedActivities(traffic);
  const flawed = await integrityFlaws(postgres.url, ids);
  const [{ doubled }] = (await rows<{ doubled: string }>(
    'SELECT count(*) - count(DISTINCT idempotency_key) AS doubled FROM test_activities',
  )) as [{ doubled: string }];
  const wrong = traffic.wrong.filter(({ status }) => status !== 0);
  const orphans = stored().filter((name) => name.endsWith('.tmp')).length;
  // What no row took is removed by a job within minutes; here at once.
  await rows(
    `SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs WHERE task_identifier = 'remove_file'`,
  );
  await waitFor(30, async () => (stored().join() === (await shown()).join() ? true : undefined)).catch(() => {});
  printFigures('The service killed with kill -9', {
    kills: KILLS,
    'reports acknowledged': ids.length,
    'reports applied twice': Number(doubled),
    ...flawed,
    uploads: traffic.count((answer) => answer.kind === 'upload' && isSuccess(answer)),
    'drafts of files left by the kills': orphans,
    'files that no row shows, once swept':
      stored().filter((name) => !name.endsWith('.tmp')).length - (await shown()).length,
    'requests that a kill cut off': traffic.count(({ status }) => status === 0),
    'answers of 503 with Retry-After': traffic.count(isProperOutage),
    'other failures': wrong.length,
    'ready again after (longest)': seconds(Math.max(...restarts)),
  });
  expect(stored()).toEqual(await shown());
  expect(wrong.length ? [wrong, errorsOf(service)] : []).toEqual([]);
  expect(Object.entries(flawed).filter(([, count]) => count > 0)).toEqual([]);
  expect(Number(doubled)).toBe(0);
  await stopBuilt(service);
});

/**
 * Sends a report and notes when the service has asked for its body and that is on its way; status 0 where the
 * connection broke.
 */
async function sendAll(
  call: ReturnType<typeof report>,
  sent: Promise<unknown>[],
): Promise<{ status: number; id?: string }> {
  const body = JSON.stringify(call.body);
  const sending = request(`${base()}${call.path}`, {
    method: call.method,
    agent: false,
    headers: {
      authorization: `Bearer ${call.credential}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  sent.push(once(sending, 'finish'));
  sending.once('continue', () => sending.end(body)).flushHeaders();
  try {
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
    const { testActivity } = JSON.parse(text) as { testActivity?: { id: string } };
    return { status: response.statusCode!, id: testActivity?.id };
  } catch {
    return { status: 0 };
  }
}

test('SIGTERM under load: readiness goes first, everything under way is answered, and the exit code is 0', async () => {
  const service = await start();
  const sent: Promise<unknown>[] = [];
  const reports = Array.from({ length: IN_FLIGHT }, (_, i) => sendAll(report(w, slugs[i % slugs.length]!, 100), sent));
  await Promise.all(sent);
  await delay(50);
  const stopped = Date.now();
  const ended = stopBuilt(service);
  const isUp = (): Promise<number> =>
    fetch(`${base()}/health/ready`).then(
      ({ status }) => status,
      () => 0,
    );
  const probes: Promise<number>[] = [];
  while (service.child.exitCode === null && service.child.signalCode === null) {
    probes.push(isUp());
    await delay(20);
  }
  const readiness = await Promise.all(probes);
  const answers = await Promise.all(reports);
  const code = await ended;
  const took = Date.now() - stopped;
  const cutOff = answers.filter(({ status }) => status === 0).length;
  printFigures('SIGTERM under load', {
    'reports under way': IN_FLIGHT,
    'cut off': cutOff,
    'answered 503, for want of a connection in time': answers.filter(({ status }) => status === 503).length,
    'readiness said 503 before connections were refused': readiness.includes(503) ? 'yes' : 'no',
    'exit code': String(code),
    'ended after': seconds(took),
  });
  expect(cutOff).toBe(0);
  expect(answers.filter(({ status }) => ![201, 503].includes(status))).toEqual([]);
  expect(readiness).toContain(503);
  expect(code).toBe(0);
  expect(took).toBeLessThan(10_000);
  expect(
    Object.entries(
      await integrityFlaws(
        postgres.url,
        answers.flatMap(({ id }) => id ?? []),
      ),
    ).filter(([, count]) => count > 0),
  ).toEqual([]);
});

test('a second SIGTERM ends a stop that somebody is waiting for', async () => {
  const service = await start();
  await database.query('BEGIN');
  await database.query('SELECT FROM products WHERE slug = $1 FOR UPDATE', [slugs[0]]);
  const traffic = new Traffic(base());
  const stuck = traffic.ask(report(w, slugs[0]!, 1));
  await waitFor(20, async () => ((await rows<{ n: number }>(WAITING))[0]!.n > 0 ? true : undefined));
  const ended = once(service.child, 'exit');
  service.child.kill('SIGTERM');
  const isReady = () =>
    fetch(`${base()}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitFor(20, async () => ((await isReady()) ? undefined : true));
  const again = Date.now();
  service.child.kill('SIGTERM');
  const [code] = (await ended) as [number];
  await database.query('ROLLBACK');
  await stuck;
  printFigures('A second SIGTERM', { 'ended after': seconds(Date.now() - again), 'exit code': code });
  expect(code).toBe(1);
  expect(Date.now() - again).toBeLessThan(1_000);
});

test('a webhook whose worker was killed in the middle of the delivery is told again', async () => {
  receiver.answers.set('/again', 'hang');
  const first = await start();
  const traffic = new Traffic(base());
  const ask = (path: string, body: object) =>
    traffic.ask({ kind: path, method: 'POST', path: `${w.organization.url}/${path}`, credential: w.owner.token, body });
  await ask('webhooks', { url: receiver.url('/again'), types: ['issue.created'] });
  await ask(`products/${slugs[0]}/issues`, { title: 'No alt text' });
  const [message] = await waitFor(20, () => (receiver.at('/again').length > 0 ? receiver.at('/again') : undefined));
  await stopBuilt(first, 'SIGKILL');
  receiver.answers.set('/again', 200);
  const killed = Date.now();
  const second = await start();
  // Jobs of the dead are taken from them after half a minute.
  if (!isFull) await rows(`UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute'`);
  const [, again] = await waitFor(90, () => (receiver.at('/again').length > 1 ? receiver.at('/again') : undefined));
  const took = Date.now() - killed;
  const status = (): Promise<{ status: string }[]> =>
    rows(`SELECT d.status FROM webhook_deliveries d JOIN webhooks h ON h.id = d.webhook_id WHERE h.url = $1`, [
      receiver.url('/again'),
    ]);
  await waitFor(10, async () => ((await status())[0]?.status === 'delivered' ? true : undefined));
  printFigures('The worker killed in the middle of a delivery', {
    deliveries: receiver.at('/again').length,
    'told again after': isFull ? seconds(took) : 'not measured in the short form',
  });
  expect(again!.headers['webhook-id']).toBe(message!.headers['webhook-id']);
  expect(await status()).toEqual([{ status: 'delivered' }]);
  expect(await stopBuilt(second)).toBe(0);
});
