import { CRITERION_STATEMENTS } from '../../apps/api/src/standards/catalogue/performance-statements.js';
import { FUNCTIONAL_NEEDS, needBit } from '../../apps/api/src/standards/taxonomy/built-in-needs.js';
import { earlier } from '../support/earlier.js';
import { regraded } from '../support/grades.js';
import { daysAgo } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const INSIGHTS = ['functional-needs', 'trends'];
const NEEDS = FUNCTIONAL_NEEDS.map(({ id, slug }) => ({ id, slug }));
const VISION = 'usage-without-vision';

const as = (w: World) => service.as(w.member.token);
const insight = async (w: World, path: string, at: { url: string } = w.organization) =>
  (await as(w).get(`${at.url}/insights/${path}`).expect(200)).body;
const dayAgo = (days: number): string => daysAgo(days).toISOString().slice(0, 10);

/** The requirements of WCAG 2.2 by the criterion that they state. */
async function criteria(): Promise<Map<string, string>> {
  const rows = await service.database.query(
    `SELECT r.id, r.wcag[1] AS criterion FROM requirements r JOIN standards s ON s.id = r.standard_id WHERE s.slug = 'wcag-2-2'`,
  );
  return new Map(rows.map((row: { id: string; criterion: string }) => [row.criterion, row.id]));
}

interface Barrier {
  title?: string;
  severity?: string;
  failing?: string[];
  needs?: string[];
}

/** Opens an issue that fails criteria and blocks functional needs. */
async function barrier(w: World, product: { url: string }, { failing = [], needs = [], ...issue }: Barrier) {
  const known = await criteria();
  const { body } = await as(w)
    .post(`${product.url}/issues`)
    .send({ title: 'Barrier', ...issue })
    .expect(201);
  const url = `${product.url}/issues/${body.issue.number}`;
  const requirementIds = failing.map((criterion) => known.get(criterion));
  if (failing.length > 0) await as(w).put(`${url}/requirements`).send({ requirementIds }).expect(200);
  const functionalNeedIds = NEEDS.filter(({ slug }) => needs.includes(slug)).map(({ id }) => id);
  if (needs.length > 0) await as(w).put(`${url}/functional-needs`).send({ functionalNeedIds }).expect(200);
  return url;
}

/** Moves issues of a product in time, as if they had been opened and closed so many days ago. */
async function moved(w: World, number: number, opened: number, closed: number | null): Promise<void> {
  await service.database.query(
    `UPDATE issues SET created_at = now() - make_interval(days => $3), state = CASE WHEN $4::int IS NULL THEN 'open'::issue_state ELSE 'closed' END,
       closed_at = now() - make_interval(days => $4::int)
     WHERE organization_id = $1 AND number = $2`,
    [w.organization.id, number, opened, closed],
  );
}

describe('who is blocked', () => {
  test('pictures of the RGAA block nobody who cannot hear, and what WCAG says of all that is no text does', async () => {
    const w = await world(service);
    const blocked = async (standard: string, name: string): Promise<string[]> => {
      const products = `${w.organization.url}/products`;
      const { product } = (
        await service.as(w.owner.token).post(products).send({ name: standard, type: 'website' }).expect(201)
      ).body;
      const url = `${products}/${product.slug}`;
      const [{ id }] = await service.database.query(
        'SELECT r.id FROM requirements r JOIN standards s ON s.id = r.standard_id WHERE s.slug = $1 AND r.name LIKE $2',
        [standard, `${name} %`],
      );
      const { issue } = (await as(w).post(`${url}/issues`).send({ title: 'Picture' }).expect(201)).body;
      await as(w)
        .put(`${url}/issues/${issue.number}/requirements`)
        .send({ requirementIds: [id] })
        .expect(200);
      const { functionalNeeds } = await insight(w, 'functional-needs', { url });
      return functionalNeeds
        .filter(({ count }: { count: number }) => count > 0)
        .map(({ slug }: { slug: string }) => slug);
    };
    expect(await blocked('rgaa', '1.1')).toEqual(['usage-without-vision', 'usage-with-limited-vision']);
    expect(await blocked('wcag-2-2', '1.1.1')).toContain('usage-without-hearing');
  });

  test('an issue blocks the needs that people linked it to, and those that what it fails supports; each once', async () => {
    const w = await world(service);
    await barrier(w, w.product, {
      severity: 'high',
      failing: ['1.4.1', '1.4.3'],
      needs: ['privacy', 'usage-with-limited-vision'],
    });
    await barrier(w, w.product, { failing: ['2.3.1'] });
    await barrier(w, w.product, { severity: 'low', needs: [VISION] });
    await barrier(w, w.product, { title: 'Blocks nobody that is known' });
    const { functionalNeeds, heaviest, freed } = await insight(w, 'functional-needs', w.product);
    expect(functionalNeeds.map(({ slug }: { slug: string }) => slug)).toEqual(NEEDS.map(({ slug }) => slug));
    const counts = functionalNeeds.map(({ count }: { count: number }) => count);
    expect(counts).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1]);
    expect(functionalNeeds[1]).toEqual({
      ...NEEDS[1],
      name: 'Usage with limited vision',
      count: 1,
      bySeverity: { high: 1, medium: 0, low: 0, none: 0 },
      byProduct: [{ productSlug: w.product.slug, count: 1 }],
    });
    expect(functionalNeeds[8].bySeverity.none).toBe(1);
    expect(heaviest.map(({ number, needs }: { number: number; needs: string[] }) => [number, needs.length])).toEqual([
      [1, 4],
      [3, 1],
      [2, 1],
    ]);
    expect(freed).toHaveLength(6);
  });

  test('the heaviest are five over all products, by needs, then severity, then age; closing them frees what nothing else blocks', async () => {
    const w = await world(service);
    const other = await w.newProduct('Other');
    for (let i = 0; i < 4; i += 1) await barrier(w, w.product, { severity: 'medium', failing: ['1.2.2'] });
    await barrier(w, other, { severity: 'high', failing: ['1.2.2'] });
    await barrier(w, other, { failing: ['2.2.1'] });
    await barrier(w, other, { failing: ['2.3.1'] });
    const { heaviest, freed, functionalNeeds } = await insight(w, 'functional-needs');
    expect(heaviest.map((each: { productSlug: string; number: number }) => [each.productSlug, each.number])).toEqual([
      [other.slug, 2],
      [other.slug, 1],
      ...[1, 2, 3].map((number) => [w.product.slug, number]),
    ]);
    expect(functionalNeeds[3].byProduct).toEqual([
      { productSlug: w.product.slug, count: 4 },
      { productSlug: other.slug, count: 2 },
    ]);
    expect(freed).not.toContain('usage-without-hearing');
    expect(freed).not.toContain('minimize-photosensitive-seizure-triggers');
    expect(freed).toContain(VISION);
  });

  test('closed and deleted issues block nobody, nor do those of an archived product, but on its own page', async () => {
    const w = await world(service);
    const other = await w.newProduct('Other');
    const url = await barrier(w, w.product, { failing: ['2.1.1'] });
    const gone = await barrier(w, w.product, { needs: [VISION] });
    await barrier(w, other, { failing: ['1.4.3'] });
    const countOf = async (at?: { url: string }) =>
      (await insight(w, 'functional-needs', at)).functionalNeeds.map(({ count }: { count: number }) => count);
    expect((await countOf())[0]).toBe(2);
    await as(w).patch(url).send({ state: 'closed' }).expect(200);
    await service.as(w.admin.token).delete(gone).expect(204);
    await service.as(w.admin.token).post(`${other.url}/archive`).expect(200);
    expect(await countOf()).toEqual(NEEDS.map(() => 0));
    expect((await countOf(other))[1]).toBe(1);
    await as(w).patch(url).send({ state: 'open' }).expect(200);
    expect((await countOf())[0]).toBe(1);
  });

  test('a product without issues blocks nobody', async () => {
    const w = await world(service);
    const { functionalNeeds, heaviest, freed } = await insight(w, 'functional-needs', w.product);
    expect(
      functionalNeeds.every((need: { count: number; byProduct: [] }) => need.count + need.byProduct.length === 0),
    ).toBe(true);
    expect([heaviest, freed]).toEqual([[], []]);
  });

  test('whatever issues there are, the counts are those of a plain look at each', async () => {
    const w = await world(service);
    const other = await w.newProduct('Other');
    const known = [...CRITERION_STATEMENTS.keys()];
    const severities = ['high', 'medium', 'low', undefined];
    const barriers = Array.from({ length: 24 }, (_, i) => ({
      product: i % 3 === 0 ? other : w.product,
      severity: severities[(i * 7) % 4],
      failing: [known[(i * 11) % known.length]!, known[(i * 5) % 7]!].slice(0, i % 3),
      needs: i % 4 === 1 ? [NEEDS[i % 11]!.slug, NEEDS[(i * 3) % 11]!.slug] : [],
    }));
    for (const { product, severity, ...each } of barriers)
      await barrier(w, product, { ...each, ...(severity && { severity }) });
    const needsOf = ({ failing, needs }: { failing: string[]; needs: string[] }): Set<string> =>
      new Set([
        ...needs,
        ...NEEDS.filter((_need, place) =>
          failing.some((criterion) =>
            CRITERION_STATEMENTS.get(criterion)!.some((number) => needBit(number) === 1 << place),
          ),
        ).map(({ slug }) => slug),
      ]);
    for (const at of [undefined, w.product, other]) {
      const own = barriers
        .filter(({ product }) => at === undefined || product === at)
        .map((each) => ({ ...each, blocks: needsOf(each) }));
      const { functionalNeeds, heaviest } = await insight(w, 'functional-needs', at);
      for (const { slug, count, bySeverity } of functionalNeeds) {
        const blocked = own.filter(({ blocks }) => blocks.has(slug));
        const of = (severity?: string) => blocked.filter((each) => each.severity === severity).length;
        expect([slug, count, bySeverity]).toEqual([
          slug,
          blocked.length,
          { high: of('high'), medium: of('medium'), low: of('low'), none: of() },
        ]);
      }
      const weights = own.map(({ blocks }) => blocks.size).sort((a, b) => b - a);
      expect(heaviest.map(({ needs }: { needs: string[] }) => needs.length)).toEqual(
        weights.slice(0, 5).filter((weight) => weight > 0),
      );
    }
  }, 60_000);
});

describe('trends', () => {
  test('count what was opened, closed, reopened and deleted, and keep what was', async () => {
    const w = await world(service);
    for (let i = 0; i < 4; i += 1) await barrier(w, w.product, {});
    const issue = (number: number) => `${w.product.url}/issues/${number}`;
    await as(w).patch(issue(1)).send({ state: 'closed' }).expect(200);
    await as(w).patch(issue(2)).send({ state: 'closed' }).expect(200);
    await as(w).patch(issue(2)).send({ state: 'open' }).expect(200);
    await service.as(w.admin.token).delete(issue(3)).expect(204);
    for (const at of [w.organization, w.product]) {
      const { interval, points } = await insight(w, 'trends', at);
      expect([interval, points.length]).toEqual(['week', 26]);
      expect(points.at(-1)).toMatchObject({
        findings: { raised: 0, resolved: 0, regressed: 0 },
        issues: { opened: 5, closed: 2, open: 2 },
        medianAgeDays: 0,
        medianDaysToClose: 0,
      });
      expect(points[0]).toMatchObject({ issues: { opened: 0, closed: 0, open: 0 }, medianAgeDays: null, grade: null });
    }
  });

  test('tell no time to close where nothing is that was closed: deleted and reopened issues have none', async () => {
    const w = await world(service);
    for (let i = 0; i < 2; i += 1) await barrier(w, w.product, {});
    const issue = (number: number) => `${w.product.url}/issues/${number}`;
    for (const number of [1, 2]) await as(w).patch(issue(number)).send({ state: 'closed' }).expect(200);
    const last = async () => (await insight(w, 'trends', w.product)).points.at(-1);
    expect(await last()).toMatchObject({ issues: { closed: 2, open: 0 }, medianDaysToClose: 0 });
    await as(w).patch(issue(1)).send({ state: 'open' }).expect(200);
    await service.as(w.admin.token).delete(issue(2)).expect(204);
    expect(await last()).toMatchObject({ issues: { closed: 2, open: 1 }, medianDaysToClose: null });
  });

  test('count an issue where it was opened, and where it was closed', async () => {
    const w = await world(service);
    const url = await barrier(w, w.product, {});
    await service.database.query(
      `WITH issue AS (
         UPDATE issues SET created_at = ${earlier('created_at', "interval '21 days'")} WHERE organization_id = $1
       )
       UPDATE issue_days SET day = day - 21 WHERE organization_id = $1`,
      [w.organization.id],
    );
    await as(w).patch(url).send({ state: 'closed' }).expect(200);
    const { points } = await insight(w, 'trends', w.product);
    expect(points.slice(-4).map(({ issues }: { issues: object }) => issues)).toEqual([
      { opened: 1, closed: 0, open: 1 },
      { opened: 0, closed: 0, open: 1 },
      { opened: 0, closed: 0, open: 1 },
      { opened: 0, closed: 1, open: 0 },
    ]);
    expect(points.at(-1).medianDaysToClose).toBe(21);
  });

  test('count what runs of deployments raised, resolved and saw again, without what was taken back', async () => {
    const w = await world(service);
    const scan = async (rules: string[], context?: object) => {
      const body = {
        productRef: w.product.slug,
        type: 'automated_scan',
        tool: 'axe',
        coverage: 'complete',
        ...(context && { context }),
      };
      const findings = rules.map((ruleId) => ({ title: ruleId, ruleId }));
      const sent = await service
        .as(w.keys.ingest)
        .post('/api/ingest/test-activity')
        .send({ ...body, findings })
        .expect(201);
      return sent.body.testActivity.number as number;
    };
    await scan(['a', 'b']);
    await scan(['a']);
    const last = await scan(['a', 'b', 'c']);
    await scan(['proposed'], { trigger: 'pull_request', prNumber: 1 });
    const now = async () => (await insight(w, 'trends', w.product)).points.at(-1);
    const { findings, grade } = await now();
    expect(findings).toEqual({ raised: 3, resolved: 1, regressed: 1 });
    expect(grade).toBe((await as(w).get(`${w.product.url}/grade`)).body.grade.letter);
    await service.as(w.admin.token).delete(`${w.product.url}/test-activity/${last}`).expect(204);
    expect((await now()).findings).toEqual({ raised: 2, resolved: 1, regressed: 0 });
    expect((await insight(w, 'trends')).points.at(-1).grade).toBeNull();
  });

  test('ages are those of the last day of each point, and times to close those of what was closed in it', async () => {
    const w = await world(service);
    for (let i = 0; i < 3; i += 1) await barrier(w, w.product, {});
    await moved(w, 1, 100, null);
    await moved(w, 2, 90, 20);
    await moved(w, 3, 80, 10);
    const [{ id }] = await service.database.query('SELECT id FROM products WHERE slug = $1', [w.product.slug]);
    await regraded(service, id);
    const { points } = await insight(w, `trends?interval=month&from=${dayAgo(120)}`, w.product);
    expect(points.at(-1)).toMatchObject({ medianAgeDays: 100, issues: { open: 1 } });
    const closed = points.filter((point: { medianDaysToClose: number | null }) => point.medianDaysToClose !== null);
    expect(closed.every((point: { medianDaysToClose: number }) => point.medianDaysToClose === 70)).toBe(true);
    expect(closed.length).toBeGreaterThan(0);
    const total = (of: 'opened' | 'closed') =>
      points.reduce((sum: number, point: { issues: Record<string, number> }) => sum + point.issues[of]!, 0);
    expect([total('opened'), total('closed')]).toEqual([3, 2]);
  });

  test('leave archived products out, but on their own page', async () => {
    const w = await world(service);
    await barrier(w, w.product, {});
    await service.as(w.admin.token).post(`${w.product.url}/archive`).expect(200);
    expect((await insight(w, 'trends')).points.at(-1).issues).toEqual({ opened: 0, closed: 0, open: 0 });
    expect((await insight(w, 'trends', w.product)).points.at(-1).issues).toEqual({ opened: 1, closed: 0, open: 1 });
  });

  test('say nothing of findings where the organization does not test', async () => {
    const w = await world(service);
    await w.disable('testing');
    expect((await insight(w, 'trends', w.product)).points.at(-1).findings).toBeNull();
  });

  test.each([
    ['interval=day', '/query/interval'],
    ['interval=', '/query/interval'],
    ['from=2026-02-30', '/query/from'],
    ['from=2026-1-1', '/query/from'],
    ['to=2026-01-01T00:00:00Z', '/query/to'],
    ['to=', '/query/to'],
    ['from=0000-01-01&to=0000-02-01', '/query/from'],
    ['from=2026-02-02&to=2026-02-01', '/query/from'],
    ['from=2010-01-01&to=2026-01-01', '/query/from'],
    ['interval=month&from=0001-01-01&to=9999-12-31', '/query/from'],
  ])('%s is refused', async (query, path) => {
    const w = await world(service);
    for (const at of [w.organization, w.product]) {
      const { body } = await as(w).get(`${at.url}/insights/trends?${query}`).expect(400);
      expect(body.errors.map((fault: { path: string }) => fault.path)).toContain(path);
    }
  });

  test('begin with whole weeks and months, however old, and end with the present one', async () => {
    const w = await world(service);
    const of = async (query: string) => (await insight(w, `trends?${query}`, w.product)).points;
    expect(await of('interval=month&from=0001-01-31&to=0001-03-01')).toMatchObject(
      ['0001-01-01', '0001-02-01', '0001-03-01'].map((start) => ({ start, issues: { open: 0 }, medianAgeDays: null })),
    );
    expect(await of('from=9999-12-20&to=9999-12-31')).toEqual([]);
    expect(await of(`from=${dayAgo(0)}&to=9999-12-31`).catch(() => 'refused')).toBe('refused');
  });
});

test('insights are for members of organizations that keep issues', async () => {
  const w = await world(service);
  for (const at of [w.organization, w.product])
    for (const path of INSIGHTS) {
      const url = `${at.url}/insights/${path}`;
      await service.as(w.keys.read).get(url).expect(200);
      await service.as().get(url).expect(401);
      await service.as(w.stranger.token).get(url).expect(403);
      await service.as(w.keys.ingest).get(url).expect(403);
    }
  await as(w).get(`${w.organization.url}/products/nowhere/insights/trends`).expect(404);
  await w.disable('issues');
  for (const path of INSIGHTS) await as(w).get(`${w.organization.url}/insights/${path}`).expect(403);
});
