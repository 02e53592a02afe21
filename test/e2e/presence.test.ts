import { earlier } from '../support/earlier.js';
import { regraded } from '../support/grades.js';
import { linesAt, pullRequest } from '../support/lines.js';
import { daysAhead } from '../support/moments.js';
import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const { scan, post } = scansAt(service);
const { discovered, edit, onMain, onPull, shown, triage, finishNamed, finding: read } = linesAt(service);

const undo = (w: World, number: number) =>
  service.as(w.admin.token).delete(`${w.product.url}/test-activity/${number}`).expect(204);
/** As if the last run of the line of this name had arrived so many days ago. */
const quiet = (w: World, name: string | null, days: number) =>
  service.database.query(
    `UPDATE lines SET arrived_at = ${earlier('arrived_at', 'make_interval(days => $3)')} WHERE product_id = $1 AND name IS NOT DISTINCT FROM $2`,
    [w.product.id, name, days],
  );
/** As if the dismissals of a product had run out a while ago. */
const expire = async (w: World) => {
  const past = `now() - interval '1 minute'`;
  await service.database.query(
    `UPDATE findings SET dismissed_until = ${past} WHERE product_id = $1 AND dismissed_until IS NOT NULL`,
    [w.product.id],
  );
  await service.database.query(
    `UPDATE finding_decisions d SET until = ${past} FROM findings f
     WHERE f.organization_id = d.organization_id AND f.id = d.finding_id AND f.product_id = $1 AND d.until IS NOT NULL`,
    [w.product.id],
  );
  await regraded(service, w.product.id);
};

describe('what a person opens again although no line has it', () => {
  test('stays open until a complete run of any main line contradicts, whatever its moment, and that counts as resolved', async () => {
    const w = await world(service);
    await onMain(w, ['a', 'b'], 'production');
    await onMain(w, [], 'production');
    await triage(w, 'a', 'reopen');
    await triage(w, 'b', 'reopen');
    await triage(w, 'b', 'confirm');
    expect(await shown(w)).toEqual({ a: 'pending', b: 'confirmed' });
    await onPull(w, 7, []);
    await onMain(w, [], 'staging', { coverage: 'partial' });
    await onMain(w, [], 'production', { tool: 'pa11y' });
    expect(await shown(w)).toEqual({ a: 'pending', b: 'confirmed' });
    const { body } = await onMain(w, [], 'staging', { completedAt: '2020-01-01T00:00:00Z' });
    expect(body.delta.resolved).toBe(2);
    expect(await shown(w)).toEqual({ a: 'resolved', b: 'resolved' });
  });

  test('is known to the main line that reports it, and no regression', async () => {
    const w = await world(service);
    await onMain(w, ['a']);
    await onMain(w, []);
    await triage(w, 'a', 'reopen');
    expect((await onMain(w, ['a'])).body.delta).toMatchObject({ known: 1, regressed: 0 });
    expect(await read(w, 'a')).toMatchObject({ status: 'pending', regressionCount: 0 });
  });

  test('is, where it is proposed, contradicted by a proposal that has reported it, and counted by none', async () => {
    const w = await world(service);
    await onPull(w, 7, ['a']);
    await onPull(w, 7, []);
    await triage(w, 'a', 'reopen');
    await onPull(w, 8, []);
    expect(await shown(w)).toEqual({ a: 'proposed pending' });
    expect((await onPull(w, 7, [])).body.delta.resolved).toBe(0);
    expect(await shown(w)).toEqual({ a: 'proposed resolved' });
    await triage(w, 'a', 'reopen');
    expect((await onMain(w, [])).body.delta.resolved).toBe(1);
    expect(await shown(w)).toEqual({ a: 'proposed resolved' });
  });
});

test('a dismissal that runs out on what is present nowhere shows as resolved; it is back only with a run', async () => {
  const w = await world(service);
  const until = daysAhead(1).toISOString();
  await onMain(w, ['a', 'b']);
  for (const rule of ['a', 'b']) await triage(w, rule, 'dismiss', { reason: 'accepted', until });
  await onMain(w, ['b']);
  expect(await shown(w)).toEqual({ a: 'dismissed', b: 'dismissed' });
  await expire(w);
  expect(await shown(w)).toEqual({ a: 'resolved', b: 'pending' });
  expect((await onMain(w, ['a', 'b'])).body.delta).toMatchObject({ regressed: 1, known: 1 });
});

describe('a product that changes how it names its environments', () => {
  test('is left with no ghost: a complete run of the unnamed line ends what others left 35 days ago', async () => {
    const w = await world(service);
    await onMain(w, ['a'], 'production');
    await onMain(w, ['b'], 'staging');
    await quiet(w, 'production', 36);
    expect((await onMain(w, [])).body.delta.resolved).toBe(1);
    expect(await shown(w)).toEqual({ a: 'resolved', b: 'pending' });
  });

  test('keeps what a named line has against other named ones, however quiet', async () => {
    const w = await world(service);
    await onMain(w, ['a'], 'production');
    await quiet(w, 'production', 100);
    expect((await onMain(w, [], 'staging')).body.delta.resolved).toBe(0);
  });

  test('keeps that also when an undo judges again: how quiet it was is what it was then', async () => {
    const w = await world(service);
    await onMain(w, ['a', 'b']);
    await onMain(w, ['b'], undefined, { coverage: 'partial' });
    await quiet(w, null, 36);
    await onMain(w, ['b'], 'production');
    expect(await shown(w)).toEqual({ a: 'resolved', b: 'pending' });
    await onMain(w, ['b']);
    await undo(w, 2);
    expect(await shown(w)).toEqual({ a: 'resolved', b: 'pending' });
  });
});

test('dates and words are those of the latest moment, and of two of one moment of the later arrival', async () => {
  const w = await world(service);
  const said = (title: string, day: number, environment: string) =>
    scan(w, [finding({ title })], {
      completedAt: `2026-03-0${day}T00:00:00Z`,
      context: { trigger: 'schedule', environment },
    }).expect(201);
  const title = async () => (await read(w, 'image-alt')).title;
  await said('Of the second day', 2, 'production');
  await said('Of the first', 1, 'staging');
  expect(await title()).toBe('Of the second day');
  await said('Of the second again', 2, 'staging');
  expect(await title()).toBe('Of the second again');
  expect(await read(w, 'image-alt')).toMatchObject({
    firstSeenAt: '2026-03-01T00:00:00.000Z',
    lastSeenAt: '2026-03-02T00:00:00.000Z',
  });
  await undo(w, 3);
  expect(await title()).toBe('Of the second day');
});

describe('what only proposals had', () => {
  test('goes when an undo leaves only ended ones', async () => {
    const w = await world(service);
    await onPull(w, 7, ['a']);
    const other = await onPull(w, 8, ['a']);
    await finishNamed(w, '7');
    expect(await shown(w)).toEqual({ a: 'proposed pending' });
    await undo(w, other.body.testActivity.number);
    expect(await shown(w)).toEqual({});
  });

  test('and what a run had kept past their end, shows after the undo of that run only what came after', async () => {
    const said = (title: string, completedAt: string) => ({
      completedAt,
      findings: [finding({ ruleId: 'a', title, sourceUrl: `https://x.example/${title}` })],
    });
    const eight = said('eight', '2026-03-02T00:00:00.000Z');
    const alone = await world(service);
    await onPull(alone, 8, [], eight);
    const w = await world(service);
    await onPull(w, 7, [], said('seven', '2026-03-03T00:00:00.000Z'));
    const main = await onMain(w, ['a']);
    await finishNamed(w, '7');
    await onPull(w, 8, [], eight);
    await undo(w, main.body.testActivity.number);
    const { title, firstSeenAt, lastSeenAt, occurrences } = await read(alone, 'a');
    expect(await read(w, 'a')).toMatchObject({ title, firstSeenAt, lastSeenAt, occurrences });
  });

  test.each([
    ['dismissed', (w: World) => triage(w, 'a', 'dismiss', { reason: 'accepted' })],
    ['edited', (w: World) => edit(w, 'a', { severity: 'low' })],
  ])(
    'is raised by what came after their end, whether it is %s before or after the undo of what had kept it',
    async (_how, touch) => {
      const shownAfter = async (order: 'first' | 'last') => {
        const w = await world(service);
        await onPull(w, 7, ['a'], { completedAt: '2026-03-03T00:00:00.000Z' });
        await onMain(w, ['a']);
        await finishNamed(w, '7');
        await onPull(w, 8, ['a'], { completedAt: '2026-03-02T00:00:00.000Z' });
        if (order === 'first') await touch(w);
        await undo(w, 2);
        if (order === 'last') await touch(w);
        // An undo that concerns it judges all once more.
        await onPull(w, 8, []);
        await undo(w, 4);
        const { firstSeenAt, lastSeenAt } = await read(w, 'a');
        return { firstSeenAt, lastSeenAt, discovered: await discovered(w) };
      };
      const seenByTheLaterOne = '2026-03-02T00:00:00.000Z';
      const expected = {
        firstSeenAt: seenByTheLaterOne,
        lastSeenAt: seenByTheLaterOne,
        discovered: { 1: 0, 3: 1 },
      };
      expect(await shownAfter('first')).toEqual(expected);
      expect(await shownAfter('last')).toEqual(expected);
    },
  );

  test('stays what its first run raised where somebody has edited it before the end', async () => {
    const w = await world(service);
    await onPull(w, 7, ['a']);
    await onMain(w, ['a']);
    await edit(w, 'a', { severity: 'low' });
    await finishNamed(w, '7');
    await onPull(w, 8, ['a']);
    await undo(w, 2);
    expect(await discovered(w)).toEqual({ 1: 1, 3: 0 });
  });

  test('is dated by all of them, in a row that does not grow with the pull requests that have ended', async () => {
    const w = await world(service);
    const at = (day: number) => ({ completedAt: `2026-03-0${day}T00:00:00.000Z` });
    await onPull(w, 9, ['a'], at(2));
    for (const number of [1, 2, 3, 4]) {
      await onPull(w, number, ['a'], at(number === 3 ? 1 : 4 + number));
      await finishNamed(w, `${number}`);
    }
    expect(await read(w, 'a')).toMatchObject({
      firstSeenAt: '2026-03-01T00:00:00.000Z',
      lastSeenAt: '2026-03-08T00:00:00.000Z',
    });
    const [{ told }] = await service.database.query(
      'SELECT cardinality(tracks) + cardinality(seen_in) AS told FROM findings WHERE product_id = $1',
      [w.product.id],
    );
    expect(told).toBe(2);
    await finishNamed(w, '9');
    expect(await shown(w)).toEqual({});
  });

  test('stays resolved after the end where somebody has judged it, and is new for the main line that reports it', async () => {
    const w = await world(service);
    await onPull(w, 7, ['a']);
    await triage(w, 'a', 'dismiss', { reason: 'accepted' });
    await triage(w, 'a', 'reopen');
    await finishNamed(w, '7');
    expect(await shown(w)).toEqual({ a: 'proposed resolved' });
    expect((await onMain(w, ['a'])).body.delta).toMatchObject({ new: 1, regressed: 0 });
  });
});

describe('the findings of a run', () => {
  test('are answered as they were, also when other runs are deleted', async () => {
    const w = await world(service);
    const first = await onMain(w, ['a', 'b']);
    const second = await onMain(w, ['b', 'c']);
    const changes = async () =>
      Promise.all(
        ['new', 'known', 'resolved'].map(async (change) => {
          const url = `${w.product.url}/test-activity/${second.body.testActivity.number}/findings?change=${change}`;
          return (await service.as(w.member.token).get(url)).body.findings.map(
            ({ ruleId }: { ruleId: string }) => ruleId,
          );
        }),
      );
    const said = [['c'], ['b'], ['a']];
    expect(await changes()).toEqual(said);
    await onMain(w, ['a', 'b', 'c']);
    await undo(w, first.body.testActivity.number);
    expect(await changes()).toEqual(said);
  });
});

test('a dry run of the last part of a sweep says what that would end, and ends nothing', async () => {
  const w = await world(service);
  await onMain(w, ['a', 'b']);
  const part = (number: number) => ({
    productRef: w.product.slug,
    type: 'automated_scan',
    tool: 'axe-core',
    coverage: 'complete',
    sweep: { key: 'nightly', part: number, of: 2 },
    findings: [finding({ ruleId: 'a' })],
  });
  await post(w.keys.ingest, part(1)).expect(201);
  expect((await post(w.keys.ingest, part(2), '?dryRun=true').expect(200)).body.delta).toMatchObject({ resolved: 1 });
  expect(await shown(w)).toEqual({ a: 'pending', b: 'pending' });
  expect((await post(w.keys.ingest, part(2)).expect(201)).body.delta).toMatchObject({ resolved: 1 });
});

test('a pull request that is called main ends what that line had', async () => {
  const w = await world(service);
  await onMain(w, ['a']);
  expect((await onPull(w, 7, [], { ...pullRequest(7), line: 'main' })).body.delta.resolved).toBe(1);
});
