import { thinRuns } from '../../apps/api/src/service/retention/thin-runs.js';
import { UnitOfWork } from '../../apps/api/src/platform/work/unit-of-work.service.js';
import { reporting } from '../support/conformance.js';
import { linesAt } from '../support/lines.js';
import { daysAgo } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ LOG_LEVEL: 'silent' });
const { report } = linesAt(service);

const NIGHTS = 365;
const KEPT_DAYS = 30;
const night = (n: number): Date => daysAgo(NIGHTS - n);

/** The report of a night, as if it had arrived then. */
async function atNight(w: World, n: number, rules: readonly string[], over: object = {}): Promise<number> {
  const { body } = await report(w, rules, { completedAt: night(n).toISOString(), ...over });
  const { number } = body.testActivity as { number: number };
  await service.database.query('UPDATE test_activities SET created_at = completed_at WHERE id = $1', [
    body.testActivity.id,
  ]);
  return number;
}

/**
 * What a year of nights leaves: twenty findings, of which each twentieth night another one is mended and a new one
 * comes.
 */
async function year(w: World): Promise<void> {
  for (let n = 0; n < NIGHTS; n += 1) {
    const news = Math.floor(n / 20);
    await atNight(
      w,
      n,
      Array.from({ length: 20 }, (_, index) => `rule-${news + index}`),
    );
  }
}

async function thin(w: World): Promise<number> {
  const [product] = await service.database.query<{ id: string }[]>('SELECT id FROM products WHERE slug = $1', [
    w.product.slug,
  ]);
  const key = { organizationId: w.organization.id, id: product!.id };
  const before = daysAgo(KEPT_DAYS);
  return thinRuns(service.database, service.app.get(UnitOfWork), key, before);
}

/** Bytes of runs, sets and answers. */
async function bytes({ organization }: World): Promise<number> {
  const [{ size }] = await service.database.query(
    `SELECT (SELECT sum(pg_column_size(a.*)) FROM test_activities a WHERE a.organization_id = $1)
       + (SELECT sum(pg_column_size(s.*)) FROM finding_sets s WHERE s.organization_id = $1)
       + (SELECT coalesce(sum(pg_column_size(n.*)), 0) FROM finding_answers n WHERE n.organization_id = $1)
       + (SELECT coalesce(sum(pg_column_size(t.*)), 0) FROM thinned_runs t WHERE t.organization_id = $1) AS size`,
    [organization.id],
  );
  return Number(size);
}

/** What is answered of findings, lines and the Grade. */
async function answers({ member, product, organization }: World): Promise<unknown> {
  const read = async (path: string): Promise<object> => (await service.as(member.token).get(path).expect(200)).body;
  const { findings } = (await read(`${product.url}/findings?pageSize=100`)) as { findings: { id: string }[] };
  const details = [];
  for (const { id } of findings) details.push(await read(`${product.url}/findings/${id}`));
  return [
    findings,
    details,
    await read(`${product.url}/lines`),
    await read(`${product.url}/grade`),
    await read(`${organization.url}/insights/trends`),
  ];
}

test('a year of nights takes at most 0.35 of what it takes for ever, and all that is told of findings stays', async () => {
  const w = await world(service);
  await year(w);
  const [told, size] = [await answers(w), await bytes(w)];
  const gone = await thin(w);
  expect(gone).toBeGreaterThan(0.65 * NIGHTS);
  expect((await bytes(w)) / size).toBeLessThanOrEqual(0.35);
  expect(await answers(w)).toEqual(told);
  const feed = await service.as(w.member.token).get(`${w.product.url}/testing-feed?pageSize=1`);
  expect(feed.body.pagination.total).toBe(NIGHTS - gone);
  expect(await thin(w)).toBe(0);

  const at = (number: number, path = ''): string => `${w.product.url}/test-activity/${number}${path}`;
  const admin = service.as(w.admin.token);
  for (const path of ['', '/findings', '/issues', '/undo'])
    expect((await admin.get(at(5, path))).body).toMatchObject({ status: 410, code: 'run_thinned' });
  expect((await admin.delete(at(5))).body).toMatchObject({ status: 410, code: 'run_thinned' });
  // It began its stretch.
  expect((await admin.get(at(21))).status).toBe(200);
  expect((await admin.delete(at(21))).body).toMatchObject({ status: 409, code: 'run_too_old' });
  expect((await admin.get(at(21, '/undo'))).body).toMatchObject({ status: 409, code: 'run_too_old' });
  expect((await admin.get(at(NIGHTS + 1))).status).toBe(404);
  await admin.delete(at(NIGHTS)).expect(204);
  expect((await admin.get(at(NIGHTS))).status).toBe(404);
}, 300_000);

test('a run stays that evidence names, that says something else, beside which somebody decided, and that is young', async () => {
  const w = await world(service);
  const nights = async (rules: readonly string[], ...numbers: number[]): Promise<void> => {
    for (const n of numbers) expect(await atNight(w, n, rules)).toBe(n);
  };
  await nights(['a'], 1, 2, 3, 4, 5);
  const { body } = await service.as(w.member.token).get(`${w.product.url}/findings`);
  await service.as(w.member.token).post(`${w.product.url}/findings/${body.findings[0].id}/confirm`).send({});
  await nights(['a'], 6, 7, 8);
  await nights(['a', 'b'], 9, 10, 11, 12);
  for (const number of [13, 14, 15]) expect(await atNight(w, NIGHTS - number, ['a', 'b'])).toBe(number);
  const r = await reporting(service, w);
  await r.fill({ 0: { evidence: [{ kind: 'test_activity', number: 11 }] } });
  expect(await thin(w)).toBe(5);
  const { testActivities } = (await service.as(w.member.token).get(`${w.product.url}/test-activity?pageSize=100`)).body;
  const left = (testActivities as { number: number }[]).map(({ number }) => number).sort((a, b) => a - b);
  expect(left).toEqual([1, 5, 6, 8, 9, 11, 12, 13, 14, 15]);
  expect(await r.problems()).toEqual([]);
});
