import { AccountEvents } from '../../apps/api/src/accounts/identity/account-events/account-events.service.js';
import { signUpWithSecondFactor, PASSWORD, signUp } from '../support/authenticator.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ TRUST_PROXY: 'true' });
const AGENT = 'Mozilla/5.0 (test)';
const post = (path: string, body: object, token?: string, address = '192.0.2.7') =>
  service.as(token).post(`/api/auth/${path}`).set('X-Forwarded-For', address).set('User-Agent', AGENT).send(body);
const events = async (token: string, query = '') => (await service.as(token).get(`/v1/me/events${query}`)).body;
const types = async (token: string): Promise<string[]> =>
  (await events(token, '?pageSize=100')).events.map(({ type }: { type: string }) => type);

/** The person's events, once one of this type is there: failed sign-ins are noted beside the answer. */
const until = (token: string, type: string) =>
  eventually(async () => (await events(token)).events.find((event: { type: string }) => event.type === type));

test('who got in, who tried and who left stands in the account with address and program', async () => {
  const person = await signUp(service);
  const second = (await post('sign-in/email', { email: person.email, password: PASSWORD })).body.token;
  await post('sign-in/email', { email: person.email, password: 'wrong' }, undefined, '198.51.100.9');
  const failed = await until(person.token, 'user.sign_in_failed');
  expect(failed).toMatchObject({
    actor: { kind: 'system', id: null },
    subject: { kind: 'user', id: person.id, title: 'Ada' },
    address: '198.51.100.9',
    userAgent: AGENT,
    requestId: expect.any(String),
  });
  await post('sign-out', {}, second);
  const page = await events(person.token);
  expect(page).toMatchObject({ total: 4, page: 1, pageSize: 25 });
  expect(page.events.map(({ type }: { type: string }) => type)).toEqual([
    'session.ended',
    'user.sign_in_failed',
    'user.signed_in',
    'user.signed_up',
  ]);
  const byPassword = [{ field: 'method', from: null, to: 'password' }];
  expect(page.events[2]).toMatchObject({ actor: { id: person.id }, address: '192.0.2.7', userAgent: AGENT });
  expect(page.events.slice(2).map(({ changes }: { changes: object[] }) => changes)).toEqual([byPassword, byPassword]);
  const [line] = service.log.filter((text) => text.includes('user.sign_in_failed')).map((text) => JSON.parse(text));
  expect(line).toMatchObject({ level: 30, account: person.id, address: '198.51.100.9', requestId: failed.requestId });
});

test('changes of the password, the second factor and the keys are told', async () => {
  const person = await signUpWithSecondFactor(service);
  const auth = (path: string, body: object, token = person.token) => post(path, body, token);
  const token = (await auth('change-password', { currentPassword: PASSWORD, newPassword: 'another password' })).body
    .token as string;
  await auth('two-factor/generate-backup-codes', { password: 'another password' }, token);
  const asked = (await post('sign-in/email', { email: person.email, password: 'another password' })).body;
  await post('two-factor/verify-totp', { code: 'x', twoFactorToken: asked.twoFactorToken });
  await auth('two-factor/disable', { password: 'another password' }, token);
  expect(await types(token)).toEqual([
    'user.second_factor_disabled',
    'user.second_factor_failed',
    'user.backup_codes_renewed',
    'user.password_changed',
    'user.second_factor_enabled',
    'user.second_factor_prepared',
    'user.signed_up',
  ]);
});

test('what happens to somebody’s keys is theirs, whoever does it; where another sat is not told', async () => {
  const w = await world(service);
  const made = await service
    .as(w.admin.token)
    .post(`${w.organization.url}/api-keys`)
    .send({ name: 'CI', scopes: ['read'] });
  const { id } = made.body.apiKey;
  await service.as(w.owner.token).delete(`${w.organization.url}/api-keys/${id}`).set('X-Forwarded-For', '203.0.113.5');
  const [revoked, created] = (await events(w.admin.token)).events;
  expect(created).toMatchObject({ type: 'api_key.created', actor: { id: w.admin.id }, address: expect.any(String) });
  expect(revoked).toMatchObject({ type: 'api_key.revoked', actor: { id: w.owner.id }, address: null, userAgent: null });
  expect((await events(w.owner.token)).total).toBe(0);
});

test('the end of somebody’s publisher tells no address of the admin who ended it', async () => {
  const w = await world(service);
  const url = `${w.product.url}/trusted-publishers`;
  const claims = { repository_id: '1', repository_owner_id: '2' };
  const body = { issuer: 'https://token.actions.githubusercontent.com', claims };
  const { id } = (await service.as(w.admin.token).post(url).send(body)).body.trustedPublisher;
  await service.as(w.owner.token).delete(`${url}/${id}`).set('X-Forwarded-For', '203.0.113.5');
  const [deleted] = (await events(w.admin.token)).events;
  expect(deleted).toMatchObject({ type: 'trusted_publisher.deleted', actor: { id: w.owner.id }, address: null });
  const exported = (await service.as(w.admin.token).get('/v1/me/export')).body.events;
  expect(exported.find(({ type }: { type: string }) => type === 'trusted_publisher.deleted').address).toBeNull();
});

test('a sign-in with a second factor says how both steps were passed', async () => {
  const person = await signUpWithSecondFactor(service);
  const { twoFactorToken } = (await post('sign-in/email', { email: person.email, password: PASSWORD })).body;
  const backupCode = person.backupCodes[0];
  const passed = await post('two-factor/verify-backup-code', { code: backupCode, twoFactorToken });
  expect((await events(passed.body.token ?? person.token)).events[0]).toMatchObject({
    type: 'user.signed_in',
    changes: [
      { field: 'method', from: null, to: 'password' },
      { field: 'factor', from: null, to: 'backup' },
    ],
  });
});

test('events of an account are listed to the person alone, in a session, page by page', async () => {
  const w = await world(service);
  expect((await service.as().get('/v1/me/events')).status).toBe(401);
  const byKey = await service.as(w.keys.read).get('/v1/me/events');
  expect([byKey.status, byKey.body.code]).toEqual([403, 'session_required']);
  expect((await service.as(w.member.token).get('/v1/me/events?pageSize=1000')).status).toBe(400);
  const person = await signUp(service);
  await post('sign-in/email', { email: person.email, password: PASSWORD });
  const last = await events(person.token, '?page=2&pageSize=1');
  expect([last.total, last.events.map(({ type }: { type: string }) => type)]).toEqual([2, ['user.signed_up']]);
  expect((await events(person.token, '?page=9')).events).toEqual([]);
});

test('events about records keep no IP address', async () => {
  const w = await world(service);
  await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'No alt text' });
  const [row] = await service.database.query(`SELECT address, user_agent FROM events WHERE type = 'issue.created'`);
  expect(row).toEqual({ address: null, user_agent: null });
});

test('events about security outlive their organization for 400 days, the others go with it', async () => {
  const w = await world(service);
  await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'No alt text' });
  await service
    .as(w.owner.token)
    .post(`${w.organization.url}/api-keys`)
    .send({ name: 'CI', scopes: ['read'] });
  const ofIt = () =>
    service.database.query(
      `SELECT type, organization_id, kept_until - now() > interval '399 days' AS kept FROM events
       WHERE actor_id = ANY($1::uuid[]) AND type IN ('issue.created', 'api_key.created')`,
      [[w.owner.id, w.member.id]],
    );
  expect(await ofIt()).toHaveLength(2);
  const deleted = await post('organization/delete', { organizationId: w.organization.id }, w.owner.token);
  expect(deleted.status).toBe(200);
  expect(await ofIt()).toEqual([{ type: 'api_key.created', organization_id: w.organization.id, kept: true }]);
  const job = service.app.get(AccountEvents);
  await job.purge();
  expect(await ofIt()).toHaveLength(1);
  await service.database.query(
    `UPDATE events SET kept_until = now() - interval '1 second' WHERE kept_until IS NOT NULL`,
  );
  await job.purge();
  expect(await ofIt()).toHaveLength(0);
});

test('keys that end with their organization leave their event to their owners', async () => {
  const w = await world(service);
  await w.key({ scopes: ['read'], owner: w.admin });
  const organizationId = w.organization.id;
  expect((await post('organization/delete', { organizationId }, w.owner.token)).status).toBe(200);
  const { body } = await service.as(w.admin.token).get('/v1/me/events');
  expect(body.events).toMatchObject([{ type: 'api_key.revoked', actor: { id: w.owner.id }, address: null }]);
});
