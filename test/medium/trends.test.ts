import { DAY_MS } from '#libs/dates';
import fc from 'fast-check';
import { dayNumber } from '../../apps/api/src/reporting/insights/trend-points.js';
import type { TrendPoint } from '../../apps/api/src/reporting/insights/trends.js';
import { regraded } from '../support/grades.js';
import { nowMs } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ LOG_LEVEL: 'silent' });

/** How many random histories, and from which seed. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 12);
const SEED = Number(process.env['MODEL_SEED'] ?? 1);

const HOUR = 1 / 24;
const today = (): number => Math.floor(nowMs() / DAY_MS);

const history = fc.record({
  // Days before the present midnight of UTC, with a part of a day.
  issues: fc.array(
    fc.record({
      product: fc.constantFrom(0, 1, 2),
      opened: fc.double({ min: HOUR, max: 400, noNaN: true }),
      lasted: fc.option(fc.double({ min: 0, max: 90, noNaN: true })),
    }),
    { maxLength: 30 },
  ),
  interval: fc.constantFrom('week', 'month'),
  from: fc.integer({ min: 0, max: 420 }),
  length: fc.integer({ min: 0, max: 420 }),
});

test('whatever happened, trends are what a look at each issue of the active products gives', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ issues, interval, from, length }) => {
      const w = await world(service);
      const products = [w.product, await w.newProduct('Other'), await w.newProduct('Archived')];
      const rows = await service.database.query('SELECT id, slug FROM products WHERE organization_id = $1', [
        w.organization.id,
      ]);
      const ids = products.map(({ slug }) => rows.find((row: { slug: string }) => row.slug === slug).id);
      const midnight = today() * DAY_MS;
      const at = (daysAgo: number) => new Date(midnight - daysAgo * DAY_MS);
      const lives = issues.map(({ product, opened, lasted }) => ({
        product,
        opened: at(opened),
        closed: lasted === null || lasted >= opened ? null : at(opened - lasted),
      }));
      await service.database.query(
        `INSERT INTO issues (organization_id, id, product_id, number, title, state, wcag, created_at, closed_at, source)
         SELECT $1, gen_random_uuid(), product, row_number() OVER (PARTITION BY product), 'Barrier',
           CASE WHEN closed IS NULL THEN 'open' ELSE 'closed' END::issue_state, '{}', opened, closed, 'internal'
         FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) AS i(product, opened, closed)`,
        [
          w.organization.id,
          lives.map(({ product }) => ids[product]),
          lives.map(({ opened }) => opened),
          lives.map(({ closed }) => closed),
        ],
      );
      await service.database.query(
        `INSERT INTO record_totals (organization_id, product_id, kind, value)
         SELECT organization_id, product_id, 'issues', count(*) FROM issues WHERE organization_id = $1 GROUP BY 1, 2`,
        [w.organization.id],
      );
      await regraded(service, ...ids);
      await service.as(w.admin.token).post(`${products[2]!.url}/archive`).expect(200);
      const date = (daysAgo: number) => at(daysAgo).toISOString().slice(0, 10);
      const query = `interval=${interval}&from=${date(Math.max(from, length))}&to=${date(Math.max(from, length) - length)}`;
      for (const [url, own] of [
        [w.organization.url, [0, 1]],
        ...products.map(({ url }, product) => [url, [product]] as const),
      ] as const) {
        const { body } = await service.as(w.member.token).get(`${url}/insights/trends?${query}`).expect(200);
        const concerned = lives
          .filter(({ product }) => (own as readonly number[]).includes(product))
          .map(({ opened, closed }) => ({
            opened: Math.floor(+opened / DAY_MS),
            closed: closed === null ? null : Math.floor(+closed / DAY_MS),
          }));
        compare(body.points, concerned);
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
}, 600_000);

/** Each point but the last, whose end is that of the next. */
function compare(points: readonly TrendPoint[], issues: readonly { opened: number; closed: number | null }[]): void {
  for (const [index, { start, ...point }] of points.slice(0, -1).entries()) {
    const [first, next] = [dayNumber(start), dayNumber(points[index + 1]!.start)];
    const within = (day: number | null) => day !== null && day >= first && day < next;
    const open = issues.filter(({ opened, closed }) => opened < next && (closed === null || closed >= next));
    const closed = issues.filter((issue) => within(issue.closed));
    expect(point).toMatchObject({
      issues: {
        opened: issues.filter(({ opened }) => within(opened)).length,
        closed: closed.length,
        open: open.length,
      },
      medianAgeDays: lowerMedian(open.map(({ opened }) => next - 1 - opened)),
      medianDaysToClose: lowerMedian(closed.map((issue) => issue.closed! - issue.opened)),
    });
  }
}

const lowerMedian = (values: number[]): number | null =>
  values.sort((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? null;
