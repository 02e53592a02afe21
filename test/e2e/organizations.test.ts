import { newId } from '#libs/ids';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();
const PATH = '/api/auth/organization';
const post = (token: string, path: string, body: object = {}) => service.as(token).post(`${PATH}/${path}`).send(body);
const get = (token: string, path: string) => service.as(token).get(`${PATH}/${path}`);

test('the creator owns a new organization, which becomes the active one with every module on', async () => {
  const { stranger } = await world(service);
  const created = await post(stranger.token, 'create', { name: 'Ministry of Silly Walks', metadata: { plan: 1 } });
  expect(created.status).toBe(200);
  expect(created.body).toMatchObject({
    slug: 'ministry-of-silly-walks',
    metadata: { plan: 1 },
    members: [{ userId: stranger.id, role: 'owner' }],
  });
  expect((await get(stranger.token, 'list')).body).toMatchObject([{ id: created.body.id, metadata: '{"plan":1}' }]);
  const full = await get(stranger.token, 'get-full-organization');
  expect(full.body).toMatchObject({
    id: created.body.id,
    members: [{ user: { email: stranger.email } }],
    invitations: [],
    teams: [],
  });
  expect((await service.as(stranger.token).get(`/v1/organizations/${created.body.id}/testing-feed`)).status).toBe(200);
});

test('slugs are unique: asked for, told, and refused', async () => {
  const { stranger, owner, organization } = await world(service);
  await post(stranger.token, 'create', { name: 'X', slug: 'taken-slug' });
  expect((await post(stranger.token, 'check-slug', { slug: 'taken-slug' })).body.code).toBe(
    'ORGANIZATION_SLUG_ALREADY_TAKEN',
  );
  expect((await post(stranger.token, 'check-slug', { slug: 'free-slug' })).body).toEqual({ status: true });
  expect((await post(stranger.token, 'create', { name: 'Y', slug: 'taken-slug' })).body.code).toBe(
    'ORGANIZATION_ALREADY_EXISTS',
  );
  const update = await post(owner.token, 'update', { organizationId: organization.id, data: { slug: 'taken-slug' } });
  expect(update.body.code).toBe('ORGANIZATION_SLUG_ALREADY_TAKEN');
  expect((await post(stranger.token, 'check-slug', { slug: '../etc' })).body.errors[0].path).toBe('/slug');
});

test('set-active changes what the session is about, for members only', async () => {
  const { owner, stranger, organization } = await world(service);
  const set = await post(owner.token, 'set-active', { organizationId: organization.id });
  expect([set.body.id, set.headers['set-auth-token']]).toEqual([organization.id, owner.token]);
  const unset = await post(owner.token, 'set-active', { organizationId: null });
  expect([unset.status, unset.text]).toEqual([200, 'null']);
  expect((await get(owner.token, 'get-full-organization')).text).toBe('null');
  expect((await post(owner.token, 'update', { data: { name: 'x' } })).body.code).toBe('ORGANIZATION_NOT_FOUND');
  expect((await post(stranger.token, 'set-active', { organizationId: organization.id })).body.code).toBe(
    'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
  );
  expect((await get(stranger.token, `get-full-organization?organizationId=${organization.id}`)).body.code).toBe(
    'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
  );
  expect((await get(stranger.token, 'get-organization?organizationSlug=unknown')).body.code).toBe(
    'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
  );
});

test('admins update an organization, members do not, and only an owner deletes it with all that is in it', async () => {
  const w = await world(service);
  const updated = await post(w.admin.token, 'update', {
    organizationId: w.organization.id,
    data: { name: 'New', metadata: { a: [1] } },
  });
  expect(updated.body).toMatchObject({ name: 'New', metadata: { a: [1] } });
  expect(
    (await post(w.member.token, 'update', { organizationId: w.organization.id, data: { name: 'x' } })).body.code,
  ).toBe('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION');
  expect((await post(w.admin.token, 'delete', { organizationId: w.organization.id })).body.code).toBe(
    'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION',
  );
  await service.as(w.owner.token).post(`${w.product.url}/issues`).send({ title: 'x' });
  expect((await post(w.owner.token, 'delete', { organizationId: w.organization.id })).body).toMatchObject({
    id: w.organization.id,
  });
  expect((await service.as(w.owner.token).get(w.product.url)).body.code).toBe('not_a_member');
  expect((await service.as(w.keys.read).get(w.product.url)).status).toBe(401);
});

test('deleting an organization needs a fresh session or the password', async () => {
  const email = `${newId()}@example.org`;
  const password = 'correct horse battery staple';
  const { token } = (await service.as().post('/api/auth/sign-up/email').send({ name: 'A', email, password })).body;
  const made = async () => (await post(token, 'create', { name: 'Short-lived' })).body.id;
  const outcome = async (body: object) => {
    const answer = await post(token, 'delete', body);
    return answer.body.code ?? answer.status;
  };
  const [first, second] = [await made(), await made()];
  expect(await outcome({ organizationId: first })).toBe(200);
  await service.database.query(
    `UPDATE sessions SET created_at = now() - interval '10 minutes', proved_at = now() - interval '10 minutes' WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  expect(await outcome({ organizationId: second })).toBe('SESSION_NOT_FRESH');
  expect(await outcome({ organizationId: second, password: 'a wrong one' })).toBe('INVALID_PASSWORD');
  expect(await outcome({ organizationId: second, password })).toBe(200);
  // Whoever may not delete it is not asked for a password.
  const w = await world(service);
  expect(await outcome({ organizationId: w.organization.id })).toBe('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION');
});

test('the names of an organization and of its teams are one line', async () => {
  const w = await world(service);
  for (const name of ['two\nlines', 'a\u0000b', 'a\u202eb', ' ', 'x'.repeat(101)]) {
    const { status, body } = await post(w.owner.token, 'create', { name });
    expect([name, status, body.errors[0].path]).toEqual([name, 400, '/name']);
    expect([name, (await post(w.owner.token, 'update', { data: { name } })).body.errors[0].path]).toEqual([
      name,
      '/data/name',
    ]);
    expect([name, (await post(w.owner.token, 'create-team', { name })).body.errors[0].path]).toEqual([name, '/name']);
  }
  expect((await post(w.owner.token, 'create', { name: 'x'.repeat(100) })).status).toBe(200);
});

test('a member who leaves loses keys, pins, responsibilities and the active organization', async () => {
  const w = await world(service);
  const key = await w.key({ scopes: ['read'], owner: w.admin });
  await service.as(w.owner.token).patch(w.product.url).send({ responsiblePersonId: w.admin.id });
  await service.as(w.admin.token).post(`${w.product.url}/pin`);
  expect((await post(w.admin.token, 'leave', { organizationId: w.organization.id })).body).toMatchObject({
    userId: w.admin.id,
    role: 'admin',
    user: { email: w.admin.email },
  });
  expect((await service.as(w.admin.token).get(w.product.url)).body.code).toBe('not_a_member');
  expect((await service.as(key).get(w.product.url)).status).toBe(401);
  expect((await service.as(w.owner.token).get(w.product.url)).body.product.responsiblePersonId).toBeNull();
  expect((await service.as(w.admin.token).get('/api/auth/get-session')).body.session.activeOrganizationId).toBeNull();
  expect(await service.database.query('SELECT 1 FROM product_pins WHERE user_id = $1', [w.admin.id])).toEqual([]);
});

test('the last owner cannot leave, not even two at once', async () => {
  const w = await world(service);
  const refused = await post(w.owner.token, 'leave', { organizationId: w.organization.id });
  expect([refused.status, refused.body.code]).toEqual([409, 'last_owner']);
  const second = await w.person('owner');
  const answers = await Promise.all(
    [w.owner, second].map(({ token }) => post(token, 'leave', { organizationId: w.organization.id })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});
