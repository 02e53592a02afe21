import { setTimeout as delay } from 'node:timers/promises';
import { draw } from '../support/dice.js';
import { printFigures } from '../support/figures.js';
import {
  type ReplicaResponse,
  concurrently,
  rounds,
  statusAndCode,
  statuses,
  useReplicas,
  RACE_TIMEOUT_MS,
} from '../support/races.js';
import type { World } from '../support/world.js';

const replicas = useReplicas('numbers, keys and slugs');
/**
 * What is numbered: where it is posted, how its answer names it, its table and counter, and a body that is refused
 * late.
 */
const KINDS = [
  ['issues', 'issue', 'issues', 'issue', { title: 'No alt text' }],
  ['audits', 'audit', 'audits', 'audit', { title: 'Yearly' }],
  ['test-activity', 'testActivity', 'test_activities', 'test_activity', { type: 'manual_test' }],
  ['risks', 'risk', 'risks', 'risk', { title: 'New checkout' }],
] as const;

const NOWHERE = '00000000-0000-7000-8000-000000000000';

const numbersIn = async (table: string, productId: string): Promise<number[]> =>
  (await replicas.database.query(`SELECT number FROM ${table} WHERE product_id = $1 ORDER BY number`, [productId])).map(
    ({ number }: { number: number }) => number,
  );

const upTo = (last: number, from = 1): number[] => Array.from({ length: last - from + 1 }, (_, i) => from + i);

test.each(KINDS)(
  'a hundred parallel creates of %s, a tenth refused or aborted, leave numbers without a gap or a double',
  async (path, name, table, kind, body) => {
    const w = await replicas.world();
    const caller = replicas.as(w.member.token);
    const tally: Record<string, number> = { created: 0, refused: 0, aborted: 0, 'made all the same': 0 };
    for (let round = 0; round < rounds(1, 10); round += 1) {
      const product = await w.newProduct();
      const url = `${product.url}/${path}`;
      const answers = await concurrently(100, async (i): Promise<ReplicaResponse | undefined> => {
        // Refused: by the rules of the DTO where there is no reference to get wrong, else after the number was taken.
        if (i % 20 === 7) return caller.post(url, kind === 'audit' ? { type: 'x' } : { ...body, areaIds: [NOWHERE] });
        if (i % 20 !== 13) return caller.post(url, body);
        const abort = new AbortController();
        const answer = caller.post(url, body, abort.signal).catch(() => undefined);
        await delay(draw() * 20);
        abort.abort();
        return answer;
      });
      const answered = answers.filter((answer) => answer !== undefined);
      expect(Object.keys(statuses(answered))).toEqual(['201', '400']);
      expect(statuses(answered)[400]).toBe(5);
      const given: number[] = answered.filter(({ status }) => status === 201).map((answer) => answer.body[name].number);
      expect(new Set(given).size).toBe(given.length);
      expect(given.length).toBeGreaterThanOrEqual(90);

      // What was aborted may be under way still.
      await settled(w, product.id);
      const numbers = await numbersIn(table, product.id);
      expect(numbers).toEqual(upTo(numbers.length));
      expect(numbers).toEqual(expect.arrayContaining(given));
      expect(await counter(product.id, kind)).toBe(numbers.length);
      tally['created']! += given.length;
      tally['refused']! += 5;
      tally['aborted']! += 100 - answered.length;
      tally['made all the same']! += numbers.length - given.length;

      // A deleted number is not given again, not even the last one.
      const last = numbers.length;
      const gone = [1, 40, last];
      const deleting = replicas.as(w.owner.token);
      const ends = await Promise.all([
        ...gone.map((number) => deleting.delete(`${url}/${number}`)),
        ...upTo(10).map(() => caller.post(url, body)),
      ]);
      expect(statuses(ends)).toEqual({ 201: 10, 204: 3 });
      expect(await numbersIn(table, product.id)).toEqual(upTo(last + 10).filter((number) => !gone.includes(number)));
    }
    printFigures(`numbers of ${path}`, tally);
  },
  RACE_TIMEOUT_MS,
);

test('blocks of numbers that a report of people takes for its issues do not overlap with single issues', async () => {
  const w = await replicas.world();
  const findings = upTo(7).map((i) => ({ title: `Found ${i}` }));
  const answers = await concurrently(60, (i) =>
    i % 3 === 0
      ? replicas
          .as(w.keys.ingest)
          .post('/api/ingest/test-activity', { type: 'user_research', productRef: w.product.slug, findings })
      : replicas.as(w.member.token).post(`${w.product.url}/issues`, { title: 'One' }),
  );
  expect(statuses(answers)).toEqual({ 201: 60 });
  expect(await numbersIn('issues', w.product.id)).toEqual(upTo(20 * 7 + 40));
  const blocks = await replicas.database.query(
    `SELECT max(number) - min(number) + 1 AS width, count(*)::int AS count FROM issues
     WHERE product_id = $1 AND test_activity_id IS NOT NULL GROUP BY test_activity_id`,
    [w.product.id],
  );
  expect(blocks).toEqual(upTo(20).map(() => ({ width: 7, count: 7 })));
});

const report = (w: World, key: string, rules: readonly string[]) => ({
  type: 'automated_scan',
  tool: 'axe',
  productRef: w.product.slug,
  idempotencyKey: key,
  findings: rules.map((ruleId) => ({ ruleId, title: ruleId })),
});

test(
  'of a hundred parallel reports with one idempotency key one is taken, and it answers for all',
  async () => {
    const times = rounds(1, 20);
    for (let round = 0; round < times; round += 1) {
      const w = await replicas.world();
      const rules = upTo(20).map((i) => `rule-${i}`);
      const answers = await concurrently(100, () =>
        replicas.as(w.keys.ingest).post('/api/ingest/test-activity', report(w, 'build-1', rules)),
      );
      expect(statuses(answers)).toEqual({ 200: 99, 201: 1 });
      const taken = answers.find(({ status }) => status === 201)!.body;
      expect(taken).toMatchObject({ findingCount: 20, delta: { new: 20, known: 0 } });
      for (const { body } of answers) expect({ ...body, created: true }).toEqual(taken);
      expect(await recorded(w)).toEqual({ activities: 1, findings: 20, reported: 20, events: 1 });
      expect(await counter(w.product.id, 'test_activity')).toBe(1);
    }
    printFigures('one idempotency key', { rounds: times, '201': times, '200': times * 99, activities: times });
  },
  RACE_TIMEOUT_MS,
);

test(
  'of two bodies under one idempotency key the first is taken whole, and nothing of the other',
  async () => {
    const times = rounds(4);
    const winners = [0, 0];
    for (let round = 0; round < times; round += 1) {
      const w = await replicas.world();
      const bodies = [
        ['a', 'b', 'c'],
        ['c', 'd'],
      ];
      const answers = await concurrently(8, (i) =>
        replicas.as(w.keys.ingest).post('/api/ingest/test-activity', report(w, 'build-1', bodies[i % 2]!)),
      );
      expect(statuses(answers)).toEqual({ 200: 7, 201: 1 });
      const winner = answers.findIndex(({ status }) => status === 201) % 2;
      winners[winner]! += 1;
      const found = await replicas.database.query('SELECT rule_id FROM findings WHERE product_id = $1 ORDER BY 1', [
        w.product.id,
      ]);
      expect(found.map((row: { rule_id: string }) => row.rule_id)).toEqual(bodies[winner]);
      expect(new Set(answers.map(({ body }) => body.findingCount))).toEqual(new Set([bodies[winner]!.length]));
    }
    printFigures('two bodies under one key', { rounds: times, 'first body': winners[0]!, 'second body': winners[1]! });
  },
  RACE_TIMEOUT_MS,
);

test(
  'one idempotency key in two products names an activity in each',
  async () => {
    for (let round = 0; round < rounds(1, 50); round += 1) {
      const w = await replicas.world();
      const other = await w.newProduct('Other');
      const answers = await concurrently(20, (i) =>
        replicas.as(w.keys.ingest).post('/api/ingest/test-activity', {
          ...report(w, 'build-1', ['a']),
          productRef: i % 2 ? other.slug : w.product.slug,
        }),
      );
      expect(statuses(answers)).toEqual({ 200: 18, 201: 2 });
      for (const { id } of [w.product, other]) expect(await numbersIn('test_activities', id)).toEqual([1]);
    }
  },
  RACE_TIMEOUT_MS,
);

test(
  'fifty parallel creates of one name get fifty slugs',
  async () => {
    const endings: Record<string, number> = {};
    for (let round = 0; round < rounds(1, 10); round += 1) {
      const w = await replicas.world();
      const owner = replicas.as(w.owner.token);
      const name = `Same ${round} ${w.product.id.slice(-6)}`;
      const slug = name.toLowerCase().replaceAll(' ', '-');
      const creates: [string, (answer: ReplicaResponse) => string, () => Promise<ReplicaResponse>][] = [
        [
          'product',
          ({ body }) => body.product.slug,
          () => owner.post(`${w.organization.url}/products`, { name, type: 'website' }),
        ],
        ['area', ({ body }) => body.area.slug, () => owner.post(`${w.product.url}/areas`, { name })],
        ['standard', ({ body }) => body.standard.slug, () => owner.post(`${w.organization.url}/standards`, { name })],
        [
          'organization',
          ({ body }) => body.slug,
          () => replicas.as(w.stranger.token).post('/api/auth/organization/create', { name }),
        ],
      ];
      for (const [kind, slugOf, create] of creates) {
        const answers = await concurrently(50, create);
        const made = answers.filter(({ status }) => status < 300);
        for (const answer of answers)
          endings[`${kind} ${statusAndCode(answer)}`] = (endings[`${kind} ${statusAndCode(answer)}`] ?? 0) + 1;
        const wanted = upTo(50).map((i) => (i === 1 ? slug : `${slug}-${i}`));
        expect([kind, made.map(slugOf).sort()]).toEqual([kind, wanted.sort()]);
      }
    }
    printFigures('fifty of one name', endings);
  },
  RACE_TIMEOUT_MS,
);

async function recorded(w: World): Promise<Record<string, number>> {
  const [row] = await replicas.database.query(
    `SELECT (SELECT count(*)::int FROM test_activities WHERE product_id = $1) AS activities,
       (SELECT count(*)::int FROM findings WHERE product_id = $1) AS findings,
       (SELECT sum(cardinality(added))::int FROM finding_sets WHERE product_id = $1) AS reported,
       (SELECT count(*)::int FROM events WHERE product_id = $1) AS events`,
    [w.product.id],
  );
  return row;
}

async function counter(productId: string, kind: string): Promise<number> {
  const [row] = await replicas.database.query(
    'SELECT value FROM product_counters WHERE product_id = $1 AND kind = $2',
    [productId, kind],
  );
  return row.value;
}

/** Waits until nothing is under way in the product: an exclusive lock on it is had only then. */
async function settled({ organization }: World, productId: string): Promise<void> {
  await delay(100);
  await replicas.database.transaction((tx) =>
    tx.query('SELECT 1 FROM products WHERE organization_id = $1 AND id = $2 FOR UPDATE', [organization.id, productId]),
  );
}
