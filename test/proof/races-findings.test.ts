import { lastSeenAt } from '../../apps/api/src/findings/triage/finding.entity.js';
import { printFigures } from '../support/figures.js';
import { emptyModel, type Model, runsOf, take } from '../support/findings-model.js';
import { showModel } from '../support/findings-shown.js';
import type { ReportAnswer, ShownIssue, Step } from '../support/findings-steps.js';
import {
  type ReplicaResponse,
  concurrently,
  countEndings,
  grades,
  raceAll,
  rounds,
  statusAndCode,
  statuses,
  useReplicas,
  RACE_TIMEOUT_MS,
} from '../support/races.js';
import type { World } from '../support/world.js';
import { draw } from '../support/dice.js';

/** A whole number below this one. */
const random = (below: number): number => Math.floor(draw() * below);
/** Each item with an even chance. */
const someOf = <T>(all: readonly T[]): T[] => all.filter(() => random(2) === 0);
/** One item, each as likely. */
const oneOf = <T>(all: readonly T[]): T => all[random(all.length)]!;
/** The items in any order. */
const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((item) => [draw(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

/** Every order of the items. */
const permutations = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, i) =>
        permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
      );

/** The same value with the properties of its objects in alphabetical order, to be compared as text. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort()
            .map(([key, inner]) => [key, sorted(inner)]),
        )
      : value;

const replicas = useReplicas('findings');
const DAYS = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
const RULES = ['a', 'b', 'c', 'd'];

/** A thing done to the findings of a product: in the service, and in the model, each with what it is answered. */
interface Act {
  name: string;
  send: (place: Place) => Promise<string>;
  apply: (model: Model) => Applied;
}
interface Applied {
  model: Model;
  answer: string;
}
interface Place {
  w: World;
  product: World['product'];
  ids: Map<string, string>;
}

const deltaText = (delta: Record<string, number>): string =>
  `201 ${['new', 'known', 'regressed', 'dismissed', 'resolved'].map((change) => `${change} ${delta[change]}`).join(', ')}`;

function report(rules: readonly string[], complete: boolean, day: number): Act {
  const coverage = complete ? 'complete' : 'partial';
  return {
    name: `${coverage} report of ${rules.join('')} on day ${day}`,
    send: async ({ w, product }) => {
      const answer = await ingest(w, product, rules, coverage, DAYS[day]!);
      return answer.status === 201 ? deltaText(answer.body.delta) : statusAndCode(answer);
    },
    apply: (model) => {
      const taken = take(model, reported(rules, complete, day));
      return { model: taken.model, answer: deltaText((taken.answer as ReportAnswer).delta) };
    },
  };
}

const reported = (rules: readonly string[], complete: boolean, day: number): Step => ({
  kind: 'report',
  report: {
    tool: 'axe',
    at: Date.parse(DAYS[day]!),
    complete,
    findings: rules.map((rule) => ({ rule, title: rule })),
  },
});

const ingest = (w: World, product: World['product'], rules: readonly string[], coverage: string, completedAt: string) =>
  replicas.as(w.keys.ingest).post('/api/ingest/test-activity', {
    type: 'automated_scan',
    tool: 'axe',
    productRef: product.slug,
    coverage,
    completedAt,
    findings: shuffled(rules).map((ruleId) => ({ ruleId, title: ruleId })),
  });

function triage(action: 'confirm' | 'dismiss' | 'reopen', rule: string): Act {
  return {
    name: `${action} ${rule}`,
    send: async ({ w, product, ids }) =>
      statusAndCode(
        await replicas
          .as(w.member.token)
          .post(
            `${product.url}/findings/${ids.get(rule)}/${action}`,
            action === 'dismiss' ? { reason: 'accepted' } : undefined,
          ),
      ),
    apply: (model) => {
      const finding = showModel(model).findings.find(({ name }) => name === `axe ${rule}`);
      if (!finding) return { model, answer: '404 not_found' };
      if (action === 'confirm' && finding.status === 'confirmed') return { model, answer: '200' };
      const taken = take(model, { kind: 'triage', action, findings: [finding.name] });
      if (taken.answer !== 'done') return { model, answer: `409 ${String(taken.answer)}` };
      return { model: taken.model, answer: action === 'confirm' ? '201' : '200' };
    },
  };
}

const undo = (number: number): Act => ({
  name: `undo ${number}`,
  send: async ({ w, product }) =>
    statusAndCode(await replicas.as(w.owner.token).delete(`${product.url}/test-activity/${number}`)),
  apply: (model) => {
    if (!runsOf(model).some((run) => run.number === number)) return { model, answer: '404 not_found' };
    return { model: take(model, { kind: 'undo', number }).model, answer: '204' };
  },
});

const anyAct = (): Act =>
  oneOf([
    () => report(someOf(RULES), random(3) > 0, random(3)),
    () => triage(oneOf(['confirm', 'dismiss', 'reopen']), oneOf(RULES)),
    () => triage('reopen', oneOf(RULES)),
    () => undo(1 + random(3)),
  ])();

const replay = (acts: readonly Act[]): { answers: string[]; state: object } => {
  let model = emptyModel();
  const answers = acts.map((act) => {
    const applied = act.apply(model);
    ({ model } = applied);
    return applied.answer;
  });
  return { answers, state: stateOfModel(model) };
};

function stateOfModel(model: Model): object {
  const { findings, issues } = showModel(model);
  return {
    findings: findings.map(({ title: _, proposed: __, pages: ___, where: ____, actions: _____, ...shown }) => shown),
    issues,
  };
}

async function stateOf({ w, product }: Pick<Place, 'w' | 'product'>): Promise<object> {
  const findings = await replicas.database.query(
    `SELECT f.tool || ' ' || f.rule_id AS name, f.selector, f.aliases, f.status, i.number AS issue, f.edited <> '{}' AS edited, f.regression_count AS regressions,
       f.first_seen_at AS "firstSeen", ${lastSeenAt('f')} AS "lastSeen"
     FROM findings f LEFT JOIN issues i ON i.organization_id = f.organization_id AND i.id = f.issue_id
     WHERE f.organization_id = $1 AND f.product_id = $2 ORDER BY f.tool, f.rule_id`,
    [w.organization.id, product.id],
  );
  const { issues } = (await replicas.as(w.member.token).get(`${product.url}/issues`)).body;
  return {
    findings: findings.map((row: { firstSeen: Date; lastSeen: Date }) => ({
      ...row,
      firstSeen: +row.firstSeen,
      lastSeen: +row.lastSeen,
    })),
    issues: (issues as ShownIssue[])
      .map(({ number, state, regressed, noLongerReported }) => ({ number, state, regressed, noLongerReported }))
      .sort((a, b) => a.number - b.number),
  };
}

/** Races acts after others that came one by one; what came of it must be what some order of them gives. */
async function someOrder(setup: readonly Act[], acts: readonly Act[]): Promise<string> {
  const product = await w.newProduct('Raced');
  const place: Place = { w, product, ids: new Map() };
  const learnIds = async (): Promise<void> => {
    const rows = await replicas.database.query('SELECT id, rule_id FROM findings WHERE product_id = $1', [product.id]);
    for (const { id, rule_id: rule } of rows) place.ids.set(rule, id);
  };
  const before: string[] = [];
  for (const act of setup) {
    before.push(await act.send(place));
    await learnIds();
  }
  expect(before).toEqual(replay(setup).answers);
  const answers = await raceAll<string[]>(...acts.map((act) => () => act.send(place)));
  const outcome = { answers, state: await stateOf(place) };
  const orders = permutations(acts.map((_, i) => i)).map((order) => {
    const { answers: all, state } = replay([...setup, ...order.map((i) => acts[i]!)]);
    const later = all.slice(setup.length);
    return { order, answers: acts.map((_, i) => later[order.indexOf(i)]!), state };
  });
  const matching = orders.filter(
    ({ order: _, ...expected }) => JSON.stringify(sorted(expected)) === JSON.stringify(sorted(outcome)),
  );
  if (matching.length === 0) {
    const names = (some: readonly Act[]) => some.map(({ name }) => name).join('; ');
    const possible = orders.map((order) => JSON.stringify(order)).join('\n');
    throw new Error(`${names(setup)} | ${names(acts)}\n${JSON.stringify(outcome)}\nis none of\n${possible}`);
  }
  const [stored, computed] = await grades(replicas.as(w.member.token), product);
  expect(stored).toEqual(computed);
  return matching.length === orders.length ? 'any order' : 'some orders';
}

let w: World;
beforeAll(async () => (w = await replicas.world()));

test(
  'forty parallel reports of the same findings leave what their numbers say, taken one by one',
  async () => {
    const times = rounds(1, 25);
    const rules = Array.from({ length: 30 }, (_, i) => `rule-${String(i).padStart(2, '0')}`);
    const member = replicas.as(w.member.token);
    const tally = { reports: 0, complete: 0, raised: 0, resolved: 0, regressed: 0 };
    await countEndings(times, async () => {
      const product = await w.newProduct('Busy');
      const sent = Array.from({ length: 40 }, () => ({
        rules: someOf(rules),
        complete: random(2) === 0,
        day: random(3),
      }));
      const answers = await concurrently(40, (i) => {
        const { rules: seen, complete, day } = sent[i]!;
        return ingest(w, product, seen, complete ? 'complete' : 'partial', DAYS[day]!);
      });
      expect(statuses(answers)).toEqual({ 201: 40 });
      let model = emptyModel();
      const inOrder = answers
        .map(({ body }, i) => ({ body, ...sent[i]! }))
        .sort((a, b) => a.body.testActivity.number - b.body.testActivity.number);
      for (const { body, rules: seen, complete, day } of inOrder) {
        const taken = take(model, reported(seen, complete, day));
        ({ model } = taken);
        expect(body.delta).toEqual({ ...(taken.answer as ReportAnswer).delta, review: 0 });
        tally.reports += 1;
        tally.complete += Number(complete);
        tally.raised += body.delta.new;
        tally.resolved += body.delta.resolved;
        tally.regressed += body.delta.regressed;
      }
      expect(inOrder.map(({ body }) => body.testActivity.number)).toEqual(sent.map((_, i) => i + 1));
      expect(await stateOf({ w, product })).toEqual(stateOfModel(model));
      const [stored, computed] = await grades(member, product);
      expect(stored).toEqual(computed);
      return '';
    });
    printFigures('forty reports at once', { rounds: times, ...tally });
  },
  RACE_TIMEOUT_MS,
);

test(
  'a run that reports a resolved finding while a person reopens it counts a regression, or finds it pending',
  async () => {
    const endings = await countEndings(rounds(6), () =>
      someOrder(
        [report(['a', 'b'], true, 0), report(['a'], true, 1)],
        [report(['a', 'b'], false, 2), triage('reopen', 'b')],
      ),
    );
    printFigures('report against reopen', endings);
  },
  RACE_TIMEOUT_MS,
);

test(
  'a sweep and a person who decide of one finding at once agree on who was last',
  async () => {
    const endings = await countEndings(rounds(6), () =>
      someOrder(
        [report(RULES, true, 0), triage('dismiss', 'c')],
        [report(['a'], true, 1), triage(oneOf(['confirm', 'dismiss']), 'b'), triage(oneOf(['confirm', 'reopen']), 'c')],
      ),
    );
    printFigures('sweep against triage', endings);
  },
  RACE_TIMEOUT_MS,
);

test(
  'taking a run back does not take back what a person decides in the same moment',
  async () => {
    const setup = [report(['a', 'b'], true, 0), report(['a'], true, 1), report(['a'], false, 2)];
    const endings = await countEndings(rounds(6), () =>
      someOrder(setup, [undo(oneOf([1, 3])), triage('reopen', 'b'), triage(oneOf(['confirm', 'dismiss']), 'a')]),
    );
    printFigures('undo against triage', endings);
  },
  RACE_TIMEOUT_MS,
);

test(
  'a run that is taken back twice while another one comes in is taken back once',
  async () => {
    const endings = await countEndings(rounds(5), () =>
      someOrder([report(['a', 'b'], true, 0), report(['a'], true, 1)], [undo(2), undo(2), report(['b', 'c'], true, 2)]),
    );
    printFigures('undo twice against a report', endings);
  },
  RACE_TIMEOUT_MS,
);

test(
  'whatever four things are done to findings at once, some order of them gives what came of it',
  async () => {
    const endings = await countEndings(rounds(8), () => {
      const setup = [report(someOf(RULES), true, 0), report(someOf(RULES), true, 1), report(RULES, false, 1)];
      return someOrder(
        [...setup, triage('dismiss', oneOf(RULES)), report(someOf(RULES), true, 2)],
        Array.from({ length: 4 }, anyAct),
      );
    });
    printFigures('four of anything at once', endings);
  },
  RACE_TIMEOUT_MS,
);

test(
  'an idempotency key whose activity is deleted meanwhile is answered with an activity, old or new',
  async () => {
    const endings = await countEndings(rounds(5), async () => {
      const product = await w.newProduct('Raced');
      const take = () =>
        replicas.as(w.keys.ingest).post('/api/ingest/test-activity', {
          type: 'automated_scan',
          tool: 'axe',
          productRef: product.slug,
          idempotencyKey: 'build-1',
          findings: [{ ruleId: 'a', title: 'a' }],
        });
      await take();
      const remove = (number: number) => () =>
        replicas.as(w.owner.token).delete(`${product.url}/test-activity/${number}`);
      const answers = await raceAll<ReplicaResponse[]>(take, take, take, remove(1), remove(2), remove(3));
      expect(['200', '201']).toEqual(expect.arrayContaining(answers.slice(0, 3).map(statusAndCode)));
      const [{ made }] = await replicas.database.query(
        'SELECT count(*)::int AS made FROM test_activities WHERE product_id = $1',
        [product.id],
      );
      const created = 1 + answers.filter(({ status }) => status === 201).length;
      const deleted = answers.filter(({ status }) => status === 204).length;
      expect(made).toBe(created - deleted);
      expect(made).toBeLessThanOrEqual(1);
      return `${created - 1} made anew`;
    });
    printFigures('one key against the deletion of its activity', endings);
  },
  RACE_TIMEOUT_MS,
);
