import { newId } from '#libs/ids';
import { PurgeInvitationsService } from '../../apps/api/src/accounts/organizations/invitations/purge-invitations.service.js';
import { earlier } from '../support/earlier.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const AUTH = '/api/auth';
const PASSWORD = 'correct horse battery';

const post = (path: string, body: object = {}, token?: string) => service.as(token).post(`${AUTH}/${path}`).send(body);
async function newcomer() {
  const email = `${newId()}@example.org`;
  const { body } = await post('sign-up/email', { name: 'Ada Lovelace', email, password: PASSWORD });
  return { email, token: body.token as string, id: body.user.id as string };
}
const age = (token: string) =>
  service.database.query(
    `UPDATE sessions SET created_at = ${earlier('created_at', "interval '10 minutes'")}, proved_at = ${earlier('proved_at', "interval '10 minutes'")} WHERE token_hash = sha256($1::bytea)`,
    [token],
  );
const lives = async (id: string) =>
  (await service.database.query('SELECT 1 FROM users WHERE id = $1', [id])).length === 1;

test('deleting an account needs the password, or a session younger than ten minutes', async () => {
  const person = await newcomer();
  expect((await post('delete-user', {})).status).toBe(401);
  const wrong = await post('delete-user', { password: 'wrong password' }, person.token);
  expect([wrong.status, wrong.body.code]).toEqual([400, 'INVALID_PASSWORD']);
  await age(person.token);
  const old = await post('delete-user', {}, person.token);
  expect([old.status, old.body.code]).toEqual([403, 'SESSION_NOT_FRESH']);
  expect((await post('delete-user', { callbackURL: 'https://evil.example' }, person.token)).status).toBe(403);
  expect(await lives(person.id)).toBe(true);
  const response = await post('delete-user', { password: PASSWORD }, person.token);
  expect([response.status, response.body]).toEqual([200, { success: true, message: 'User deleted' }]);
  expect(await lives(person.id)).toBe(false);
  expect((await post('sign-in/email', { email: person.email, password: PASSWORD })).status).toBe(401);
});

test('deleting an account leaves no name where somebody joined and left long before', async () => {
  const w = await world(service);
  const organizationId = w.organization.id;
  const { id, token } = await newcomer();
  const { email } = (await service.as(token).get(`${AUTH}/get-session`)).body.user;
  await service.database.query('UPDATE users SET email_verified = true WHERE id = $1', [id]);
  const invited = await post('organization/invite-member', { organizationId, email, role: 'member' }, w.owner.token);
  expect((await post('organization/accept-invitation', { invitationId: invited.body.id }, token)).status).toBe(200);
  expect((await post('organization/leave', { organizationId }, token)).status).toBe(200);
  const log = async () =>
    (await service.as(w.owner.token).get(`${w.organization.url}/changes?subjectKind=member`)).text;
  expect(await log()).toContain('Ada Lovelace');
  expect((await post('delete-user', { password: PASSWORD }, token)).status).toBe(200);
  expect(await log()).not.toContain('Ada Lovelace');
});

test('deleting an account leaves no name where others changed a role and removed somebody', async () => {
  const w = await world(service);
  const { admin, owner } = w;
  const organizationId = w.organization.id;
  const to = { organizationId, memberId: admin.memberId };
  expect((await post('organization/update-member-role', { ...to, role: 'member' }, owner.token)).status).toBe(200);
  const removed = { organizationId, memberIdOrEmail: admin.memberId };
  expect((await post('organization/remove-member', removed, owner.token)).status).toBe(200);
  const log = async () => (await service.as(owner.token).get(`${w.organization.url}/changes?subjectKind=member`)).text;
  expect(await log()).toContain(admin.name);
  expect((await post('delete-user', {}, admin.token)).status).toBe(200);
  expect(await log()).toContain('member.removed');
  expect(await log()).not.toContain(admin.name);
});

test('deleting an account leaves no name where somebody declined to join', async () => {
  const w = await world(service);
  const organizationId = w.organization.id;
  const { id, token, email } = await newcomer();
  await service.database.query('UPDATE users SET email_verified = true WHERE id = $1', [id]);
  const invited = await post('organization/invite-member', { organizationId, email, role: 'member' }, w.owner.token);
  expect((await post('organization/reject-invitation', { invitationId: invited.body.id }, token)).status).toBe(200);
  const log = async () =>
    (await service.as(w.owner.token).get(`${w.organization.url}/changes?type=invitation.rejected`)).text;
  expect(await log()).toContain('Ada Lovelace');
  expect((await post('delete-user', { password: PASSWORD }, token)).status).toBe(200);
  expect(await log()).not.toContain('Ada Lovelace');
});

describe('invitations to a deleted account', () => {
  const verify = (id: string) => service.database.query('UPDATE users SET email_verified = true WHERE id = $1', [id]);
  const invite = async (w: World, email: string): Promise<string> => {
    const body = { organizationId: w.organization.id, email, role: 'member' };
    const { status, body: invitation } = await post('organization/invite-member', body, w.owner.token);
    expect(status).toBe(200);
    return invitation.id;
  };
  const log = async (w: World) =>
    (await service.as(w.owner.token).get(`${w.organization.url}/changes?subjectKind=invitation&pageSize=100`)).text;
  const kept = (...emails: string[]) =>
    service.database.query('SELECT email FROM invitations WHERE email = ANY ($1)', [emails]);

  test('leave no address behind, whether they were accepted, declined, canceled, forgotten or are still open', async () => {
    const worlds = await Promise.all(Array.from({ length: 5 }, () => world(service)));
    const [accepted, declined, canceled, expired, open] = worlds as [World, World, World, World, World];
    const { id, token, email } = await newcomer();
    await verify(id);
    const ids = new Map<World, string>();
    for (const w of worlds) ids.set(w, await invite(w, email));
    const answers = [
      await post('organization/accept-invitation', { invitationId: ids.get(accepted) }, token),
      await post('organization/reject-invitation', { invitationId: ids.get(declined) }, token),
      await post('organization/cancel-invitation', { invitationId: ids.get(canceled) }, canceled.owner.token),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await service.database.query(`UPDATE invitations SET expires_at = now() - interval '1 second' WHERE id = $1`, [
      ids.get(expired),
    ]);
    for (const w of worlds) expect(await log(w)).toContain(email);
    expect((await post('delete-user', { password: PASSWORD }, token)).status).toBe(200);
    for (const w of worlds) expect(await log(w)).not.toContain(email);
    expect(await kept(email)).toEqual([]);
    for (const w of [expired, open]) {
      const { changes } = JSON.parse(await log(w));
      const last = { type: 'invitation.rejected', actor: { id, name: 'Deleted account' }, subject: { title: null } };
      expect(changes).toMatchObject([...(w === open ? [last] : []), { type: 'invitation.created' }]);
    }
  });

  test('leave no address behind that was purged with an invitation nobody answered', async () => {
    const w = await world(service);
    const { id, token, email } = await newcomer();
    await verify(id);
    await invite(w, email);
    const expired = `UPDATE invitations SET expires_at = now() - interval '31 days' WHERE email = $1`;
    await service.database.query(expired, [email]);
    await service.app.get(PurgeInvitationsService).purge();
    expect(await kept(email)).toEqual([]);
    expect(await log(w)).toContain(email);
    expect((await post('delete-user', { password: PASSWORD }, token)).status).toBe(200);
    expect(await log(w)).not.toContain(email);
  });

  test('leave no address behind in what is kept of an organization that was deleted before', async () => {
    const w = await world(service);
    const { id, token, email } = await newcomer();
    await verify(id);
    await invite(w, email);
    await invite(w, w.stranger.email);
    const organizationId = w.organization.id;
    expect((await post('organization/delete', { organizationId }, w.owner.token)).status).toBe(200);
    const left = async () =>
      JSON.stringify(
        await service.database.query('SELECT e::text FROM events e WHERE organization_id = $1', [organizationId]),
      );
    expect(await left()).toContain(email);
    expect((await post('delete-user', { password: PASSWORD }, token)).status).toBe(200);
    expect(await left()).not.toContain(email);
    expect(await left()).toContain(w.stranger.email);
  });

  test('leave no former address behind, unless it is somebody else’s by now', async () => {
    const w = await world(service);
    const [person, successor] = [await newcomer(), await newcomer()];
    const [former, present] = [person.email, `${newId()}@example.org`];
    await verify(person.id);
    const inherited = successor.email;
    for (const address of [former, inherited]) {
      await invite(w, address);
      await service.database.query(
        `INSERT INTO address_changes (id, user_id, former_email, former_verified, email, requested_at, confirmed_at)
         VALUES ($1, $2, $3, true, $4, now(), now())`,
        [newId(), person.id, address, present],
      );
    }
    await service.database.query('UPDATE users SET email = $2 WHERE id = $1', [person.id, present]);
    expect((await post('delete-user', { password: PASSWORD }, person.token)).status).toBe(200);
    expect(await log(w)).not.toContain(former);
    expect(await log(w)).toContain(inherited);
    expect(await kept(former, inherited)).toEqual([{ email: inherited }]);
  });

  test('stay where the account never confirmed the address: it may be another person’s', async () => {
    const w = await world(service);
    const { token, email } = await newcomer();
    await invite(w, email);
    expect((await post('delete-user', { password: PASSWORD }, token)).status).toBe(200);
    expect(await log(w)).toContain(email);
    expect(await kept(email)).toEqual([{ email }]);
  });
});

test('deleting an account leaves no name in what is kept of an organization that was deleted before', async () => {
  const w = await world(service);
  const { admin, organization, owner } = w;
  const keys = `${organization.url}/api-keys`;
  const made = await service
    .as(admin.token)
    .post(keys)
    .send({ name: 'Key of a person', scopes: ['read'] });
  await service.as(owner.token).delete(`${keys}/${made.body.apiKey.id}`);
  expect((await post('organization/delete', { organizationId: organization.id }, owner.token)).status).toBe(200);
  const kept = () =>
    service.database.query(
      'SELECT e::text FROM events e WHERE organization_id = $2 AND $1 IN (actor_id, account_id) UNION ALL SELECT a::text FROM account_events a WHERE $1 IN (actor_id, account_id)',
      [admin.id, organization.id],
    );
  expect(JSON.stringify(await kept())).toContain('Key of a person');
  expect((await post('delete-user', {}, admin.token)).status).toBe(200);
  const left = JSON.stringify(await kept());
  expect(left).toContain('api_key.revoked');
  expect(left).not.toContain(admin.name);
  expect(left).not.toContain('Key of a person');
  expect(await service.database.query('SELECT FROM former_members WHERE user_id = $1', [admin.id])).toEqual([]);
});

test('deleting an account takes memberships, keys, pins, sessions and invitations along, and leaves the work without the name', async () => {
  const w = await world(service);
  const { admin, product, organization } = w;
  const secret = (
    await service
      .as(admin.token)
      .post(`${organization.url}/api-keys`)
      .send({ name: 'CI', scopes: ['read'] })
  ).body.apiKey;
  await service.as(admin.token).post(`${product.url}/pin`);
  const issue = (await service.as(admin.token).post(`${product.url}/issues`).send({ title: 'x' })).body.issue;
  await service
    .as(admin.token)
    .post(`${AUTH}/organization/invite-member`)
    .send({ organizationId: organization.id, email: 'guest@example.org', role: 'admin' });
  expect((await post('delete-user', {}, admin.token)).status).toBe(200);
  expect((await service.as(admin.token).get(`${AUTH}/list-sessions`)).status).toBe(401);
  expect((await service.as(secret.key).get(product.url)).status).toBe(401);
  for (const table of ['members', 'sessions', 'product_pins', 'accounts'])
    expect(await service.database.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [admin.id])).toEqual([]);
  const events: { type: string; actor_name: string }[] = await service.database.query(
    `SELECT type, actor_name FROM events WHERE actor_id = $1 UNION ALL SELECT type, actor_name FROM account_events WHERE actor_id = $1`,
    [admin.id],
  );
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'issue.created',
      'api_key.created',
      'api_key.revoked',
      'invitation.canceled',
      'member.left',
      'user.deleted',
    ]),
  );
  expect([...new Set(events.map(({ actor_name }) => actor_name))]).toEqual(['Deleted account']);
  const dump = JSON.stringify(
    await service.database.query(
      'SELECT e::text FROM events e WHERE actor_id = $1 UNION ALL SELECT a::text FROM account_events a WHERE $1 IN (actor_id, account_id)',
      [admin.id],
    ),
  );
  expect(dump).not.toContain(admin.name);
  const { body } = await service.as(w.owner.token).get(`${product.url}/issues/${issue.number}`);
  expect(body.issue).toMatchObject({ title: 'x', createdByUserId: null });
});

test('deleting an account is refused while it would leave an organization without an owner, and then nothing has happened', async () => {
  const w = await world(service);
  const other = await world(service);
  await service.database.query(
    `INSERT INTO members (id, organization_id, user_id, role) VALUES ($1, $2, $3, 'member')`,
    [newId(), other.organization.id, w.owner.id],
  );
  const response = await post('delete-user', {}, w.owner.token);
  expect([response.status, response.body.code]).toEqual([409, 'last_owner']);
  const left = await service.database.query('SELECT 1 FROM members WHERE user_id = $1', [w.owner.id]);
  expect(left).toHaveLength(2);
});

test('of two owners who delete their accounts at once, one stays', async () => {
  const w = await world(service);
  const second = await w.person('owner');
  const answers = await Promise.all([post('delete-user', {}, w.owner.token), post('delete-user', {}, second.token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('deleting an account never leaves an organization behind that was made at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { token, id } = await newcomer();
    await Promise.all([
      post('delete-user', {}, token),
      post('organization/create', { name: `Race ${id}` }, token).catch(() => undefined),
    ]);
    const orphans = await service.database.query(
      `SELECT o.name FROM organizations o WHERE o.name = $1 AND NOT EXISTS (SELECT FROM members m WHERE m.organization_id = o.id)`,
      [`Race ${id}`],
    );
    expect(orphans).toEqual([]);
  }
});
