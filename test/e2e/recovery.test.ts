import { newId } from '#libs/ids';
import { Recoveries } from '../../apps/api/src/accounts/identity/recovery/recoveries.service.js';
import { useService } from '../support/service.js';
import { type Person, type World, world } from '../support/world.js';

const service = useService({ WEBHOOKS_ALLOW_PRIVATE: 'true' });
const AUTH = '/api/auth';

const post = (person: { token: string }, path: string, body: object = {}) =>
  service.as(person.token).post(path).send(body);
const keyOf = async (w: World, person: { token: string }, name = 'k') => {
  const { body } = await post(person, `${w.organization.url}/api-keys`, { name, scopes: ['read', 'write'] });
  return body.apiKey as { id: string; key: string };
};
const works = async (w: World, key: string) => (await service.as(key).get(`${w.organization.url}/products`)).status;
/** Another session of a person, begun so many minutes ago. */
async function sessionOf(person: Person, minutesAgo = 0): Promise<{ token: string }> {
  const other = { token: (await import('#libs/secrets')).randomToken() };
  const { hashOf } = await import('#libs/secrets');
  await service.database.query(
    `INSERT INTO sessions (id, user_id, token_hash, expires_at, created_at, proved_at)
     VALUES ($1, $2, $3, now() + interval '7 days', now() - make_interval(mins => $4), now() - make_interval(mins => $4))`,
    [newId(), person.id, hashOf(other.token), minutesAgo],
  );
  return other;
}
const recover = async (session: { token: string }) => {
  const { status, body, headers } = await post(session, '/v1/me/recover');
  expect(status).toBe(200);
  const former = session.token;
  session.token = headers['set-auth-token']!;
  // The secret may be what was stolen.
  expect((await service.as(former).get('/v1/me/events')).status).toBe(401);
  return body.recovery as { id: string; made: { id: string; kind: string; title: string }[] };
};
const end = (id: string) => service.app.get(Recoveries).end(id);
const eventsOf = async (w: World, type: string) =>
  (
    await service.database.query('SELECT 1 FROM events WHERE organization_id = $1 AND type = $2', [
      w.organization.id,
      type,
    ])
  ).length;

test('a recovery suspends a key with all that was made with it, and leaves what the asking session made fresh', async () => {
  const w = await world(service);
  const stolen = await sessionOf(w.owner, 60);
  const key = await keyOf(w, stolen);
  const child = await keyOf(w, { token: key.key });
  const own = await keyOf(w, w.owner);
  const others = await keyOf(w, w.admin);
  const recovery = await recover(w.owner);
  expect(recovery.made.map(({ kind, title }) => [kind, title])).toEqual([['api_key', 'k']]);
  expect([await works(w, key.key), await works(w, child.key)]).toEqual([401, 401]);
  expect([await works(w, own.key), await works(w, others.key), await works(w, w.keys.read)]).toEqual([200, 200, 200]);
  const { body } = await service.as(w.owner.token).get(`${w.organization.url}/api-keys`);
  expect(body.apiKeys.map(({ id }: { id: string }) => id)).not.toContain(key.id);
  // The stolen session is over.
  expect((await post(stolen, '/v1/me/recover')).status).toBe(401);
});

test('what is kept within the day works on, with all that was made with it; the rest ends, with its events', async () => {
  const w = await world(service);
  const stolen = await sessionOf(w.owner, 60);
  const [kept, left] = [await keyOf(w, stolen, 'kept'), await keyOf(w, stolen, 'left')];
  const child = await keyOf(w, { token: kept.key });
  const recovery = await recover(w.owner);
  const ids = recovery.made.filter(({ title }) => title === 'kept').map(({ id }) => id);
  const answer = await post(w.owner, `/v1/me/recoveries/${recovery.id}/keep`, { ids });
  expect([answer.status, answer.body.recovery.made.length]).toEqual([200, 2]);
  expect([await works(w, kept.key), await works(w, child.key), await works(w, left.key)]).toEqual([200, 200, 401]);
  await end(recovery.id);
  await end(recovery.id);
  expect([await works(w, kept.key), await works(w, left.key)]).toEqual([200, 401]);
  expect([await eventsOf(w, 'api_key.revoked'), await eventsOf(w, 'access.suspended')]).toEqual([1, 2]);
  expect((await post(w.owner, `/v1/me/recoveries/${recovery.id}/keep`, { ids })).status).toBe(404);
  const { body } = await service.as(w.owner.token).get('/v1/me/recoveries');
  expect(body.recoveries).toMatchObject([
    { id: recovery.id, endedAt: expect.any(String), made: [{ title: 'kept', kept: true }] },
  ]);
});

test('only the person keeps, and only what the recovery has suspended: each fault is named', async () => {
  const w = await world(service);
  await keyOf(w, await sessionOf(w.owner, 60));
  const { id } = await recover(w.owner);
  const url = `/v1/me/recoveries/${id}/keep`;
  expect((await post(w.admin, url, { ids: [newId()] })).status).toBe(404);
  const wrong = await post(w.owner, url, { ids: [newId(), newId()] });
  expect([wrong.status, wrong.body.errors.length]).toEqual([400, 2]);
});

test('what somebody else has kept, who recovered the account first, is suspended again, with what came of it', async () => {
  const w = await world(service);
  const [older, fresh] = [await sessionOf(w.owner, 60), await sessionOf(w.owner)];
  const key = await keyOf(w, older);
  const raised = { memberId: w.member.memberId, role: 'admin', organizationId: w.organization.id };
  await post(older, `${AUTH}/organization/update-member-role`, raised);
  const { id, made } = await recover(fresh);
  await post(fresh, `/v1/me/recoveries/${id}/keep`, { ids: made.map((one) => one.id) });
  const hook = await post(w.member, `${w.organization.url}/webhooks`, { url: 'http://127.0.0.1:9/' });
  expect([await works(w, key.key), hook.status]).toEqual([200, 201]);
  const again = await recover(await sessionOf(w.owner));
  expect(again.made.map(({ kind }) => kind).sort()).toEqual(['api_key', 'member', 'webhook']);
  expect(await works(w, key.key)).toBe(401);
});

test('who was let in lately finds what came of those whom a thief let in, and theirs; so does who let them in', async () => {
  const w = await world(service);
  const raise = async (by: { token: string }, { memberId }: Person) => {
    const body = { memberId, role: 'owner', organizationId: w.organization.id };
    expect((await post(by, `${AUTH}/organization/update-member-role`, body)).status).toBe(200);
  };
  const [victim, first, second] = [await w.person('member'), await w.person('member'), await w.person('member')];
  await raise(w.owner, victim);
  await raise(await sessionOf(victim, 60), first);
  await raise(first, second);
  await post(second, `${w.organization.url}/webhooks`, { url: 'http://127.0.0.1:9/' });
  const names = (made: { kind: string; title: string }[]) => made.map(({ kind, title }) => `${kind} ${title}`).sort();
  const listed = await post(w.owner, `${AUTH}/revoke-other-sessions`);
  const theirs = [`member ${first.name}`, `member ${second.name}`, 'webhook http://127.0.0.1:9'];
  expect(names((await recover(victim)).made)).toEqual(theirs.sort());
  // The owner’s own session has made the victim an owner, with a fresh proof.
  expect(names(listed.body.made)).toEqual([]);
  expect((await post(w.owner, `${AUTH}/delete-user`)).status).toBe(200);
});

test('recovering and keeping ask a fresh session', async () => {
  const w = await world(service);
  const old = await sessionOf(w.owner, 11);
  expect((await post(old, '/v1/me/recover')).status).toBe(403);
  expect((await post(old, `/v1/me/recoveries/${newId()}/keep`, { ids: [newId()] })).status).toBe(403);
});

test('what was made more than 30 days ago works on', async () => {
  const w = await world(service);
  const key = await keyOf(w, await sessionOf(w.owner, 60));
  await service.database.query(`UPDATE made_access SET made_at = now() - interval '31 days' WHERE record_id = $1`, [
    key.id,
  ]);
  expect((await recover(w.owner)).made).toEqual([]);
  expect(await works(w, key.key)).toBe(200);
});

test('members whose role was raised fall to member meanwhile, and get it back when they are kept', async () => {
  const w = await world(service);
  const stolen = await sessionOf(w.owner, 60);
  const raise = (memberId: string, role: string) =>
    post(stolen, `${AUTH}/organization/update-member-role`, { memberId, role, organizationId: w.organization.id });
  expect((await raise(w.member.memberId!, 'owner')).status).toBe(200);
  const recovery = await recover(w.owner);
  const roleOf = async ({ id }: Person) =>
    (
      await service.database.query('SELECT role FROM members WHERE organization_id = $1 AND user_id = $2', [
        w.organization.id,
        id,
      ])
    )[0]?.role;
  expect(await roleOf(w.member)).toBe('member');
  const ids = recovery.made.map(({ id }) => id);
  expect((await post(w.owner, `/v1/me/recoveries/${recovery.id}/keep`, { ids })).status).toBe(200);
  expect(await roleOf(w.member)).toBe('owner');
  await recover(w.owner);
  expect(await roleOf(w.member)).toBe('owner');
  // Another session may have kept it.
  expect((await recover(await sessionOf(w.owner))).made.map(({ kind }) => kind)).toEqual(['member']);
  expect(await roleOf(w.member)).toBe('member');
});

describe('what was taken', () => {
  const act = (by: { token: string }, path: string, body: object) =>
    post(by, `${AUTH}/organization/${path}`, body).then(({ status }) => expect(status).toBe(200));
  const setRole = (w: World, by: { token: string }, { memberId }: Person, role: string) =>
    act(by, 'update-member-role', { memberId, role, organizationId: w.organization.id });
  const remove = (w: World, by: { token: string }, { memberId }: Person) =>
    act(by, 'remove-member', { memberIdOrEmail: memberId, organizationId: w.organization.id });
  const leave = (w: World, by: { token: string }) => act(by, 'leave', { organizationId: w.organization.id });
  const rolesOf = async (w: World, ...people: Person[]) => {
    const roles: unknown[] = [];
    for (const { id } of people)
      roles.push(
        (
          await service.database.query('SELECT role FROM members WHERE organization_id = $1 AND user_id = $2', [
            w.organization.id,
            id,
          ])
        )[0]?.role,
      );
    return roles;
  };

  test('comes back to whom an accomplice took it from, also where another owner is there, with its event', async () => {
    const w = await world(service);
    const other = await w.person('owner');
    await setRole(w, await sessionOf(w.owner, 60), w.member, 'owner');
    await remove(w, w.member, w.owner);
    const { made } = await recover(w.owner);
    expect(made.map(({ kind }) => kind).sort()).toEqual(['lost_membership', 'member']);
    expect(await rolesOf(w, w.owner, w.member, other)).toEqual(['owner', 'member', 'owner']);
    expect(await eventsOf(w, 'member.restored')).toBe(1);
  });

  test('stays away where another owner took it, also after an accomplice had done so', async () => {
    const w = await world(service);
    const other = await w.person('owner');
    await setRole(w, await sessionOf(w.owner, 60), w.member, 'owner');
    await setRole(w, w.member, w.owner, 'admin');
    await remove(w, other, w.owner);
    await recover(w.owner);
    expect(await rolesOf(w, w.owner, w.member)).toEqual([undefined, 'member']);
  });

  test('stays away where one gave it up, and another owner can give it back', async () => {
    const w = await world(service);
    const other = await w.person('owner');
    const stolen = await sessionOf(w.owner, 60);
    await setRole(w, stolen, w.member, 'owner');
    await leave(w, stolen);
    await recover(w.owner);
    expect(await rolesOf(w, w.owner, w.member, other)).toEqual([undefined, 'member', 'owner']);
  });

  test('comes back to another owner where nobody else would be left', async () => {
    const w = await world(service);
    const other = await w.person('owner');
    const stolen = await sessionOf(w.owner, 60);
    await setRole(w, stolen, w.member, 'owner');
    await setRole(w, other, w.owner, 'member');
    await remove(w, w.member, other);
    await recover(w.owner);
    expect(await rolesOf(w, w.owner, w.member, other)).toEqual(['member', 'member', 'owner']);
  });

  test('never comes back to who came by a thief: their own recovery gives them nothing', async () => {
    const w = await world(service);
    const [first, second] = [await w.person('member'), await w.person('member')];
    const stolen = await sessionOf(w.owner, 60);
    await setRole(w, stolen, first, 'owner');
    await setRole(w, first, second, 'owner');
    await remove(w, second, w.owner);
    await remove(w, second, first);
    await recover(await sessionOf(first));
    // Whoever the first let in falls, since the owner has the organization back.
    expect(await rolesOf(w, w.owner, first, second)).toEqual(['owner', undefined, 'member']);
    await recover(w.owner);
    expect(await rolesOf(w, w.owner, first, second)).toEqual(['owner', undefined, 'member']);
  });

  test('is gone again for who keeps the loss, unless no owner would be left', async () => {
    const w = await world(service);
    const stolen = await sessionOf(w.owner, 60);
    await setRole(w, stolen, w.member, 'owner');
    await leave(w, stolen);
    const { id, made } = await recover(w.owner);
    const keep = (...kinds: string[]) =>
      post(w.owner, `/v1/me/recoveries/${id}/keep`, {
        ids: made.filter(({ kind }) => kinds.includes(kind)).map((one) => one.id),
      });
    expect((await keep('lost_membership')).status).toBe(409);
    expect(await rolesOf(w, w.owner, w.member)).toEqual(['owner', 'member']);
    expect((await keep('lost_membership', 'member')).status).toBe(200);
    expect(await rolesOf(w, w.owner, w.member)).toEqual([undefined, 'owner']);
  });

  test('is not known any more of who has deleted the account', async () => {
    const w = await world(service);
    const other = await w.person('owner');
    await remove(w, await sessionOf(w.owner, 60), other);
    const noted = async () =>
      (await service.database.query(`SELECT 1 FROM made_access WHERE title = $1`, [other.name])).length;
    expect(await noted()).toBe(1);
    expect((await post(other, `${AUTH}/delete-user`)).status).toBe(200);
    expect(await noted()).toBe(0);
  });

  test('an owner stays where nobody is left to whom it could come back', async () => {
    const w = await world(service);
    await setRole(w, await sessionOf(w.owner, 60), w.member, 'owner');
    await service.database.query('DELETE FROM members WHERE id = $1', [w.owner.memberId]);
    expect((await recover(w.owner)).made).toEqual([]);
    expect(await rolesOf(w, w.member)).toEqual(['owner']);
  });
});

test('a lowered member is not what the one who lowered them answers for', async () => {
  const w = await world(service);
  const other = await w.person('owner');
  const stolen = await sessionOf(w.owner, 60);
  const body = { memberId: other.memberId, role: 'admin', organizationId: w.organization.id };
  await post(stolen, `${AUTH}/organization/update-member-role`, body);
  const { made } = await recover(w.owner);
  expect(made).toEqual([]);
});

test('who renews the secret of another’s webhook does not answer for where it sends to', async () => {
  const w = await world(service);
  const url = `${w.organization.url}/webhooks`;
  const { body } = await post(await sessionOf(w.owner), url, { url: 'http://127.0.0.1:9/' });
  await post(w.admin, `${url}/${body.webhook.id}/rotate-secret`);
  await service.as(w.admin.token).patch(`${url}/${body.webhook.id}`).send({ description: 'ours', enabled: true });
  const { made } = await recover(w.owner);
  expect(made.map(({ kind }) => kind)).toEqual(['webhook']);
  expect((await service.as(w.admin.token).get(`${url}/${body.webhook.id}`)).status).toBe(404);
});

test('a secret of GitHub that somebody else sets meanwhile is theirs, and stays', async () => {
  const w = await world(service);
  const url = `${w.organization.url}/settings/github`;
  const put = (person: { token: string }, secret: string) => service.as(person.token).put(url).send({ secret });
  const isSet = async () => (await service.as(w.admin.token).get(url)).body.secretSet;
  await put(await sessionOf(w.owner), 'a secret of a thief');
  const recovery = await recover(w.owner);
  expect([recovery.made.map(({ kind }) => kind), await isSet()]).toEqual([['github_secret'], false]);
  expect((await service.as(w.admin.token).delete(url)).status).toBe(404);
  await put(w.admin, 'a secret of the admin');
  await end(recovery.id);
  expect(await isSet()).toBe(true);
});

test('who came of an invitation is a member no more after the day; an open one cannot be accepted meanwhile', async () => {
  const w = await world(service);
  const stolen = await sessionOf(w.owner, 60);
  const invite = async (email: string) =>
    (
      await post(stolen, `${AUTH}/organization/invite-member`, {
        email,
        role: 'admin',
        organizationId: w.organization.id,
      })
    ).body.id;
  const [joined, waiting] = [await w.person(), await w.person()];
  const accept = async (person: Person, invitationId: string) =>
    post(person, `${AUTH}/organization/accept-invitation`, { invitationId });
  expect((await accept(joined, await invite(joined.email))).status).toBe(200);
  const open = await invite(waiting.email);
  const recovery = await recover(w.owner);
  expect(recovery.made.map(({ kind }) => kind).sort()).toEqual(['invitation', 'member']);
  expect((await accept(waiting, open)).status).toBe(400);
  const rolesOf = () =>
    service.database.query('SELECT role FROM members WHERE organization_id = $1 AND user_id = $2', [
      w.organization.id,
      joined.id,
    ]);
  expect(await rolesOf()).toEqual([{ role: 'member' }]);
  await end(recovery.id);
  expect(await rolesOf()).toEqual([]);
  expect([await eventsOf(w, 'member.removed'), await eventsOf(w, 'invitation.canceled')]).toEqual([1, 1]);
});

test('another owner who gives the role, or invites the address, answers for it from then on', async () => {
  const w = await world(service);
  const second = await w.person('owner');
  const stolen = await sessionOf(w.owner, 60);
  const { email } = await w.person();
  const invitation = { email, role: 'admin', organizationId: w.organization.id };
  await post(stolen, `${AUTH}/organization/invite-member`, invitation);
  const recovery = await recover(w.owner);
  expect((await post(second, `${AUTH}/organization/invite-member`, invitation)).status).toBe(200);
  await end(recovery.id);
  expect(await eventsOf(w, 'invitation.canceled')).toBe(0);
});

test('a suspended webhook is in no list and gets nothing; a kept one goes on', async () => {
  const w = await world(service);
  const stolen = await sessionOf(w.owner);
  const url = `${w.organization.url}/webhooks`;
  const { body } = await post(stolen, url, { url: 'http://127.0.0.1:9/' });
  const listed = async () => (await service.as(w.owner.token).get(url)).body.webhooks.length;
  expect(await listed()).toBe(1);
  const recovery = await recover(w.owner);
  expect(await listed()).toBe(0);
  expect((await service.as(w.owner.token).get(`${url}/${body.webhook.id}`)).status).toBe(404);
  await service.database.query('DELETE FROM webhook_deliveries WHERE organization_id = $1', [w.organization.id]);
  await post(w.owner, `${w.product.url}/issues`, { title: 'Barrier' });
  const ids = recovery.made.map(({ id }) => id);
  await post(w.owner, `/v1/me/recoveries/${recovery.id}/keep`, { ids });
  expect(await listed()).toBe(1);
});

test.each([true, false])(
  'a link to a provider is suspended, and is good again or gone after the day (kept: %p)',
  async (kept) => {
    const w = await world(service);
    const id = newId();
    await service.database.query(
      `INSERT INTO accounts (id, user_id, provider, issuer, subject) VALUES ($1::uuid, $2, 'oidc', 'https://idp.example', $1::text)`,
      [id, w.owner.id],
    );
    await service.database.query(
      `INSERT INTO made_access (id, user_id, kind, record_id, title, fresh, made_at) VALUES ($1, $2, 'provider_link', $3, 'idp', true, now())`,
      [newId(), w.owner.id, id],
    );
    const linkOf = () => service.database.query('SELECT suspended_by FROM accounts WHERE id = $1', [id]);
    const recovery = await recover(w.owner);
    expect(await linkOf()).toEqual([{ suspended_by: recovery.id }]);
    const ids = recovery.made.map((one) => one.id);
    if (kept) await post(w.owner, `/v1/me/recoveries/${recovery.id}/keep`, { ids });
    await end(recovery.id);
    expect(await linkOf()).toEqual(kept ? [{ suspended_by: null }] : []);
  },
);

describe('ending sessions and changing the password', () => {
  test('list what was made, and suspend it if asked', async () => {
    const w = await world(service);
    const key = await keyOf(w, await sessionOf(w.owner, 60));
    const listed = await post(w.owner, `${AUTH}/revoke-other-sessions`);
    expect(listed.body).toMatchObject({ status: true, made: [{ kind: 'api_key', fresh: false, ownNetwork: false }] });
    expect(await works(w, key.key)).toBe(200);
    const suspended = await post(w.owner, `${AUTH}/revoke-sessions`, { suspendMade: true });
    expect([suspended.status, await works(w, key.key)]).toEqual([200, 401]);
  });

  test('a client that sends no body is answered as before', async () => {
    const w = await world(service);
    expect((await service.as(w.owner.token).post(`${AUTH}/revoke-sessions`)).body).toEqual({ status: true, made: [] });
  });

  test('a changed password', async () => {
    const email = `${newId()}@example.org`;
    const password = 'correct horse battery';
    const { body } = await service.as().post(`${AUTH}/sign-up/email`).send({ name: 'Ada', email, password });
    const person = { id: body.user.id, token: body.token, email, name: 'Ada' };
    const { body: organization } = await post(person, `${AUTH}/organization/create`, { name: 'O' });
    const w = { organization: { id: organization.id, url: `/v1/organizations/${organization.id}` } } as World;
    const key = await keyOf(w, await sessionOf(person, 60));
    const change = { currentPassword: password, newPassword: 'another long password', suspendMade: true };
    const answer = await post(person, `${AUTH}/change-password`, change);
    expect(answer.body.made).toMatchObject([{ kind: 'api_key', title: 'k' }]);
    expect(await works(w, key.key)).toBe(401);
  });
});
