import { signUpWithSecondFactor } from '../support/authenticator.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ CONTACT: 'accessibility@example.org' });
const me = (token: string) => service.as(token).get('/v1/me');
const change = (token: string, body: object) => service.as(token).patch('/v1/me').send(body);
const join = (w: World, userId: string) =>
  service.database.query(
    `INSERT INTO members (id, organization_id, user_id, role) VALUES (gen_random_uuid(), $1, $2, 'member')`,
    [w.organization.id, userId],
  );

test('tells who is signed in, their organizations with what they may do there, and the active one', async () => {
  const [w, other] = [await world(service), await world(service)];
  await join(other, w.owner.id);
  await service.database.query(`UPDATE organizations SET name = 'Another' WHERE id = $1`, [other.organization.id]);
  await other.disable('risks');
  const { body } = await me(w.owner.token).expect(200);
  expect(body).toMatchObject({
    user: { id: w.owner.id, name: w.owner.name, email: w.owner.email },
    activeOrganizationId: w.organization.id,
    preferences: { language: null, timeZone: null, shortcuts: { on: true, keys: {} } },
  });
  const [first, second] = body.organizations;
  expect([first.id, first.role, first.slug]).toEqual([other.organization.id, 'member', other.organization.slug]);
  expect([second.id, second.role, second.factorMissing]).toEqual([w.organization.id, 'owner', false]);
  expect(second.timeZone).toBe('UTC');
  expect(first.modules).not.toContain('risks');
  expect(first.can).toMatchObject({ issues_create: true, risks_create: false, settings_updateConformance: false });
  expect(second.can).toMatchObject({ issues_create: true, risks_create: true, settings_updateSecurity: true });
  expect(JSON.stringify(body)).not.toContain(other.owner.email);
});

test('an organization whose second factor the session has not passed is named, with the little that may be done there', async () => {
  const w = await world(service);
  await service.database.query('UPDATE organizations SET require_two_factor = true, logo = $2 WHERE id = $1', [
    w.organization.id,
    'https://example.org/logo.png',
  ]);
  const [missing] = (await me(w.member.token)).body.organizations;
  expect(missing).toMatchObject({ id: w.organization.id, factorMissing: true, logo: null, modules: [] });
  expect(Object.values(missing.can).some(Boolean)).toBe(false);
  const { token, id } = await signUpWithSecondFactor(service);
  await join(w, id);
  const [passed] = (await me(token)).body.organizations;
  expect(passed).toMatchObject({ factorMissing: false, logo: 'https://example.org/logo.png' });
  expect(passed.can.issues_create).toBe(true);
});

test('name and preferences are changed one by one, what is absent stays, and one event tells it', async () => {
  const { member } = await world(service);
  const shortcuts = { on: false, keys: { dismiss: 'x', search: 'Control+K' } };
  const changed = await change(member.token, { name: 'Ada', preferences: { language: 'fr', shortcuts } }).expect(200);
  expect(changed.body).toMatchObject({
    user: { name: 'Ada' },
    preferences: { language: 'fr', timeZone: null, shortcuts },
  });
  await change(member.token, { preferences: { timeZone: 'Europe/Paris' } }).expect(200);
  await change(member.token, {}).expect(200);
  const { body } = await me(member.token);
  expect(body.user.name).toBe('Ada');
  expect(body.preferences).toEqual({ language: 'fr', timeZone: 'Europe/Paris', shortcuts });
  await change(member.token, { preferences: { language: null } }).expect(200);
  expect((await me(member.token)).body.preferences.language).toBeNull();
  const { events } = (await service.as(member.token).get('/v1/me/events')).body;
  const fields = events.map(({ changes }: { changes: { field: string }[] }) => changes.map(({ field }) => field));
  expect(fields).toEqual([['language'], ['timeZone'], ['name', 'language', 'shortcuts']]);
});

test.each([
  [{ name: ' ' }, '/name'],
  [{ image: 'javascript:alert(1)' }, '/image'],
  [{ preferences: null }, '/preferences'],
  [{ preferences: { language: 'tlh' } }, '/preferences/language'],
  [{ preferences: { timeZone: 'Europe/Nowhere' } }, '/preferences/timeZone'],
  [{ preferences: { timeZone: 7 } }, '/preferences/timeZone'],
  [{ preferences: { shortcuts: { on: 'yes', keys: {} } } }, '/preferences/shortcuts/on'],
  [{ preferences: { shortcuts: { on: true } } }, '/preferences/shortcuts/keys'],
  [{ preferences: { shortcuts: { on: true, keys: { dismiss: '' } } } }, '/preferences/shortcuts/keys'],
  [{ preferences: { shortcuts: { on: true, keys: { 'no name': 'x' } } } }, '/preferences/shortcuts/keys'],
  [{ preferences: { shortcuts: { on: true, keys: { dismiss: '\u0000' } } } }, '/preferences/shortcuts/keys/dismiss'],
])('%j is refused at its field', async (body, path) => {
  const { member } = await world(service);
  const answer = await change(member.token, body);
  expect([answer.status, answer.body.errors?.[0].path]).toEqual([400, path]);
});

test('keys and visitors have no account to read', async () => {
  const w = await world(service);
  expect((await me(w.keys.read)).body.code).toBe('session_required');
  expect((await service.as().get('/v1/me')).status).toBe(401);
});

test('anyone reads what people may do who are not signed in', async () => {
  const { body } = await service.as().get('/api/auth/options').expect(200);
  expect(body).toEqual({ signUp: true, providers: [], languages: ['en', 'fr'], contact: 'accessibility@example.org' });
});
