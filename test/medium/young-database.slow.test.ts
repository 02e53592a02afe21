import type { Response } from 'supertest';
import { runsOf } from '../support/buffers.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

// So many that the trees of indexes differ in height.
const SCANS = 15;
// The feeds show some of them, and must not count the issues of all.
const AUDITS = 150;

let w: World;

const owner = () => service.as(w.owner.token);
const report = (body: object) =>
  service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: w.product.slug, ...body })
    .expect(201);
/** Findings of the same run are known from its first report on. */
const findings = (count: number, run: number) =>
  Array.from({ length: count }, (_, i) => ({ title: 'Barrier', ruleId: `rule-${i}`, selector: `#of-run-${run}` }));
const scan = (count: number, run: number, coverage = 'partial') =>
  report({ type: 'automated_scan', tool: 'axe', coverage, findings: findings(count, run) });
const lastRun = async (): Promise<string> => {
  const [{ number }] = await service.database.query('SELECT max(number) AS number FROM test_activities');
  return `${w.product.url}/test-activity/${number}`;
};

beforeAll(async () => {
  w = await world(service);
  await service.database.query(`DO $$ DECLARE one text; BEGIN
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = off)', one);
    END LOOP; END $$`);
  for (let run = 0; run < SCANS; run += 1) await scan(1_000, run, 'complete');
  await report({ type: 'manual_test', findings: findings(1_000, SCANS) });
  for (let i = 0; i < AUDITS; i += 1) await owner().post(`${w.product.url}/audits`).send({}).expect(201);
}, 120_000);

test('taking back what was decided of many duplicates: without statistics PostgreSQL does not compare each with all', async () => {
  const decide = async (filter: object, data: object) => {
    const bulk = (query: string, expected?: number) =>
      owner().patch(`${w.organization.url}/findings/bulk${query}`).send({ filter, expected, data }).expect(200);
    const { updated } = (await bulk('?dryRun=true')).body;
    return (await bulk('', updated)).body as { updated: number; decision: { id: string } };
  };
  const [{ id: duplicateOfId }] = (await owner().get(`${w.organization.url}/findings?status=resolved`)).body.findings;
  await decide({ status: ['pending'] }, { action: 'dismiss', reason: 'duplicate', duplicateOfId });
  const { updated, decision } = await decide({ status: ['dismissed'] }, { action: 'reopen' });
  let undone = 0;
  const runs = await runsOf(async () => {
    const url = `${w.organization.url}/findings/decisions/${decision.id}/undo`;
    undone = (await owner().post(url).expect(200)).body.undone;
  });
  expect([updated, undone]).toEqual([1_000, 1_000]);
  // Each finding takes some sixty; each with each would be a thousand more.
  const [heaviest] = runs.sort((one, other) => other.rows - one.rows);
  expect(heaviest!.rows > 100 * undone ? heaviest : {}).toEqual({});
}, 60_000);

type Act = () => PromiseLike<Response>;

// Pages that a request reads. Reading the whole product once takes some thousand, once for each row ten times as many
// or more.
test.each<[string, number, () => Promise<Act>]>([
  ['the feed of a product', 1_000, async () => () => owner().get(`${w.product.url}/testing-feed`)],
  ['the feed of an organization', 1_000, async () => () => owner().get(`${w.organization.url}/testing-feed`)],
  [
    'findings of a run',
    // Each shows the page that it was seen on last, which is read of the sets that its runs have left.
    2_500,
    async () => {
      await scan(50, -1);
      const url = await lastRun();
      return () => owner().get(`${url}/findings`);
    },
  ],
  ['a report of known findings', 8_000, async () => () => scan(50, 1)],
  [
    'undoing a run',
    8_000,
    async () => {
      await scan(50, 1);
      const url = await lastRun();
      return () => owner().delete(url);
    },
  ],
  ['deleting the product', 1_000_000, async () => () => owner().delete(w.product.url)],
])(
  '%s: without statistics PostgreSQL does not read the whole product for each row',
  async (_request, most, prepare) => {
    const act = await prepare();
    let status = 0;
    const runs = await runsOf(async () => ({ status } = await act()));
    expect(status).toBeLessThan(300);
    const read = runs.reduce((sum, { buffers }) => sum + buffers, 0);
    expect(read > most ? { read, heaviest: runs.slice(0, 3) } : {}).toEqual({});
  },
);
