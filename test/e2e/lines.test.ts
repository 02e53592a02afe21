import { linesAt, pullRequest } from '../support/lines.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const { onMain, onPull, report, lines, finish, finishNamed, shown, triage, finding } = linesAt(service);
const REPOSITORY = 'https://github.com/example/shop';

const undo = (w: World, number: number) =>
  service.as(w.admin.token).delete(`${w.product.url}/test-activity/${number}`).expect(204);
const named = async (w: World) => (await lines(w)).map(({ kind, name }) => [kind, name]);
const events = async (w: World) =>
  (await service.as(w.member.token).get(`${w.product.url}/changes?type=line.ended`)).body.changes;

describe('the lines of a product', () => {
  test('are listed by arrival, with their first and last runs and what is present in them', async () => {
    const w = await world(service);
    await onMain(w, ['a', 'b'], 'production', { completedAt: '2026-01-02T00:00:00Z' });
    await onPull(w, 7, ['a', 'b', 'c'], { completedAt: '2026-01-03T00:00:00Z' });
    await onMain(w, ['a'], 'production', { completedAt: '2026-01-04T00:00:00Z' });
    await onMain(w, ['x'], undefined, { tool: ' PA11Y ', completedAt: '2026-01-01T00:00:00Z' });
    await service
      .as(w.keys.ingest)
      .post('/api/ingest/test-activity')
      .send({ productRef: w.product.slug, type: 'manual_test' });
    const run = (number: number, day: number) => ({ number, at: `2026-01-0${day}T00:00:00.000Z` });
    const id = expect.any(String);
    expect(await lines(w)).toEqual([
      {
        id,
        kind: 'main',
        name: 'production',
        tool: 'axe-core',
        findingsPresent: 1,
        endedAt: null,
        firstRun: run(1, 2),
        lastRun: run(3, 4),
      },
      {
        id,
        kind: 'proposal',
        name: '7',
        tool: 'axe-core',
        findingsPresent: 3,
        endedAt: null,
        firstRun: run(2, 3),
        lastRun: run(2, 3),
      },
      {
        id,
        kind: 'main',
        name: null,
        tool: 'pa11y',
        findingsPresent: 1,
        endedAt: null,
        firstRun: run(4, 1),
        lastRun: run(4, 1),
      },
    ]);
  });

  test('of proposals count what they have, landed or not, however it was said', async () => {
    const w = await world(service);
    const count = async () => (await lines(w)).find(({ kind }) => kind === 'proposal')!.findingsPresent;
    const at = (day: number, over: object = {}) => ({ completedAt: `2026-03-0${day}T00:00:00Z`, ...over });
    await onMain(w, ['a', 'b', 'c'], undefined, at(1));
    await onPull(w, 7, ['a', 'b', 'x'], at(2));
    expect(await count()).toBe(3);
    await onPull(w, 7, ['y'], at(3, { coverage: 'partial' }));
    expect(await count()).toBe(4);
    await onPull(w, 7, ['c'], at(2));
    expect(await count()).toBe(2);
    await onPull(w, 7, [], at(1));
    expect(await count()).toBe(2);
    await onPull(w, 7, ['a', 'z'], at(4));
    expect(await count()).toBe(2);
    await onMain(w, ['a', 'z'], undefined, at(5));
    expect(await count()).toBe(2);
    // Its last sighting, on the third, protects it from a run of the second.
    await onPull(w, 7, ['y'], at(2, { coverage: 'partial' }));
    await onPull(w, 7, ['a', 'z'], at(2));
    expect(await count()).toBe(3);
    await onPull(w, 7, ['a', 'z'], at(4));
    expect(await count()).toBe(2);
    const part = (number: number, rules: string[]) =>
      onPull(w, 7, rules, at(6, { sweep: { key: 'k', part: number, of: 2 } }));
    await part(1, ['b']);
    expect(await count()).toBe(3);
    await part(2, []);
    expect(await count()).toBe(1);
  });

  test('are named by environment or pull request, in trimmed names whose case counts', async () => {
    const w = await world(service);
    for (const environment of ['production', ' production ', 'Production']) await onMain(w, [], environment);
    await onMain(w, []);
    await report(w, []);
    expect(await named(w)).toEqual([
      ['main', 'production'],
      ['main', 'Production'],
      ['main', null],
    ]);
  });

  test('of proposals are told apart by number and repository, by branch where there is no number, else not at all', async () => {
    const w = await world(service);
    const proposal = (context: object) =>
      report(w, [], { context: { trigger: 'pull_request', environment: 'preview', ...context } });
    for (const address of [
      `${REPOSITORY}/pull/7`,
      `${REPOSITORY}/pull/7/files`,
      'https://github.com/example/api/pull/7',
    ])
      await proposal({ prNumber: 7, prUrl: address });
    await proposal({ prNumber: 7, ref: 'feature' });
    await proposal({ prNumber: 7, ref: 'other' });
    await proposal({ ref: '7' });
    await proposal({ ref: ' 7 ' });
    await proposal({ ref: ' ' });
    await proposal({});
    await report(w, [], { line: 'proposal', context: { trigger: 'push', ref: '7' } });
    expect(await named(w)).toEqual([
      ['proposal', '7'],
      ['proposal', '7'],
      ['proposal', '7'],
      ['proposal', '7'],
      ['proposal', null],
    ]);
  });

  test('without a run are left out, and come back with the next one', async () => {
    const w = await world(service);
    await onMain(w, ['a'], 'production');
    await undo(w, 1);
    expect(await lines(w)).toEqual([]);
    await onMain(w, ['a'], 'production');
    expect(await lines(w)).toMatchObject([{ name: 'production', firstRun: { number: 2 }, findingsPresent: 1 }]);
  });

  test('are read by members and read keys, where the module is on', async () => {
    const w = await world(service);
    const foreign = await world(service);
    const code = async (credential: string | undefined) => {
      const { status, body } = await service.as(credential).get(`${w.product.url}/lines`);
      return status === 200 ? 200 : body.code;
    };
    expect([await code(w.member.token), await code(w.keys.read)]).toEqual([200, 200]);
    expect(await code(w.keys.ingest)).toBe('key_scope_missing');
    expect(await code(foreign.owner.token)).toBe('not_a_member');
    expect(await code(undefined)).toBe('unauthenticated');
    await w.disable('testing');
    expect(await code(w.member.token)).toBe('module_disabled');
  });
});

describe('the end of a main line', () => {
  test('resolves what was present only there, once, and leaves an event', async () => {
    const w = await world(service);
    await onMain(w, ['a', 'b'], 'production');
    await onMain(w, ['b'], 'staging');
    const [production] = await lines(w);
    const { body } = await finish(w, production!.id).expect(200);
    expect(body.line).toEqual({ ...production, findingsPresent: 0, endedAt: expect.any(String) });
    expect(await shown(w)).toEqual({ a: 'resolved', b: 'pending' });
    expect(await named(w)).toEqual([['main', 'staging']]);
    const again = await finish(w, production!.id);
    expect([again.status, again.body.code]).toEqual([409, 'line_ended']);
    const { id } = await finding(w, 'a');
    expect(await events(w)).toMatchObject([
      {
        actor: { kind: 'user', id: w.admin.id },
        productId: w.product.id,
        subject: { kind: 'line', id: production!.id, title: 'production' },
        changes: expect.arrayContaining([{ field: 'resolved', from: null, to: { count: 1, ids: [id] } }]),
      },
    ]);
  });

  test('keeps what people decided; the next run of the name begins it anew, and what it reports is back', async () => {
    const w = await world(service);
    await onMain(w, ['a', 'b', 'c'], 'production');
    await triage(w, 'b', 'confirm');
    await triage(w, 'c', 'dismiss', { reason: 'accepted' });
    const ended = await finishNamed(w, 'production');
    expect(await shown(w)).toEqual({ a: 'resolved', b: 'resolved', c: 'dismissed' });
    const { body } = await onMain(w, ['a', 'b', 'c'], 'production');
    expect(body.delta).toMatchObject({ new: 0, regressed: 2, dismissed: 1 });
    expect(await shown(w)).toEqual({ a: 'pending', b: 'confirmed', c: 'dismissed' });
    const [anew] = await lines(w);
    expect(anew).toMatchObject({ name: 'production', firstRun: { number: 2 } });
    expect(anew!.id).not.toBe(ended.id);
  });

  test('protects nothing that it saw: an older run may end that afterwards', async () => {
    const w = await world(service);
    await onMain(w, ['a'], 'production', { completedAt: '2026-03-05T00:00:00Z' });
    await finishNamed(w, 'production');
    await onMain(w, ['a'], 'production', { completedAt: '2026-03-01T00:00:00Z' });
    expect((await onMain(w, [], 'production', { completedAt: '2026-03-02T00:00:00Z' })).body.resolvedCount).toBe(1);
  });

  test('is possible in an archived product', async () => {
    const w = await world(service);
    await onMain(w, ['a'], 'production');
    await service.as(w.owner.token).post(`${w.product.url}/archive`).expect(200);
    expect(await finishNamed(w, 'production')).toMatchObject({ findingsPresent: 0, endedAt: expect.any(String) });
  });

  test('by several at once happens once', async () => {
    const w = await world(service);
    await onMain(w, ['a'], 'production');
    const [line] = await lines(w);
    const answers = await Promise.all(Array.from({ length: 5 }, () => finish(w, line!.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await events(w)).toHaveLength(1);
  });
});

describe('the end of a proposal', () => {
  test('takes along what only it has proposed and nobody has touched; the rest keeps what it showed last', async () => {
    const w = await world(service);
    await onMain(w, ['landed']);
    await onPull(w, 7, ['landed', 'untouched', 'confirmed', 'dismissed', 'edited', 'shared']);
    await onPull(w, 8, ['shared']);
    await triage(w, 'confirmed', 'confirm');
    await triage(w, 'dismissed', 'dismiss', { reason: 'accepted' });
    const { id } = await finding(w, 'edited');
    await service
      .as(w.member.token)
      .patch(`${w.product.url}/findings/${id}`)
      .send({ title: 'In better words' })
      .expect(200);
    await finishNamed(w, '7');
    expect(await shown(w)).toEqual({
      landed: 'pending',
      confirmed: 'proposed resolved',
      dismissed: 'proposed dismissed',
      edited: 'proposed resolved',
      shared: 'proposed pending',
    });
    await finishNamed(w, '8');
    expect(Object.keys(await shown(w))).not.toContain('shared');
    const { body } = await onMain(w, ['landed', 'untouched', 'confirmed', 'dismissed', 'edited']);
    expect(body.delta).toEqual({ new: 2, known: 2, regressed: 0, spread: 0, dismissed: 1, resolved: 0, review: 0 });
  });

  test('resolves nothing of the product', async () => {
    const w = await world(service);
    await onMain(w, ['a']);
    await onPull(w, 7, ['a']);
    await finishNamed(w, '7');
    expect(await shown(w)).toEqual({ a: 'pending' });
    expect((await events(w))[0].changes.map(({ field }: { field: string }) => field)).not.toContain('resolved');
  });

  test('leaves its runs; that of which the finding went names the others', async () => {
    const w = await world(service);
    await onMain(w, ['landed']);
    const { body } = await onPull(w, 7, ['landed', 'gone']);
    await finishNamed(w, '7');
    const { number } = body.testActivity;
    const kept = await service.as(w.member.token).get(`${w.product.url}/test-activity/${number}/findings`).expect(200);
    expect(kept.body.findings.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['landed']);
    const anew = await onPull(w, 7, ['landed', 'gone']);
    expect(anew.body.delta).toMatchObject({ new: 1, known: 1 });
  });

  test('comes first for a merge that a main line reports later: what lands then is new', async () => {
    const w = await world(service);
    await onPull(w, 7, ['a']);
    await finishNamed(w, '7');
    expect((await onMain(w, ['a'])).body.delta).toMatchObject({ new: 1 });
    expect(await finding(w, 'a')).toMatchObject({ proposed: false, regressionCount: 0 });
  });
});

describe('ending a line is refused', () => {
  test('to members, to keys without the right, and to strangers', async () => {
    const w = await world(service);
    const foreign = await world(service);
    await onMain(w, [], 'production');
    const [line] = await lines(w);
    const keyOfMember = await w.key({ scopes: ['read', 'write'], owner: w.member });
    const code = async (credential: string | undefined) => (await finish(w, line!.id, credential)).body.code;
    expect(await code(w.member.token)).toBe('role_too_low');
    expect(await code(keyOfMember)).toBe('role_too_low');
    expect(await code(w.keys.read)).toBe('key_scope_missing');
    expect(await code(w.keys.ingest)).toBe('key_scope_missing');
    expect(await code(foreign.owner.token)).toBe('not_a_member');
    expect((await service.as().post(`${w.product.url}/lines/${line!.id}/end`)).body.code).toBe('unauthenticated');
    await finish(w, line!.id, w.keys.write).expect(200);
    await w.disable('testing');
    expect(await code(w.owner.token)).toBe('module_disabled');
  });

  test('where it is of another product or organization, or nowhere', async () => {
    const w = await world(service);
    const foreign = await world(service);
    const other = await w.newProduct('Other');
    for (const each of [w, foreign]) await onMain(each, ['a'], 'production');
    const [[line], [theirs]] = [await lines(w), await lines(foreign)];
    const code = async (id: string, url = w.product.url) => {
      const { status, body } = await finish(w, id, w.owner.token, url);
      return [status, body.code];
    };
    expect(await code(line!.id, other.url)).toEqual([404, 'not_found']);
    expect(await code(theirs!.id)).toEqual([404, 'not_found']);
    expect(await code('00000000-0000-7000-8000-000000000000')).toEqual([404, 'not_found']);
    expect(await code('nonsense')).toEqual([404, 'not_found']);
    expect([await shown(w), await shown(foreign)]).toEqual([{ a: 'pending' }, { a: 'pending' }]);
  });

  test('where it has no run', async () => {
    const w = await world(service);
    await report(w, ['a'], pullRequest(7));
    const [line] = await lines(w);
    await undo(w, 1);
    expect((await finish(w, line!.id)).status).toBe(404);
  });
});
