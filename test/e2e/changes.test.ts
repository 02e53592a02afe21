import { newId } from '#libs/ids';
import { minutesAhead } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const log = async (w: World, query = '', url = w.organization.url) =>
  (await service.as(w.member.token).get(`${url}/changes${query}`)).body;
const report = (w: World, title: string) => service.as(w.member.token).post(`${w.product.url}/issues`).send({ title });

test('the change log says who did what to what, and which fields changed', async () => {
  const w = await world(service);
  const created = await report(w, 'No alt text');
  const { issue } = created.body;
  await service.as(w.keys.write).patch(`${w.product.url}/issues/1`).send({ state: 'closed', severity: 'high' });
  const { changes, ...page } = await log(w);
  expect(page).toEqual({ total: 2, page: 1, pageSize: 25 });
  expect(changes).toMatchObject([
    {
      type: 'issue.updated',
      actor: { kind: 'api_key', name: 'read+write' },
      subject: { kind: 'issue', id: issue.id, number: 1, title: 'No alt text' },
      productId: w.product.id,
      changes: expect.arrayContaining([
        { field: 'state', from: 'open', to: 'closed' },
        { field: 'severity', from: null, to: 'high' },
      ]),
    },
    {
      type: 'issue.created',
      actor: { kind: 'user', id: w.member.id, name: w.member.name },
      requestId: created.headers['x-request-id'],
    },
  ]);
});

test('an ingest and a bulk change are one entry of the change log each', async () => {
  const w = await world(service);
  await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({
      productRef: w.product.slug,
      type: 'automated_scan',
      tool: 'axe',
      findings: [
        { title: 'a', ruleId: 'a' },
        { title: 'b', ruleId: 'b' },
      ],
    });
  const { findings } = (await service.as(w.member.token).get(`${w.product.url}/findings`)).body;
  const ids = findings.map(({ id }: { id: string }) => id);
  await service
    .as(w.member.token)
    .patch(`${w.organization.url}/findings/bulk`)
    .send({ ids, data: { action: 'dismiss', reason: 'accepted' } });
  const { changes } = await log(w);
  expect(changes.map(({ type }: { type: string }) => type)).toEqual([
    'finding.bulk_dismissed',
    'test_activity.ingested',
  ]);
  const raised = changes[1].changes.find(({ field }: { field: string }) => field === 'raised');
  expect(raised.to).toEqual({ count: 2, ids: expect.arrayContaining(ids) });
});

test('a bulk change is in the log of its product, and of several products in that of the organization only', async () => {
  const w = await world(service);
  const other = await w.newProduct('Other');
  const typesOf = async (url: string) =>
    (await service.as(w.member.token).get(`${url}/changes`).expect(200)).body.changes.map(
      ({ type, productId }: { type: string; productId: string | null }) => [type, productId],
    );
  const issueIn = async (url: string): Promise<string> =>
    (await service.as(w.member.token).post(`${url}/issues`).send({ title: 'Issue' }).expect(201)).body.issue.id;
  const [one, two, three] = [await issueIn(w.product.url), await issueIn(w.product.url), await issueIn(other.url)];
  const change = (ids: string[], data: object) =>
    service.as(w.member.token).patch(`${w.organization.url}/issues/bulk`).send({ ids, data }).expect(200);
  await change([one, two], { state: 'closed' });
  await change([one, three], { severity: 'high' });
  expect((await typesOf(w.product.url))[0]).toEqual(['issue.bulk_updated', w.product.id]);
  expect((await typesOf(other.url))[0]).toEqual(['issue.created', other.id]);
  expect((await typesOf(w.organization.url)).slice(0, 2)).toEqual([
    ['issue.bulk_updated', null],
    ['issue.bulk_updated', w.product.id],
  ]);
});

test('the change log is filtered by type, actor, subject and time, and paged', async () => {
  const w = await world(service);
  await report(w, 'a');
  await service.as(w.admin.token).post(`${w.product.url}/audits`).send({});
  await service.as(w.admin.token).delete(`${w.product.url}/issues/1`);
  const types = async (query: string) => (await log(w, query)).changes.map(({ type }: { type: string }) => type);
  expect(await types('?type=issue.created,issue.deleted')).toEqual(['issue.deleted', 'issue.created']);
  expect(await types(`?actorId=${w.admin.id}`)).toEqual(['issue.deleted', 'audit.created']);
  expect(await types('?subjectKind=audit')).toEqual(['audit.created']);
  expect(await types('?pageSize=1&page=2')).toEqual(['audit.created']);
  const [, , first] = (await log(w)).changes;
  expect(await types(`?until=${new Date(Date.parse(first.at) + 1).toISOString()}`)).toEqual(['issue.created']);
  expect(await types(`?since=${minutesAhead(1).toISOString()}`)).toEqual([]);
  for (const query of ['type=issue.exploded', 'actorId=me', 'subjectKind=cat', 'since=yesterday', 'pageSize=101'])
    expect([query, (await service.as(w.member.token).get(`${w.organization.url}/changes?${query}`)).status]).toEqual([
      query,
      400,
    ]);
});

test('a product has its own log, and leaves its history when it is deleted', async () => {
  const w = await world(service);
  const other = await w.newProduct('Other');
  await report(w, 'here');
  await service.as(w.member.token).post(`${other.url}/issues`).send({ title: 'there' });
  expect((await log(w, '', w.product.url)).changes).toMatchObject([{ subject: { title: 'here' } }]);
  await service.as(w.owner.token).delete(w.product.url);
  const { changes } = await log(w);
  expect(changes.map(({ type, subject }: never) => [type, (subject as { title: string }).title])).toEqual([
    ['product.deleted', 'Web Shop'],
    ['issue.created', 'there'],
    ['issue.created', 'here'],
  ]);
});

test('changes of invitations are shown to those who may invite, and to their keys', async () => {
  const w = await world(service);
  await report(w, 'x');
  const body = { email: 'guest@example.org', role: 'member' };
  const { id } = (await service.as(w.admin.token).post('/api/auth/organization/invite-member').send(body)).body;
  await service.as(w.admin.token).post('/api/auth/organization/cancel-invitation').send({ invitationId: id });
  const ofMember = await w.key({ scopes: ['read', 'write'], owner: w.member });
  const ofAdmin = await w.key({ scopes: ['read'], owner: w.admin });
  const ask = async (token: string, query = '') =>
    (await service.as(token).get(`${w.organization.url}/changes${query}`)).body;
  const [all, theirs] = [{ total: 3 }, { total: 1 }];
  expect([await ask(w.owner.token), await ask(w.admin.token), await ask(ofAdmin)]).toMatchObject([all, all, all]);
  for (const token of [w.member.token, ofMember]) {
    const page = await ask(token);
    expect(page).toMatchObject({ ...theirs, changes: [{ type: 'issue.created' }] });
    expect(JSON.stringify(page)).not.toContain('guest@example.org');
    for (const query of ['?type=invitation.created', '?subjectKind=invitation', `?actorId=${w.admin.id}`])
      expect(await ask(token, query)).toMatchObject({ changes: [], total: 0 });
    expect(await ask(token, '?pageSize=1&page=2')).toMatchObject({ changes: [], total: 1 });
  }
  // What members read in an organization besides its log.
  const full = '/api/auth/organization/get-full-organization';
  expect((await service.as(w.member.token).get(full)).body.invitations).toEqual([]);
  expect((await service.as(w.admin.token).get(full)).body.invitations).toMatchObject([{ id }]);
});

test('the change log contains no secret', async () => {
  const w = await world(service);
  const key = await service
    .as(w.owner.token)
    .post(`${w.organization.url}/api-keys`)
    .send({ name: 'CI', scopes: ['read'] });
  const hook = await service
    .as(w.owner.token)
    .post(`${w.organization.url}/webhooks`)
    .send({ url: 'https://1.1.1.1/hook' });
  const rotated = await service
    .as(w.owner.token)
    .post(`${w.organization.url}/webhooks/${hook.body.webhook.id}/rotate-secret`);
  const text = JSON.stringify(await log(w)) + service.log.join('\n');
  for (const secret of [key.body.apiKey.key, hook.body.webhook.secret, rotated.body.webhook.secret])
    expect([typeof secret, text.includes(secret)]).toEqual(['string', false]);
});

test('the change log is for members, keys with read, and organizations with the module', async () => {
  const [w, other] = [await world(service), await world(service)];
  const url = `${w.organization.url}/changes`;
  expect((await service.as().get(url)).status).toBe(401);
  expect((await service.as(other.owner.token).get(url)).body.code).toBe('not_a_member');
  expect((await service.as(w.keys.ingest).get(url)).body.code).toBe('key_scope_missing');
  expect((await service.as(w.keys.read).get(url)).status).toBe(200);
  const key = await w.key({ scopes: ['read'], productId: w.product.id });
  expect((await service.as(key).get(url)).status).toBe(403);
  expect((await service.as(key).get(`${w.product.url}/changes`)).status).toBe(200);
  await w.disable('changes');
  expect((await service.as(w.member.token).get(url)).body.code).toBe('module_disabled');
  expect((await service.as(w.member.token).get(`${w.product.url}/changes`)).body.code).toBe('module_disabled');
});

describe('following', () => {
  const follow = (w: World, query = '') =>
    service.as(w.member.token).get(`${w.organization.url}/changes?order=asc${query}`);

  test('goes from the first event to the last, and on from there', async () => {
    const w = await world(service);
    for (const title of ['A', 'B', 'C'])
      await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title }).expect(201);
    const titles = (body: { changes: { subject: { title: string } }[] }) =>
      body.changes.map(({ subject }) => subject.title);
    const first = (await follow(w, '&type=issue.created&pageSize=2').expect(200)).body;
    expect([titles(first), first.total]).toEqual([['A', 'B'], null]);
    const rest = (await follow(w, `&type=issue.created&after=${first.changes[1].id}`).expect(200)).body;
    expect(titles(rest)).toEqual(['C']);
    expect((await follow(w, `&after=${rest.changes[0].id}&type=issue.created`)).body.changes).toEqual([]);
    const product = `${w.product.url}/changes?order=asc&type=issue.created&after=${first.changes[0].id}`;
    expect(titles((await service.as(w.member.token).get(product)).body)).toEqual(['B', 'C']);
  });

  test('refuses an event of elsewhere or of nowhere, and says that one is no longer kept', async () => {
    const [w, other] = [await world(service), await world(service)];
    for (const each of [w, other])
      await service.as(each.member.token).post(`${each.product.url}/issues`).send({ title: 'A' }).expect(201);
    const foreign = (await follow(other)).body.changes.at(-1).id as string;
    for (const id of ['nonsense', '5a1f2b3c-8d4e-5f60-9a7b-c0ffee51ab1e', newId(), foreign]) {
      const { status, body } = await follow(w, `&after=${id}`);
      expect([id, status, body.code]).toEqual([id, 400, 'cursor_invalid']);
    }
    const [{ id }] = (await follow(w)).body.changes;
    await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'B' }).expect(201);
    await service.database.query('DELETE FROM events WHERE organization_id = $1 AND id = $2', [w.organization.id, id]);
    const { status, body } = await follow(w, `&after=${id}`);
    expect([status, body.code]).toEqual([410, 'position_gone']);
  });

  test('takes no page, and no event in the other direction', async () => {
    const w = await world(service);
    for (const [query, code] of [
      ['order=asc&page=2', 'invalid_input'],
      [`after=${newId()}`, 'cursor_invalid'],
    ]) {
      const { status, body } = await service.as(w.member.token).get(`${w.organization.url}/changes?${query}`);
      expect([query, status, body.code]).toEqual([query, 400, code]);
    }
  });
});

test('the history of a record has what happened to it', async () => {
  const w = await world(service);
  const issue = async (title: string) =>
    (await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title })).body.issue;
  const [a] = [await issue('A'), await issue('B')];
  await service.as(w.member.token).patch(`${w.product.url}/issues/${a.number}`).send({ state: 'closed' }).expect(200);
  const { changes, total } = (await service.as(w.member.token).get(`${w.product.url}/changes?subjectId=${a.id}`)).body;
  expect([changes.map(({ type }: { type: string }) => type), total]).toEqual([['issue.updated', 'issue.created'], 2]);
});
