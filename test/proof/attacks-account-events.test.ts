import { newAddress, TARGET_PASSWORD, statusAndCode, useTarget } from '../support/target.js';

const target = useTarget();
const AUTH = '/api/auth';
const NEW = 'a quite different long secret';

interface AccountEvent {
  type: string;
  address: string | null;
  userAgent: string | null;
}
const eventsOf = async (token: string, query = ''): Promise<AccountEvent[]> => {
  const answer = await target.as(token).get(`/v1/me/events${query}`);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  expect(answer.body).toMatchObject({
    total: expect.any(Number),
    page: expect.any(Number),
    pageSize: expect.any(Number),
  });
  return answer.body.events;
};

test('whoever gets into an account, or tries to, leaves a trace that its owner can read, with address and browser', async () => {
  const account = await target.account({ verified: true });
  const burglar = { from: '127.0.4.4', headers: { 'user-agent': 'Burglar/1.0' } };
  expect((await target.signIn({ ...account, password: 'not the password' }, burglar)).status).toBe(401);
  const inside = await target.signIn(account, burglar);
  expect(inside.status).toBe(200);
  await target
    .as(inside.body.token)
    .post(`${AUTH}/change-password`, { currentPassword: 'not the password', newPassword: NEW }, burglar);
  await target.as(inside.body.token).post(`${AUTH}/sign-out`, {}, burglar);
  const events = await eventsOf(account.token);
  const theirs = events.filter(({ address }) => address === '127.0.4.4');
  expect(new Set(theirs.map(({ userAgent }) => userAgent))).toEqual(new Set(['Burglar/1.0']));
  expect(theirs.length).toBeGreaterThanOrEqual(3);
  const types = theirs.map(({ type }) => type).join(' ');
  expect(types).toMatch(/fail|refused|wrong/i);
  const log = target.output();
  expect(theirs.filter(({ type }) => !log.includes(type))).toEqual([]);
});

test('password, address, factor, session and key changes are events of the account', async () => {
  const account = await target.account({ verified: true });
  const seen = async (token: string) => (await eventsOf(token, '?pageSize=100')).map(({ type }) => type);
  let token = account.token;
  const leaves = async (what: string, act: () => Promise<unknown>) => {
    const before = (await seen(token)).length;
    await act();
    const after = await seen(token);
    expect([what, after.length > before]).toEqual([what, true]);
  };
  await leaves('a changed password', async () => {
    const changed = await target
      .as(token)
      .post(`${AUTH}/change-password`, { currentPassword: TARGET_PASSWORD, newPassword: NEW });
    expect(changed.status).toBe(200);
    token = String(changed.headers['set-auth-token']);
  });
  await leaves('a session ended by hand', async () => {
    await target.signIn({ email: account.email, password: NEW });
    expect((await target.as(token).post(`${AUTH}/revoke-other-sessions`, {})).status).toBe(200);
  });
  await leaves('a changed address', async () => {
    const email = newAddress();
    await target.as(token).post(`${AUTH}/change-email`, { newEmail: email });
    const link = (await target.mail(email, /verify-email/)).token;
    await target.as(token).get(`${AUTH}/verify-email?token=${encodeURIComponent(link)}`);
  });
  await leaves('a key', async () => {
    const { body } = await target.as(token).post(`${AUTH}/organization/create`, { name: 'Keys' });
    const made = await target.as(token).post(`/v1/organizations/${body.id}/api-keys`, { name: 'k', scopes: ['read'] });
    expect(made.status).toBe(201);
  });
});

test('a failed sign-in for an unknown address is nobody’s event and no failure of ours', async () => {
  const [{ n: before }] = await target.sql('SELECT count(*)::int AS n FROM account_events');
  expect(statusAndCode(await target.signIn({ email: newAddress(), password: 'whatever it is' }))).toBe(
    '401 INVALID_EMAIL_OR_PASSWORD',
  );
  const [{ n }] = await target.sql('SELECT count(*)::int AS n FROM account_events');
  expect(n).toBe(before);
});

test('nobody reads the account events of another: not a co-member, not a key, not an owner by the change log or a webhook', async () => {
  const w = await target.world();
  const account = await target.account({ verified: true });
  await target.sql(
    `INSERT INTO members (id, organization_id, user_id, role) VALUES (gen_random_uuid(), $1, $2, 'member')`,
    [w.organization.id, account.id],
  );
  await target.signIn(account, { from: '127.0.4.7', headers: { 'user-agent': 'Private/1.0' } });
  const others = [
    await target.as(w.owner.token).get('/v1/me/events'),
    await target.as(w.owner.token).get(`${w.organization.url}/changes`),
    await target.as(w.owner.token).get(`/v1/me/events?actorId=${account.id}`),
  ];
  expect(others.map(({ status, text }) => [status, text.includes('127.0.4.7'), text.includes('Private/1.0')])).toEqual(
    others.map(() => [200, false, false]),
  );
  expect(statusAndCode(await target.as(w.keys.read).get('/v1/me/events'))).toBe('403 session_required');
  expect((await target.as().get('/v1/me/events')).status).toBe(401);
});

test('no secret ever stands in an event', async () => {
  const account = await target.account({ verified: true });
  const { body } = await target.signIn(account);
  await target.as(body.token).post(`${AUTH}/change-password`, { currentPassword: TARGET_PASSWORD, newPassword: NEW });
  const rows = await target.sql(
    'SELECT to_jsonb(e)::text AS row FROM events e UNION ALL SELECT to_jsonb(a)::text FROM account_events a',
  );
  const all = rows.map(({ row }) => row).join('\n');
  for (const secret of [account.token, body.token, TARGET_PASSWORD, NEW]) expect(all.includes(secret)).toBe(false);
});

test('a removed member is named as they were', async () => {
  const w = await target.world();
  const { memberId } = w.member;
  await target
    .as(w.owner.token)
    .post(`${AUTH}/organization/remove-member`, { memberId, organizationId: w.organization.id });
  const { body } = await target.as(w.owner.token).get(`${w.organization.url}/changes?type=member.removed`);
  expect(body.changes).toHaveLength(1);
  expect(body.changes[0].subject.title).toContain(w.member.name);
});

test('deleting an organization does not wipe the traces of what was done to its security', async () => {
  const w = await target.world();
  const keys = `${w.organization.url}/api-keys`;
  const { body } = await target.as(w.owner.token).post(keys, { name: 'k', scopes: ['read'] });
  await target.as(w.owner.token).delete(`${keys}/${body.apiKey.id}`);
  const removed = await target
    .as(w.owner.token)
    .post(`${AUTH}/organization/delete`, { organizationId: w.organization.id });
  expect(removed.status).toBe(200);
  const left = await target.sql('SELECT type FROM events WHERE subject_id = $1 ORDER BY id', [body.apiKey.id]);
  expect(left.map(({ type }) => type)).toEqual(['api_key.created', 'api_key.revoked']);
});
