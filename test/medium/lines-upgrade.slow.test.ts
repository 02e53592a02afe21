import { LineAges } from '../../apps/api/src/scan-runs/line-ages.service.js';
import { linesAt } from '../support/lines.js';
import { upgradeFromJournal } from '../support/old-journal.js';
import { finding } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const {
  discovered,
  edit,
  finding: findingOf,
  finishNamed,
  lines,
  onMain,
  onPull,
  report,
  shown,
  triage,
} = linesAt(service);

const RULES = [...'abcdefgh'];
const ACTIONS = ['dismiss', 'confirm', 'reopen'];
const SEEDS = [11, 22];
const CHANGES = ['new', 'known', 'regressed', 'resolved', 'new,known,regressed,resolved'];

type Step =
  | { does: 'report'; rules: string[]; page: number; minute: number; coverage: string }
  | { does: 'triage'; rule: string; action: string }
  | { does: 'undo'; back: number };

/** Numbers below a bound, the same for the same seed. */
function randomly(seed: number) {
  let state = seed;
  return (bound: number) => Math.floor(((state = (state * 48_271) % 2_147_483_647) / 2_147_483_647) * bound);
}

function reportAt(index: number, random: (bound: number) => number): Step {
  const rules = RULES.filter(() => random(3) > 0);
  const minute = 10 * index - (random(4) === 0 ? 25 : 0);
  return { does: 'report', rules, page: random(3), minute, coverage: random(3) === 0 ? 'partial' : 'complete' };
}

const history = (random: (bound: number) => number): Step[] =>
  Array.from({ length: 14 }, (_, index) =>
    random(4) > 0 || index < 3
      ? reportAt(index, random)
      : { does: 'triage', rule: RULES[random(8)]!, action: ACTIONS[random(3)]! },
  );

const later = (random: (bound: number) => number): Step[] => [
  { does: 'undo', back: 0 },
  { does: 'undo', back: 0 },
  ...Array.from({ length: 4 }, (_, index) => reportAt(20 + index, random)),
  { does: 'triage', rule: RULES[random(8)]!, action: ACTIONS[random(3)]! },
  reportAt(30, random),
  { does: 'undo', back: 0 },
];

async function play(w: World, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (step.does === 'report') {
      const completedAt = new Date(Date.UTC(2026, 0, 1, 0, step.minute)).toISOString();
      const sourceUrl = `https://shop.example/${step.page}`;
      const findings = step.rules.map((ruleId) => finding({ ruleId, sourceUrl, title: `${ruleId} at ${step.page}` }));
      await report(w, [], { findings, completedAt, coverage: step.coverage });
    } else if (step.does === 'triage') {
      const [found] = (await service.as(w.member.token).get(`${w.product.url}/findings?ruleId=${step.rule}`)).body
        .findings;
      const body = step.action === 'dismiss' ? { reason: 'accepted' } : {};
      if (found)
        await service.as(w.member.token).post(`${w.product.url}/findings/${found.id}/${step.action}`).send(body);
    } else {
      const numbers = (await runsOf(w)).map(({ number }) => number).sort((a, b) => b - a);
      const url = `${w.product.url}/test-activity/${numbers[step.back]}`;
      await service.as(w.admin.token).delete(url).expect(204);
    }
  }
}

const runsOf = async (w: World): Promise<{ number: number; delta: object }[]> =>
  (await service.as(w.member.token).get(`${w.product.url}/test-activity?pageSize=100`)).body.testActivities;

/** Everything that answers tell of findings and runs, without ids and moments of writing. */
async function shownState(w: World): Promise<object> {
  const get = async (path: string) =>
    (await service.as(w.member.token).get(`${w.product.url}${path}`).expect(200)).body;
  const { findings } = await get('/findings?sortField=title&sortDirection=asc&pageSize=100');
  const details = await Promise.all(
    findings.map(async ({ id }: { id: string }) => {
      const { issue, ...each } = (await get(`/findings/${id}`)).finding;
      const { ruleId, status, proposed, title, firstSeenAt, lastSeenAt, regressionCount, resolvedAt, occurrences } =
        each;
      const shownOfIt = { ruleId, status, proposed, title, firstSeenAt, lastSeenAt, regressionCount, resolvedAt };
      return { ...shownOfIt, occurrences, issue: issue?.number };
    }),
  );
  const runs = await Promise.all(
    (await runsOf(w)).map(async ({ number, delta }) => {
      const said = CHANGES.map(async (change) => {
        const { findings } = await get(`/test-activity/${number}/findings?change=${change}&pageSize=100`);
        return [change, findings.map(({ ruleId }: { ruleId: string }) => ruleId).sort()];
      });
      return { number, delta, said: Object.fromEntries(await Promise.all(said)) };
    }),
  );
  return { details, runs, lines: (await lines(w)).map(({ id: _, ...line }) => line) };
}

test('an upgraded journal answers like the same history told anew, at once and after later runs and undoing', async () => {
  const pairs = [];
  for (const seed of SEEDS) {
    const [anew, upgraded] = [await world(service), await world(service)];
    const random = randomly(seed);
    const [before, after] = [history(random), later(random)];
    await play(anew, before);
    await play(upgraded, before);
    const atOnce = await shownState(anew);
    await play(anew, after);
    pairs.push({ seed, upgraded, after, atOnce, inTheEnd: await shownState(anew) });
  }
  await upgradeFromJournal(service.database);
  for (const { seed, upgraded, after, atOnce, inTheEnd } of pairs) {
    expect({ seed, ...(await shownState(upgraded)) }).toEqual({ seed, ...atOnce });
    await play(upgraded, after);
    expect({ seed, ...(await shownState(upgraded)) }).toEqual({ seed, ...inTheEnd });
  }
}, 120_000);

/** What runs of pull requests did when they were runs like all others. */
const resolvedBy = (w: World, ruleId: string, number: number) =>
  service.database.query(
    `WITH run AS (
       SELECT organization_id, product_id, id, completed_at FROM test_activities WHERE product_id = $1 AND number = $3
     ), resolved AS (
       UPDATE findings f SET status = 'resolved', resolved_at = run.completed_at, resolved_by_activity_id = run.id
       FROM run WHERE f.product_id = $1 AND rule_id = $2 RETURNING f.id
     )
     INSERT INTO finding_reports (organization_id, product_id, finding_id, test_activity_id, change, seen_at)
     SELECT organization_id, product_id, resolved.id, run.id, 'resolved', completed_at FROM run, resolved`,
    [w.product.id, ruleId, number],
  );
const opened = (w: World, ruleId: string) =>
  service.database.query(
    `UPDATE findings SET status = 'pending', resolved_at = NULL, resolved_by_activity_id = NULL WHERE product_id = $1 AND rule_id = $2`,
    [w.product.id, ruleId],
  );

test('the upgrade leaves every status as it showed, and main lines decide from then on', async () => {
  const w = await world(service);
  await onMain(w, ['main', 'mended', 'returned', 'gone'], 'production');
  await onMain(w, ['main', 'mended'], 'production');
  await onPull(w, 7, ['main', 'returned', 'proposed', 'confirmed', 'dismissed']);
  await triage(w, 'confirmed', 'confirm');
  await triage(w, 'dismissed', 'dismiss', { reason: 'accepted' });
  await upgradeFromJournal(service.database, async () => {
    await resolvedBy(w, 'mended', 3);
    await opened(w, 'returned');
  });
  const statuses = {
    main: 'pending',
    mended: 'resolved',
    returned: 'pending',
    gone: 'resolved',
    proposed: 'proposed pending',
    confirmed: 'proposed confirmed',
    dismissed: 'proposed dismissed',
  };
  expect(await shown(w)).toEqual(statuses);
  expect((await lines(w)).map(({ kind, name }) => [kind, name])).toEqual([
    ['main', 'production'],
    ['proposal', '7'],
  ]);

  await onMain(w, ['main'], 'production', { coverage: 'partial' });
  await onPull(w, 7, ['main']);
  expect(await shown(w)).toEqual({ ...statuses, proposed: 'proposed resolved', confirmed: 'proposed resolved' });
  const { body } = await onMain(w, ['main', 'mended', 'confirmed', 'dismissed'], 'production');
  expect(body.delta).toEqual({ new: 0, known: 2, regressed: 1, dismissed: 1, resolved: 1 });
  expect(await shown(w)).toEqual({
    main: 'pending',
    mended: 'pending',
    returned: 'resolved',
    gone: 'resolved',
    proposed: 'proposed resolved',
    confirmed: 'confirmed',
    dismissed: 'dismissed',
  });
});

test('what only pull requests had awaits triage for all days of a proposal after the upgrade', async () => {
  const w = await world(service);
  await onPull(w, 7, ['proposed', 'confirmed']);
  await triage(w, 'confirmed', 'confirm');
  await service.database.query(
    `UPDATE test_activities SET created_at = created_at - interval '1 year' WHERE product_id = $1`,
    [w.product.id],
  );
  await upgradeFromJournal(service.database);
  await service.app.get(LineAges).endAged();
  expect(await shown(w)).toEqual({ proposed: 'proposed pending', confirmed: 'proposed confirmed' });
  await service.database.query(`UPDATE lines SET arrived_at = now() - interval '30 days' WHERE product_id = $1`, [
    w.product.id,
  ]);
  await service.app.get(LineAges).endAged();
  expect(await shown(w)).toEqual({ confirmed: 'proposed resolved' });
});

test('dates and pages of what a main line reported are those of main lines after the upgrade', async () => {
  const w = await world(service);
  const at = (hour: number) => ({ completedAt: `2026-01-01T0${hour}:00:00.000Z` });
  await onPull(w, 7, ['a'], at(1));
  await onMain(w, ['a'], undefined, at(2));
  await onPull(w, 7, ['a'], at(3));
  await upgradeFromJournal(service.database);
  expect(await findingOf(w, 'a')).toMatchObject({
    firstSeenAt: '2026-01-01T02:00:00.000Z',
    lastSeenAt: '2026-01-01T02:00:00.000Z',
  });
  await onMain(w, ['a'], undefined, at(4));
  expect(await findingOf(w, 'a')).toMatchObject({ lastSeenAt: '2026-01-01T04:00:00.000Z', regressionCount: 0 });
});

test('what somebody had edited before the upgrade counts as edited from its start', async () => {
  const w = await world(service);
  await onPull(w, 7, ['a', 'b']);
  await onMain(w, ['a', 'b']);
  await edit(w, 'a', { severity: 'low' });
  await upgradeFromJournal(service.database);
  await finishNamed(w, '7');
  await onPull(w, 8, ['a', 'b']);
  await service.as(w.admin.token).delete(`${w.product.url}/test-activity/2`).expect(204);
  expect(await discovered(w)).toEqual({ 1: 1, 3: 1 });
});
