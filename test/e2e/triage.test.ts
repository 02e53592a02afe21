import { DAY_MS } from '#libs/dates';
import { recounted } from '../support/counts.js';
import { daysAhead } from '../support/moments.js';
import { overTime, useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const scan = (w: World, findings: object[], over: object = {}) =>
  service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: w.product.slug, type: 'automated_scan', tool: 'axe-core', findings, ...over });
const finding = (ruleId: string, over: object = {}) => ({ title: `About ${ruleId}`, ruleId, ...over });
const all = async (w: World, query = '') =>
  (await service.as(w.member.token).get(`${w.product.url}/findings${query}`)).body.findings;
const one = async (w: World, ruleId: string) => (await all(w, `?ruleId=${ruleId}`))[0];
const act = async (w: World, ruleId: string, action: string, body: object = {}, token = w.member.token) =>
  service
    .as(token)
    .post(`${w.product.url}/findings/${(await one(w, ruleId)).id}/${action}`)
    .send(body);
const bulk = (w: World, ids: string[], data: object) =>
  service.as(w.member.token).patch(`${w.organization.url}/findings/bulk`).send({ ids, data });
const tomorrow = () => daysAhead(1).toISOString();

describe('in bulk, with what was seen', () => {
  test('what others have decided meanwhile is skipped, counted and listed', async () => {
    const w = await world(service);
    await scan(
      w,
      ['a', 'b', 'c', 'd', 'e'].map((ruleId) => finding(ruleId)),
    );
    const seen = (await all(w)) as { id: string; ruleId: string; revision: number }[];
    await act(w, 'a', 'dismiss', { reason: 'false_positive', comment: 'Not ours' });
    await act(w, 'b', 'confirm');
    const decided = seen.filter(({ ruleId }) => 'ab'.includes(ruleId)).map(({ id }) => id);
    const send = (data: object, query = '') =>
      service
        .as(w.member.token)
        .patch(`${w.organization.url}/findings/bulk${query}`)
        .send({ ids: seen.map(({ id }) => id), revisions: seen.map(({ revision }) => revision), data });
    const dry = await send({ action: 'confirm' }, '?dryRun=true').expect(200);
    expect([dry.body.updated, dry.body.skipped.toSorted()]).toEqual([3, decided.toSorted()]);
    const { body } = await send({ action: 'confirm' }).expect(200);
    expect([body.updated, body.notFound, body.skipped.toSorted()]).toEqual([3, [], decided.toSorted()]);
    expect(await one(w, 'a')).toMatchObject({ status: 'dismissed', dismissalComment: 'Not ours' });
    // Nothing is left as it was seen: a confirmed finding would refuse all otherwise.
    const again = await send({ action: 'dismiss', reason: 'accepted' }).expect(200);
    expect([again.body.updated, again.body.skipped.length, again.body.decision]).toEqual([0, 5, null]);
    expect((await all(w, '?status=confirmed')).length).toBe(4);
  });

  test('a filter skips what was decided after it was seen', async () => {
    const w = await world(service);
    await scan(w, [finding('a'), finding('b')]);
    const seenAt = new Date().toISOString();
    await act(w, 'a', 'dismiss', { reason: 'false_positive' });
    const body = { filter: { productId: w.product.id }, expected: 2, seenAt, data: { action: 'confirm' } };
    const answer = await service.as(w.member.token).patch(`${w.organization.url}/findings/bulk`).send(body).expect(200);
    expect(answer.body).toMatchObject({ updated: 1, skipped: [(await one(w, 'a')).id] });
    expect([(await one(w, 'a')).status, (await one(w, 'b')).status]).toEqual(['dismissed', 'confirmed']);
  });

  test('revisions go with ids, one for each, and seenAt with a filter', async () => {
    const w = await world(service);
    await scan(w, [finding('a')]);
    const ids = [(await one(w, 'a')).id];
    const filter = { productId: w.product.id };
    const data = { action: 'confirm' };
    const paths = async (body: object) =>
      (
        await service
          .as(w.member.token)
          .patch(`${w.organization.url}/findings/bulk`)
          .send({ ...body, data })
          .expect(400)
      ).body.errors.map(({ path }: { path: string }) => path);
    expect(await paths({ ids, revisions: [] })).toEqual(['/revisions']);
    expect(await paths({ filter, expected: 1, revisions: [1] })).toEqual(['/revisions']);
    expect(await paths({ ids, seenAt: tomorrow() })).toEqual(['/seenAt']);
  });
});

describe('dismissing', () => {
  test.each(['false_positive', 'accepted', 'third_party', 'not_applicable', 'duplicate'])(
    'for the reason %s, with a comment',
    async (reason) => {
      const w = await world(service);
      await scan(w, [finding('a')]);
      const { status, body } = await act(w, 'a', 'dismiss', { reason, comment: 'Seen by two of us' });
      expect(status).toBe(200);
      expect(body.finding).toMatchObject({
        status: 'dismissed',
        dismissalReason: reason,
        dismissalComment: 'Seen by two of us',
        dismissedUntil: null,
        issue: null,
        actions: ['confirm', 'dismiss', 'reopen'],
      });
    },
  );

  test('holds when the finding is reported again, and when a complete scan no longer reports it', async () => {
    const w = await world(service);
    await scan(w, [finding('a')]);
    await act(w, 'a', 'dismiss', { reason: 'accepted' });
    expect((await scan(w, [finding('a')])).body.delta).toEqual({
      new: 0,
      known: 0,
      regressed: 0,
      spread: 0,
      dismissed: 1,
      resolved: 0,
      review: 0,
    });
    expect((await scan(w, [], { coverage: 'complete' })).body.delta.resolved).toBe(0);
    expect((await one(w, 'a')).status).toBe('dismissed');
  });

  overTime(
    'until a moment: after it the finding is pending again, in reads, lists and filters, with no job',
    async () => {
      const w = await world(service);
      await scan(w, [finding('a')]);
      const until = tomorrow();
      expect((await act(w, 'a', 'dismiss', { reason: 'accepted', until })).body.finding.dismissedUntil).toBe(until);
      expect(await all(w, '?status=dismissed')).toHaveLength(1);
      await service.letPass(DAY_MS);
      expect(await all(w, '?status=dismissed')).toEqual([]);
      expect(await all(w, '?status=pending')).toMatchObject([
        { status: 'pending', dismissalReason: null, dismissedUntil: null },
      ]);
      expect((await scan(w, [finding('a')])).body.delta.known).toBe(1);
      expect((await scan(w, [], { coverage: 'complete' })).body.delta.resolved).toBe(1);
    },
  );

  test('again to change only the reason keeps end and comment; null takes them away', async () => {
    const w = await world(service);
    await scan(w, [finding('a'), finding('b')]);
    const until = tomorrow();
    await act(w, 'a', 'dismiss', { reason: 'accepted', comment: 'The vendor mends it', until });
    const again = await act(w, 'a', 'dismiss', { reason: 'third_party' });
    const kept = { dismissalReason: 'third_party', dismissalComment: 'The vendor mends it', dismissedUntil: until };
    expect(again.body.finding).toMatchObject(kept);
    // In bulk each keeps its own.
    const ids = [(await one(w, 'a')).id, (await one(w, 'b')).id];
    await bulk(w, ids, { action: 'dismiss', reason: 'not_applicable' }).expect(200);
    expect(await one(w, 'a')).toMatchObject({ ...kept, dismissalReason: 'not_applicable' });
    expect(await one(w, 'b')).toMatchObject({ dismissalComment: null, dismissedUntil: null });
    const cleared = await act(w, 'a', 'dismiss', { reason: 'accepted', comment: null, until: null });
    expect(cleared.body.finding).toMatchObject({ dismissalComment: null, dismissedUntil: null });
  });

  overTime('keeps reason and comment in the history, also when it has ended', async () => {
    const w = await world(service);
    await scan(w, [finding('a')]);
    await act(w, 'a', 'dismiss', { reason: 'accepted', comment: 'The vendor mends it', until: tomorrow() });
    await service.letPass(DAY_MS);
    const read = async () =>
      (await service.as(w.member.token).get(`${w.product.url}/findings/${(await one(w, 'a')).id}`)).body.finding;
    const ended = { reason: 'accepted', comment: 'The vendor mends it', until: expect.any(String) };
    expect(await read()).toMatchObject({ status: 'pending', dismissalReason: null, endedDismissal: ended });
    const { changes } = (await service.as(w.owner.token).get(`${w.product.url}/changes?type=finding.dismissed`)).body;
    expect(changes[0].changes).toEqual(
      expect.arrayContaining([
        { field: 'dismissalReason', from: null, to: 'accepted' },
        { field: 'dismissalComment', from: null, to: 'The vendor mends it' },
      ]),
    );
    // What has ended is not kept: the finding would be pending again at once.
    const again = await act(w, 'a', 'dismiss', { reason: 'third_party' });
    expect(again.body.finding).toMatchObject({ dismissedUntil: null, dismissalComment: null, endedDismissal: null });
  });

  test('as a duplicate names another finding of the product, and none that is in the end a duplicate of it', async () => {
    const w = await world(service);
    await scan(w, [finding('a'), finding('b'), finding('c')]);
    const dismiss = async (ruleId: string, original: string, until?: string) =>
      act(w, ruleId, 'dismiss', { reason: 'duplicate', duplicateOfId: (await one(w, original)).id, until });
    expect((await dismiss('a', 'b')).body.finding.duplicateOfId).toBe((await one(w, 'b')).id);
    expect((await dismiss('b', 'c', tomorrow())).status).toBe(200);
    for (const original of ['a', 'b']) {
      const circle = await dismiss('c', original);
      expect([circle.status, circle.body.errors[0].path]).toEqual([400, '/duplicateOfId']);
    }
    await service.database.query(
      "UPDATE findings SET dismissed_until = now() - interval '1 second' WHERE organization_id = $1 AND rule_id = 'b'",
      [w.organization.id],
    );
    await recounted(service, w.product.id);
    expect((await dismiss('c', 'a')).status).toBe(200);
  });

  test('is refused without a reason, with one unknown, in the past, as its own or a foreign duplicate; nothing changes', async () => {
    const [w, other] = [await world(service), await world(service)];
    await scan(w, [finding('a')]);
    await scan(other, [finding('a')]);
    const { id } = await one(w, 'a');
    const refused: [object, string][] = [
      [{}, '/reason'],
      [{ reason: 'boring' }, '/reason'],
      [{ reason: 'accepted', until: '2020-01-01T00:00:00Z' }, '/until'],
      [{ reason: 'accepted', until: 'tomorrow' }, '/until'],
      [{ reason: 'accepted', comment: 'x'.repeat(2001) }, '/comment'],
      [{ reason: 'duplicate', duplicateOfId: id }, '/duplicateOfId'],
      [{ reason: 'duplicate', duplicateOfId: (await one(other, 'a')).id }, '/duplicateOfId'],
      [{ reason: 'duplicate', duplicateOfId: 'x' }, '/duplicateOfId'],
      [{ reason: 'accepted', duplicateOfId: id }, '/duplicateOfId'],
      [{ reason: 'accepted', status: 'confirmed' }, '/status'],
    ];
    for (const [body, path] of refused) {
      const answer = await act(w, 'a', 'dismiss', body);
      expect([body, answer.status, answer.body.errors[0].path]).toEqual([body, 400, path]);
    }
    expect((await one(w, 'a')).status).toBe('pending');
  });

  test('is refused for what is confirmed or resolved', async () => {
    const w = await world(service);
    await scan(w, [finding('a'), finding('b')]);
    await act(w, 'a', 'confirm');
    await scan(w, [finding('a')], { coverage: 'complete' });
    expect((await act(w, 'a', 'dismiss', { reason: 'accepted' })).body).toMatchObject({
      status: 409,
      code: 'finding_confirmed',
    });
    expect((await act(w, 'b', 'dismiss', { reason: 'accepted' })).body.code).toBe('finding_resolved');
    // What is wrong with the request itself is said first.
    const past = { reason: 'accepted', until: '2020-01-01T00:00:00Z' };
    expect((await act(w, 'a', 'dismiss', past)).status).toBe(400);
    const ids = [(await one(w, 'a')).id];
    const bulk = await service
      .as(w.member.token)
      .patch(`${w.organization.url}/findings/bulk`)
      .send({ ids, data: { action: 'dismiss', ...past } });
    expect([bulk.status, bulk.body.errors[0].path]).toEqual([400, '/data/until']);
  });
});

describe('reopening', () => {
  test('makes a dismissed or a resolved finding pending, and changes nothing on a pending one', async () => {
    const w = await world(service);
    await scan(w, [finding('a'), finding('b'), finding('c')]);
    await act(w, 'a', 'dismiss', { reason: 'accepted' });
    await scan(w, [finding('c')], { coverage: 'complete' });
    for (const ruleId of ['a', 'b', 'c']) {
      const { status, body } = await act(w, ruleId, 'reopen');
      expect([status, body.finding.status, body.finding.dismissalReason]).toEqual([200, 'pending', null]);
    }
  });

  test('is refused for what is confirmed', async () => {
    const w = await world(service);
    await scan(w, [finding('a')]);
    await act(w, 'a', 'confirm');
    expect((await act(w, 'a', 'reopen')).body).toMatchObject({ status: 409, code: 'finding_confirmed' });
  });
});

test('a dismissed finding can be confirmed, and forgets why it was dismissed', async () => {
  const w = await world(service);
  await scan(w, [finding('a')]);
  await act(w, 'a', 'dismiss', { reason: 'accepted', comment: 'x' });
  const { status, body } = await act(w, 'a', 'confirm', { priority: 'high' });
  expect([status, body.issue.priority]).toEqual([201, 'high']);
  expect(body.finding).toMatchObject({ status: 'confirmed', dismissalReason: null, dismissalComment: null });
});

test('a resolved finding that is reported again returns to where it was, and the regression is counted', async () => {
  const w = await world(service);
  await scan(w, [finding('a'), finding('b')]);
  await act(w, 'a', 'confirm');
  await scan(w, [], { coverage: 'complete' });
  expect(await one(w, 'a')).toMatchObject({ status: 'resolved', resolvedAt: expect.any(String) });
  const issue = async () => (await service.as(w.member.token).get(`${w.product.url}/issues/1`)).body.issue;
  expect(await issue()).toMatchObject({ state: 'open', noLongerReported: true });
  expect((await scan(w, [finding('a'), finding('b')])).body.delta.regressed).toBe(2);
  expect(await one(w, 'a')).toMatchObject({ status: 'confirmed', regressionCount: 1, resolvedAt: null });
  expect(await one(w, 'b')).toMatchObject({ status: 'pending', regressionCount: 1 });
  expect(await issue()).toMatchObject({ state: 'open', noLongerReported: false, regressed: false });
});

test('a confirmed finding that was resolved and is reopened leaves its issue, and goes back to it only where that is named', async () => {
  const w = await world(service);
  await scan(w, [finding('a'), finding('b')]);
  for (const rule of ['a', 'b']) await act(w, rule, 'confirm');
  await scan(w, [], { coverage: 'complete' });
  for (const rule of ['a', 'b']) await act(w, rule, 'reopen');
  const { id } = await one(w, 'a');
  const read = await service.as(w.member.token).get(`${w.product.url}/findings/${id}`);
  expect(read.body.finding).toMatchObject({ status: 'pending', issue: null });
  const another = await act(w, 'a', 'confirm');
  expect([another.status, another.body.issue.number]).toEqual([201, 3]);
  const former = await act(w, 'b', 'confirm', { issueNumber: 2 });
  expect([former.status, former.body.issue.number]).toEqual([200, 2]);
  const { issues } = (await service.as(w.member.token).get(`${w.product.url}/issues?sortField=number`)).body;
  expect(issues.map(({ state }: { state: string }) => state)).toEqual(['open', 'open', 'open']);
});

test('a field that a person has edited is not overwritten by a scan', async () => {
  const w = await world(service);
  await scan(w, [finding('a', { severity: 'low', description: 'd' })]);
  const { id } = await one(w, 'a');
  const edit = (body: object, token = w.member.token) =>
    service.as(token).patch(`${w.product.url}/findings/${id}`).send(body);
  const edited = await edit({ title: 'The logo has no text', severity: null });
  expect(edited.body.finding).toMatchObject({
    title: 'The logo has no text',
    severity: null,
    edited: ['title', 'severity'],
  });
  await scan(w, [finding('a', { severity: 'high', description: 'new words' })]);
  expect(await one(w, 'a')).toMatchObject({
    title: 'The logo has no text',
    severity: null,
    description: 'new words',
  });
  expect((await edit({ title: ' ', status: 'resolved', severity: 'critical' })).body.errors).toHaveLength(3);
  expect((await edit({ title: 'x' }, w.keys.read)).body.code).toBe('key_scope_missing');
});

describe('in bulk', () => {
  test('findings are dismissed, reopened and confirmed; what is out of reach is named', async () => {
    const [w, other] = [await world(service), await world(service)];
    await scan(w, [finding('a'), finding('b')]);
    await scan(other, [finding('x')]);
    const ids = (await all(w)).map(({ id }: { id: string }) => id);
    const foreign = (await one(other, 'x')).id;
    const dismissed = await bulk(w, [...ids, foreign], { action: 'dismiss', reason: 'third_party', comment: 'Vendor' });
    expect(dismissed.body).toEqual({ updated: 2, notFound: [foreign], decision: { id: expect.any(String) } });
    expect((await all(w, '?status=dismissed')).map(({ dismissalComment }: never) => dismissalComment)).toEqual([
      'Vendor',
      'Vendor',
    ]);
    expect((await one(other, 'x')).status).toBe('pending');
    expect((await bulk(w, ids, { action: 'reopen' })).body.updated).toBe(2);
    expect(await all(w, '?status=pending')).toHaveLength(2);
    expect((await bulk(w, ids, { action: 'confirm', severity: 'high' })).body.updated).toBe(2);
    const { issues } = (await service.as(w.member.token).get(`${w.product.url}/issues?sortField=number`)).body;
    expect(issues).toMatchObject([
      { number: 2, severity: 'high' },
      { number: 1, severity: 'high' },
    ]);
    expect((await bulk(w, ids, { action: 'confirm' })).body.updated).toBe(2);
    expect((await service.as(w.member.token).get(`${w.product.url}/issues`)).body.total).toBe(2);
  });

  test('one issue can stand for many findings', async () => {
    const w = await world(service);
    await scan(w, [finding('a'), finding('b')]);
    await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'The header' });
    const ids = (await all(w)).map(({ id }: { id: string }) => id);
    expect((await bulk(w, ids, { action: 'confirm', issueNumber: 1 })).body.updated).toBe(2);
    expect((await service.as(w.member.token).get(`${w.product.url}/issues`)).body.total).toBe(1);
    const unknown = await bulk(w, ids, { action: 'confirm', issueNumber: 9 });
    expect([unknown.status, unknown.body.errors[0].path]).toEqual([400, '/data/issueNumber']);
  });

  test('it is all or nothing', async () => {
    const w = await world(service);
    await scan(w, [finding('a'), finding('b')]);
    await act(w, 'a', 'confirm');
    const ids = (await all(w)).map(({ id }: { id: string }) => id);
    expect((await bulk(w, ids, { action: 'dismiss', reason: 'accepted' })).body.code).toBe('finding_confirmed');
    expect((await one(w, 'b')).status).toBe('pending');
    await scan(w, [finding('a')], { coverage: 'complete' });
    expect((await bulk(w, ids, { action: 'confirm' })).body.code).toBe('finding_resolved');
    await service.as(w.owner.token).post(`${w.product.url}/archive`);
    expect((await bulk(w, [(await one(w, 'a')).id], { action: 'confirm' })).body.code).toBe('product_archived');
  });

  test.each<[string, object, string]>([
    ['no action', {}, '/data/action'],
    ['an unknown action', { action: 'delete' }, '/data/action'],
    ['a dismissal without a reason', { action: 'dismiss' }, '/data/reason'],
    ['a past until', { action: 'dismiss', reason: 'accepted', until: '2020-01-01T00:00:00Z' }, '/data/until'],
    ['fields of another action', { action: 'reopen', reason: 'accepted' }, '/data/reason'],
  ])('%s is refused', async (_name, data, path) => {
    const w = await world(service);
    await scan(w, [finding('a')]);
    const answer = await bulk(w, [(await one(w, 'a')).id], data);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, path]);
  });

  test('a hundred ids at most, and a key for one product not at all', async () => {
    const w = await world(service);
    await scan(w, [finding('a')]);
    const { id } = await one(w, 'a');
    expect((await bulk(w, Array(101).fill(id), { action: 'reopen' })).body.errors[0].code).toBe('too_many');
    expect((await bulk(w, [], { action: 'reopen' })).status).toBe(400);
    const key = await w.key({ scopes: ['read', 'write'], productId: w.product.id });
    const answer = await service
      .as(key)
      .patch(`${w.organization.url}/findings/bulk`)
      .send({ ids: [id], data: { action: 'reopen' } });
    expect(answer.status).toBe(403);
  });
});

test('triage is out of reach from another organization, from a key of another product, and with the module off', async () => {
  const [w, other] = [await world(service), await world(service)];
  await scan(w, [finding('a')]);
  const { id } = await one(w, 'a');
  const elsewhere = await w.newProduct('Elsewhere');
  const key = await w.key({ scopes: ['read', 'write'], productId: elsewhere.id });
  for (const action of ['confirm', 'dismiss', 'reopen']) {
    const body = action === 'dismiss' ? { reason: 'accepted' } : {};
    const post = (credential: string | undefined, url = w.product.url) =>
      service.as(credential).post(`${url}/findings/${id}/${action}`).send(body);
    expect((await post(undefined)).status).toBe(401);
    expect((await post(other.owner.token)).body.code).toBe('not_a_member');
    expect((await post(key)).status).toBe(403);
    expect((await post(w.keys.read)).body.code).toBe('key_scope_missing');
    expect((await post(w.member.token, elsewhere.url)).status).toBe(404);
    expect((await post(other.member.token, other.product.url)).status).toBe(404);
  }
  expect((await one(w, 'a')).status).toBe('pending');
  await w.disable('testing');
  const off = await service.as(w.member.token).post(`${w.product.url}/findings/${id}/reopen`);
  expect(off.body.code).toBe('module_disabled');
});
