import { newId } from '#libs/ids';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();
const EXPORT = '/v1/me/export';

test('the export tells a person everything that is kept of them, and nothing of others', async () => {
  const w = await world(service);
  const { admin, organization, product } = w;
  const as = service.as(admin.token);
  await as.post(`${organization.url}/api-keys`).send({ name: 'Mine', scopes: ['read'] });
  await as.post(`${product.url}/pin`);
  await as.patch(product.url).send({ responsiblePersonId: admin.id });
  await as.post(`${product.url}/issues`).send({ title: 'My issue' });
  await as.post(`${product.url}/risks`).send({ title: 'My risk' });
  await as.post(`${product.url}/test-activity`).send({ type: 'manual_test' });
  const trusted = { issuer: 'https://gitlab.com', claims: { project_id: '22', namespace_id: '72' } };
  await as.post(`${product.url}/trusted-publishers`).send(trusted).expect(201);
  await as
    .post('/api/auth/organization/invite-member')
    .send({ organizationId: organization.id, email: 'guest@example.org', role: 'member' });
  await service.as(w.owner.token).post(`${product.url}/issues`).send({ title: 'Of somebody else' });
  await as.post('/api/auth/change-email').send({ newEmail: `${newId()}@example.org` });

  const response = await as.get(EXPORT);
  expect(response.status).toBe(200);
  const { body, text } = response;
  expect(body.account).toMatchObject({ id: admin.id, email: admin.email, name: admin.name });
  expect(body.memberships).toMatchObject([{ organizationId: organization.id, role: 'admin' }]);
  expect(body.apiKeys).toMatchObject([{ name: 'Mine', scopes: ['read'] }]);
  expect(body.trustedPublishers).toMatchObject([{ ...trusted, productId: product.id }]);
  expect(body.pinnedProducts).toMatchObject([{ slug: product.slug }]);
  expect(body.responsibleFor).toMatchObject([{ slug: product.slug }]);
  expect(body.records.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['issue', 'risk', 'test_activity']);
  expect(body.invitationsSent).toMatchObject([{ email: 'guest@example.org' }]);
  expect(body.addressChanges).toMatchObject([{ formerEmail: admin.email, confirmedAt: null }]);
  expect(body.sessions).toHaveLength(1);
  expect(body.events.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['issue.created', 'api_key.created', 'user.address_change_requested']),
  );
  expect(text).not.toContain('Of somebody else');
  expect(text).not.toContain(w.owner.name);
});

test('the export tells who was put out neither where the admin sat nor what became of their records', async () => {
  const w = await world(service);
  const { admin, organization, product } = w;
  const as = service.as(admin.token);
  await as.post(`${organization.url}/api-keys`).send({ name: 'Mine', scopes: ['read'] });
  await as.post(`${product.url}/issues`).send({ title: 'As I wrote it' });
  await service
    .as(w.owner.token)
    .post('/api/auth/organization/remove-member')
    .set('User-Agent', 'the browser of the owner')
    .send({ memberId: admin.memberId, organizationId: organization.id });
  await service.as(w.owner.token).patch(`${product.url}/issues/1`).send({ title: 'As others go on with it' });
  const { body, text } = await as.get(EXPORT);
  expect(body.events.map(({ type }: { type: string }) => type)).toContain('api_key.revoked');
  expect(text).not.toContain('the browser of the owner');
  expect(text).not.toContain('As others go on');
  expect(body.records).toMatchObject([{ kind: 'issue', number: 1, title: null, productSlug: null }]);
});

test('the export holds no secret and no hash of one', async () => {
  const email = `${newId()}@example.org`;
  const password = 'correct horse battery';
  const { token } = (await service.as().post('/api/auth/sign-up/email').send({ name: 'Ada', email, password })).body;
  const { body, text } = await service.as(token).get(EXPORT);
  expect(body.signInMethods).toMatchObject([{ provider: 'credential', subject: null }]);
  for (const secret of [token, password, 'argon2', 'hash', 'Hash', '\\\\x']) expect(text).not.toContain(secret);
});

test('the export tells of invitations to an address only once it is confirmed', async () => {
  const w = await world(service);
  const invite = (email: string) =>
    service
      .as(w.owner.token)
      .post('/api/auth/organization/invite-member')
      .send({ organizationId: w.organization.id, email, role: 'member' });
  await invite(w.stranger.email);
  const read = async () => (await service.as(w.stranger.token).get(EXPORT)).body;
  expect((await read()).invitationsReceived).toHaveLength(1);
  expect((await read()).mails).toHaveLength(1);
  await service.database.query('UPDATE users SET email_verified = false WHERE id = $1', [w.stranger.id]);
  expect((await read()).invitationsReceived).toEqual([]);
  expect((await read()).mails).toEqual([]);
});

test('the export tells the name of an organization to who is in it or asked into it, not to whom it was taken back from', async () => {
  const w = await world(service);
  const organizationId = w.organization.id;
  const auth = (path: string, body: object) =>
    service
      .as(w.owner.token)
      .post(`/api/auth/organization/${path}`)
      .send({ organizationId, ...body });
  const named = async () => (await service.as(w.stranger.token).get(EXPORT)).body.invitationsReceived;
  const { id } = (await auth('invite-member', { email: w.stranger.email, role: 'member' })).body;
  expect(await named()).toMatchObject([{ id, organizationName: 'Example' }]);
  await service.as(w.stranger.token).post('/api/auth/organization/accept-invitation').send({ invitationId: id });
  expect(await named()).toMatchObject([{ id, organizationName: 'Example', status: 'accepted' }]);
  await auth('remove-member', { memberIdOrEmail: w.stranger.email });
  await auth('update', { data: { name: 'Something that strangers shall not know' } });
  expect(await named()).toMatchObject([{ id, organizationName: null }]);
});

test('the export is for people in a session', async () => {
  const w = await world(service);
  expect((await service.as().get(EXPORT)).status).toBe(401);
  const response = await service.as(w.keys.read).get(EXPORT);
  expect([response.status, response.body.code]).toEqual([403, 'session_required']);
});
