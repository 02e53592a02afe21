import { printFigures } from '../support/figures.js';
import {
  concurrently,
  countEndings,
  grades,
  raceAll,
  type ReplicaResponse,
  rounds,
  RACE_TIMEOUT_MS,
  statuses,
  statusAndCode,
  useReplicas,
} from '../support/races.js';
import type { World } from '../support/world.js';

const replicas = useReplicas('lines');

const report = (
  w: World,
  product: World['product'],
  rules: readonly string[],
  over: object,
): Promise<ReplicaResponse> =>
  replicas.as(w.keys.ingest).post('/api/ingest/test-activity', {
    type: 'automated_scan',
    tool: 'axe',
    coverage: 'complete',
    productRef: product.slug,
    findings: rules.map((ruleId) => ({ ruleId, title: ruleId, severity: 'high', wcag: ['1.1.1'] })),
    ...over,
  });
const deployment = (environment: string) => ({ context: { trigger: 'schedule', environment } });
const pull = (prNumber: number) => ({ context: { trigger: 'pull_request', prNumber } });
const linesOf = async (w: World, { url }: World['product']) =>
  (await replicas.as(w.member.token).get(`${url}/lines`)).body.lines as {
    id: string;
    name: string;
    findingsPresent: number;
  }[];
const shown = async (w: World, { url }: World['product']): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await replicas.as(w.member.token).get(`${url}/findings?pageSize=100`)).body.findings.map(
      ({ ruleId, status, proposed }: Record<string, string>) => [ruleId, proposed ? `proposed ${status}` : status],
    ),
  );
const finish = (w: World, { url }: World['product'], id: string): Promise<ReplicaResponse> =>
  replicas.as(w.admin.token).post(`${url}/lines/${id}/end`);
const sum = (answers: readonly ReplicaResponse[], count: (body: ReplicaResponse['body']) => number): number =>
  answers.reduce((total, { body }) => total + count(body), 0);

/** As in the answer of a list, whatever the order. */
const present = async (w: World, product: World['product']): Promise<Record<string, number>> =>
  Object.fromEntries((await linesOf(w, product)).map(({ name, findingsPresent }) => [name, findingsPresent]));

async function requireTrueGrade(w: World, product: World['product']): Promise<void> {
  const [stored, computed] = await grades(replicas.as(w.member.token), product);
  expect(stored).toEqual(computed);
}

test(
  'reports of several lines of one product, all at once: each speaks for its line, and what is shared is raised once',
  async () => {
    const w = await replicas.world();
    const times = rounds(3);
    for (let round = 0; round < times; round += 1) {
      const product = await w.newProduct('Lines');
      await report(w, product, ['old'], deployment('production'));
      const main = ['production', 'staging'].map(deployment);
      const [mains, proposals] = await Promise.all([
        Promise.all(main.flatMap((over) => [1, 2, 3].map(() => report(w, product, ['shared'], over)))),
        Promise.all([7, 8].flatMap((number) => [1, 2, 3].map(() => report(w, product, ['proposed'], pull(number))))),
      ]);
      expect([statuses(mains), statuses(proposals)]).toEqual([{ 201: 6 }, { 201: 6 }]);
      expect([sum(mains, ({ delta }) => delta.new), sum(mains, ({ resolvedCount }) => resolvedCount)]).toEqual([1, 1]);
      for (const { body } of proposals)
        expect(body).toMatchObject({ delta: { new: 1, resolved: 0 }, introduced: { count: 1, indexes: [0] } });
      expect(await shown(w, product)).toEqual({ old: 'resolved', shared: 'pending', proposed: 'proposed pending' });
      expect(await present(w, product)).toEqual({ production: 1, staging: 1, 7: 1, 8: 1 });
      await requireTrueGrade(w, product);
    }
    printFigures('reports of several lines', { rounds: times, reports: times * 12 });
  },
  RACE_TIMEOUT_MS,
);

test(
  'parts of one sweep from three jobs at once: whichever is the last ends the absentees, once',
  async () => {
    const w = await replicas.world();
    const endings = await countEndings(rounds(8), async (round) => {
      const product = await w.newProduct('Sweep');
      await report(w, product, ['a', 'b', 'c', 'gone', 'gone too'], deployment('production'));
      const part = (number: number, rules: string[]) => () =>
        report(w, product, rules, {
          ...deployment('production'),
          sweep: { key: `sweep ${round}`, part: number, of: 3 },
        });
      const answers = await raceAll(part(1, ['a']), part(2, ['b']), part(3, ['c']), part(2, ['b']));
      expect(statuses(answers)).toEqual({ 201: 4 });
      expect(answers.map(({ body }) => body.resolvedCount).sort()).toEqual([0, 0, 0, 2]);
      expect(await shown(w, product)).toEqual({
        a: 'pending',
        b: 'pending',
        c: 'pending',
        gone: 'resolved',
        'gone too': 'resolved',
      });
      await requireTrueGrade(w, product);
      return `part ${[1, 2, 3, 2][answers.findIndex(({ body }) => body.resolvedCount === 2)]} ended them`;
    });
    printFigures('parts of one sweep', endings);
  },
  RACE_TIMEOUT_MS,
);

test(
  'the end of a line against a report in it: the report belongs to the line that ended, or begins it anew',
  async () => {
    const w = await replicas.world();
    const endings = await countEndings(rounds(12), async (round) => {
      const product = await w.newProduct('End');
      const over = round % 2 ? deployment('production') : pull(7);
      await report(w, product, ['a'], over);
      const [line] = await linesOf(w, product);
      const [ended, reported] = await raceAll(
        () => finish(w, product, line!.id),
        () => report(w, product, ['a', 'b'], over),
      );
      expect([ended.status, reported.status]).toEqual([200, 201]);
      const [anew] = await linesOf(w, product);
      const isMain = round % 2 === 1;
      if (anew) {
        expect(anew).toMatchObject({ findingsPresent: 2 });
        expect(anew.id).not.toBe(line!.id);
        const status = isMain ? 'pending' : 'proposed pending';
        expect(await shown(w, product)).toEqual({ a: status, b: status });
        expect(reported.body.delta).toMatchObject(isMain ? { regressed: 1, new: 1 } : { regressed: 0, new: 2 });
      } else {
        expect(await shown(w, product)).toEqual(isMain ? { a: 'resolved', b: 'resolved' } : {});
        expect(reported.body.delta).toMatchObject(isMain ? { known: 1, new: 1 } : { known: 0, new: 2 });
      }
      await requireTrueGrade(w, product);
      return anew ? 'the report begins it anew' : 'the end comes last';
    });
    printFigures('the end of a line against a report', endings);
  },
  RACE_TIMEOUT_MS,
);

test(
  'the ends of two proposals and a triage, all at once: what both proposed goes, unless somebody was in time',
  async () => {
    const w = await replicas.world();
    const endings = await countEndings(rounds(8), async () => {
      const product = await w.newProduct('Ends');
      for (const number of [7, 8]) await report(w, product, ['a'], pull(number));
      const lines = await linesOf(w, product);
      const [{ id }] = (await replicas.as(w.member.token).get(`${product.url}/findings`)).body.findings;
      const [triaged, ...ends] = await raceAll(
        () => replicas.as(w.member.token).post(`${product.url}/findings/${id}/dismiss`, { reason: 'accepted' }),
        ...lines.map((line) => () => finish(w, product, line.id)),
      );
      expect(statuses(ends)).toEqual({ 200: 2 });
      const left = triaged.status === 200 ? { a: 'proposed dismissed' } : {};
      expect(await shown(w, product)).toEqual(left);
      await requireTrueGrade(w, product);
      return `dismissing ${statusAndCode(triaged)}`;
    });
    printFigures('the ends of two proposals against a triage', endings);
  },
  RACE_TIMEOUT_MS,
);

test(
  'undoing a run against reports of other lines: the runs that remain are judged as if they alone had come',
  async () => {
    const w = await replicas.world();
    const times = rounds(6);
    for (let round = 0; round < times; round += 1) {
      const product = await w.newProduct('Undo');
      await report(w, product, ['landed', 'undone'], deployment('production'));
      const [undone, staging, proposed] = await raceAll(
        () => replicas.as(w.admin.token).delete(`${product.url}/test-activity/1`),
        () => report(w, product, ['landed'], deployment('staging')),
        () => report(w, product, ['undone'], pull(7)),
      );
      expect([undone.status, staging.status, proposed.status]).toEqual([204, 201, 201]);
      expect(await shown(w, product)).toEqual({ landed: 'pending', undone: 'proposed pending' });
      expect(await present(w, product)).toEqual({ staging: 1, 7: 1 });
      await requireTrueGrade(w, product);
    }
    printFigures('undoing against reports of other lines', { rounds: times });
  },
  RACE_TIMEOUT_MS,
);

test(
  'a line of a new name, reported by ten jobs at once, is one line',
  async () => {
    const w = await replicas.world();
    const product = await w.newProduct('New');
    const answers = await concurrently(10, () => report(w, product, ['a'], deployment('production')));
    expect([statuses(answers), await present(w, product)]).toEqual([{ 201: 10 }, { production: 1 }]);
    expect(sum(answers, ({ delta }) => delta.new)).toBe(1);
  },
  RACE_TIMEOUT_MS,
);
