import { Client } from 'pg';
import { ReplicaReads } from '../../apps/api/src/platform/lists/replica-reads.js';
import { MIGRATIONS } from '../../apps/api/src/platform/migrations/migrations.js';
import { freshDatabase, testServer } from '../support/database.js';
import { onConnection } from '../support/on-connection.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

// The "standby" is a database that nothing is ever replayed into: what is read from it is always empty.
const environment: Record<string, string> = {};
let standby: { url: string; drop: () => Promise<void> };
beforeAll(async () => {
  standby = await freshDatabase();
  environment['DATABASE_URL'] = testServer();
  environment['DATABASE_REPLICA_URLS'] = standby.url;
  // Nor does the row arrive there that tells how far it lags.
  environment['REPLICA_MAX_LAG_SECONDS'] = '86400';
});
const service = useService(environment);
afterAll(() => standby.drop());

/** Puts a statement to the server of the tests, beside the databases at hand. */
async function onServer(statement: string, values: unknown[] = []): Promise<void> {
  const url = new URL(standby.url);
  url.pathname = '/postgres';
  await onConnection(url.href, (client) => client.query(statement, values));
}

const name = (): string => new URL(standby.url).pathname.slice(1);
const goDown = async (): Promise<void> => {
  await onServer(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS false`);
  await onServer('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name()]);
};
const comeBack = (): Promise<void> => onServer(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`);

const lines = (words: string): number => service.log.filter((line) => line.includes(words)).length;

/** Each list with the name of its rows. */
const LISTS: [string, (w: World) => string][] = [
  ['products', (w) => `${w.organization.url}/products`],
  ['issues', (w) => `${w.product.url}/issues`],
  ['issues', (w) => `${w.organization.url}/issues`],
  ['audits', (w) => `${w.product.url}/audits`],
  ['audits', (w) => `${w.organization.url}/audits`],
  ['futureAudits', (w) => `${w.organization.url}/future-audits`],
  ['risks', (w) => `${w.product.url}/risks`],
  ['risks', (w) => `${w.organization.url}/risks`],
  ['testActivities', (w) => `${w.product.url}/test-activity`],
  ['testActivities', (w) => `${w.organization.url}/test-activity`],
  ['findings', (w) => `${w.product.url}/findings`],
  ['findings', (w) => `${w.organization.url}/findings`],
  ['entries', (w) => `${w.product.url}/testing-feed`],
  ['entries', (w) => `${w.organization.url}/testing-feed`],
  ['changes', (w) => `${w.product.url}/changes`],
  ['changes', (w) => `${w.organization.url}/changes`],
];

const RECORDS = [
  (w: World) => w.product.url,
  (w: World) => `${w.product.url}/issues/1`,
  (w: World) => `${w.product.url}/audits/1`,
  (w: World) => `${w.product.url}/risks/1`,
  (w: World) => `${w.product.url}/test-activity/1`,
];

/** A world with one of everything. */
async function populated(): Promise<World> {
  const w = await world(service);
  const as = service.as(w.owner.token);
  await as.patch(`${w.organization.url}/settings/conformance`).send({ auditFrequency: 12 });
  for (const [path, body] of [
    ['issues', { title: 'Issue' }],
    ['risks', { title: 'Risk' }],
    ['audits', { type: 'small_scope' }],
    ['test-activity', { type: 'manual_test' }],
  ] as const)
    expect((await as.post(`${w.product.url}/${path}`).send(body)).status).toBe(201);
  const report = { productRef: w.product.slug, type: 'automated_scan', tool: 'axe' };
  const findings = [{ ruleId: 'image-alt', title: 'Images have alternatives' }];
  expect(
    (
      await service
        .as(w.keys.ingest)
        .post('/api/ingest/test-activity')
        .send({ ...report, findings })
    ).status,
  ).toBe(201);
  return w;
}

const rowsOf = (w: World): Promise<number[]> =>
  Promise.all(
    LISTS.map(async ([rows, path]) => {
      const { status, body } = await service.as(w.member.token).get(path(w));
      expect([path(w), status]).toEqual([path(w), 200]);
      return (body[rows] as unknown[]).length;
    }),
  );

const allEmpty = (counts: number[]): boolean => counts.every((count) => count === 0);

test('lists come from the standby; who may read them, and single records, from the primary', async () => {
  const w = await populated();

  expect(await rowsOf(w)).toEqual(LISTS.map(() => 0));
  const { body } = await service.as(w.member.token).get(`${w.organization.url}/risks/insights`);
  expect(body.total).toBe(0);
  for (const path of RECORDS) expect((await service.as(w.keys.read).get(path(w))).status).toBe(200);
  expect((await service.as(w.stranger.token).get(`${w.product.url}/issues`)).status).toBe(403);
});

test('a revoked key reads no list, whatever the standby knows', async () => {
  const w = await world(service);
  const path = `${w.product.url}/issues`;
  expect((await service.as(w.keys.read).get(path)).status).toBe(200);

  await service.database.query('UPDATE api_keys SET revoked_at = now() WHERE organization_id = $1', [
    w.organization.id,
  ]);

  expect((await service.as(w.keys.read).get(path)).status).toBe(401);
});

test('a standby that is gone costs no list, is told once, and is used again when it is back', async () => {
  const w = await populated();
  await goDown();

  for (let round = 0; round < 3; round += 1) expect(await rowsOf(w)).not.toContain(0);
  expect((await service.as(undefined).get('/health/ready')).status).toBe(200);
  await comeBack();

  await eventually(() => rowsOf(w), allEmpty);
  expect([lines('lists are read without the read replica'), lines('are read from the read replica')]).toEqual([1, 1]);
});

test('a standby that has not replayed the newest migration is not read from', async () => {
  const w = await populated();
  const client = new Client({ connectionString: standby.url });
  await client.connect();
  const { rows } = await client.query('DELETE FROM migrations WHERE name = $1 RETURNING *', [MIGRATIONS.at(-1)!.name]);
  await client.query('ALTER TABLE products RENAME TO not_yet');
  const before = lines('has not replayed the migration');

  await service.as(w.member.token).get(`${w.organization.url}/products`);
  await eventually(() => lines('has not replayed the migration') > before);
  expect(await rowsOf(w)).not.toContain(0);

  await client.query('ALTER TABLE not_yet RENAME TO products');
  await client.query('INSERT INTO migrations VALUES ($1, $2, $3)', Object.values(rows[0]));
  await client.end();
  await eventually(() => rowsOf(w), allEmpty);
});

test('what reads a standby cannot write, and gives up in time', async () => {
  const seen = await eventually(
    () =>
      service.app.get(ReplicaReads).read((from) =>
        from.query(
          `SELECT current_setting('application_name') AS name, current_setting('transaction_read_only') AS read_only,
               current_setting('statement_timeout') AS patience`,
        ),
      ),
    ([{ name }]) => name === 'curbcut-lists',
  );
  expect(seen).toEqual([{ name: 'curbcut-lists', read_only: 'on', patience: '5s' }]);
});
