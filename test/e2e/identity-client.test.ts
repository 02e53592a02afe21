import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const AUTH = '/api/auth';
const PATH = `${AUTH}/organization`;
const post = (token: string, path: string, body: object = {}) => service.as(token).post(`${PATH}/${path}`).send(body);
const get = (token: string, path: string) => service.as(token).get(`${PATH}/${path}`);
const session = async (token: string) => (await service.as(token).get(`${AUTH}/get-session`)).body.session;
const teamOf = async (w: World, ...people: { id: string }[]): Promise<string> => {
  const { id } = (await post(w.owner.token, 'create-team', { name: 'Design' })).body;
  for (const person of people) await post(w.owner.token, 'add-team-member', { teamId: id, userId: person.id });
  return id;
};

describe('has-permission', () => {
  const ask = (token: string, permissions: unknown, over: object = {}) =>
    post(token, 'has-permission', { permissions, ...over });

  test('says what the role of the caller permits, in the organization that is named or active', async () => {
    const w = await world(service);
    for (const [token, permissions, success] of [
      [w.owner.token, { organization: ['update', 'delete'], ac: ['read'] }, true],
      [w.admin.token, { organization: ['delete'] }, false],
      [w.admin.token, { member: ['update'] }, true],
      [w.member.token, { member: ['update'] }, false],
    ] as const) {
      expect((await ask(token, permissions)).body).toEqual({ error: null, success, unknown: [] });
    }
    await post(w.owner.token, 'set-active', { organizationId: null });
    expect((await ask(w.owner.token, { ac: ['read'] })).body.code).toBe('NO_ACTIVE_ORGANIZATION');
    const named = await ask(w.owner.token, { ac: ['read'] }, { organizationId: w.organization.id });
    expect(named.body.success).toBe(true);
    const older = { permission: { team: ['create'] }, organizationId: w.organization.id };
    expect((await post(w.owner.token, 'has-permission', older)).body.success).toBe(true);
  });

  test('denies names that it does not know, and tells them', async () => {
    const w = await world(service);
    const asked = { member: ['update', 'fly'], ship: ['sail'] };
    expect((await ask(w.owner.token, asked)).body).toEqual({
      error: null,
      success: false,
      unknown: ['member:fly', 'ship'],
    });
  });

  test('refuses outsiders, visitors, keys and what is no list of actions', async () => {
    const w = await world(service);
    const outside = await ask(w.stranger.token, { ac: ['read'] }, { organizationId: w.organization.id });
    expect([outside.status, outside.body.code]).toEqual([403, 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION']);
    expect((await service.as().post(`${PATH}/has-permission`).send({})).status).toBe(401);
    expect((await ask(w.keys.write, { ac: ['read'] })).body.code).toBe('session_required');
    for (const permissions of [undefined, null, 'ac', ['ac'], { ac: 'read' }, { ac: [1] }]) {
      const faulty = await ask(w.owner.token, permissions);
      expect([faulty.status, faulty.body.errors[0].path]).toEqual([400, '/permissions']);
    }
  });
});

describe('the active team', () => {
  test('is set and unset by its members, who get their token again', async () => {
    const w = await world(service);
    const teamId = await teamOf(w, w.member);
    const set = await post(w.member.token, 'set-active-team', { teamId });
    expect([set.body.id, set.headers['set-auth-token']]).toEqual([teamId, w.member.token]);
    expect((await session(w.member.token)).activeTeamId).toBe(teamId);
    expect((await post(w.member.token, 'set-active-team')).body.id).toBe(teamId);
    await post(w.member.token, 'set-active', { organizationId: w.organization.id });
    expect((await session(w.member.token)).activeTeamId).toBe(teamId);
    const unset = await post(w.member.token, 'set-active-team', { teamId: null });
    expect([unset.status, unset.text]).toEqual([200, 'null']);
    expect((await session(w.member.token)).activeTeamId).toBeNull();
    expect((await post(w.member.token, 'set-active-team')).text).toBe('null');
  });

  test('is one of the active organization, and one of your own', async () => {
    const [w, other] = [await world(service), await world(service)];
    const teamId = await teamOf(w, w.member);
    const set = (token: string, body: object) => post(token, 'set-active-team', body);
    const notIn = await set(w.admin.token, { teamId });
    expect([notIn.status, notIn.body.code]).toEqual([403, 'USER_IS_NOT_A_MEMBER_OF_THE_TEAM']);
    const foreign = await set(other.member.token, { teamId });
    expect([foreign.status, foreign.body.code]).toEqual([400, 'TEAM_NOT_FOUND']);
    expect((await set(w.stranger.token, { teamId })).body.code).toBe('NO_ACTIVE_ORGANIZATION');
    expect((await set(w.member.token, { teamId: 'nonsense' })).body.errors[0].path).toBe('/teamId');
    expect((await set(w.keys.write, { teamId })).body.code).toBe('session_required');
    expect((await service.as().post(`${PATH}/set-active-team`).send({ teamId })).status).toBe(401);
  });

  test('is active no longer for who leaves it, whichever way', async () => {
    const w = await world(service);
    const ways: ((teamId: string) => PromiseLike<unknown>)[] = [
      (teamId) => post(w.admin.token, 'remove-team-member', { teamId, userId: w.member.id }),
      () => teamOf(w, w.member),
      (teamId) => post(w.admin.token, 'remove-team', { teamId }),
      () => post(w.member.token, 'set-active', { organizationId: null }),
      () => post(w.admin.token, 'remove-member', { memberId: w.member.memberId }),
    ];
    for (const leave of ways) {
      await post(w.member.token, 'set-active', { organizationId: w.organization.id });
      const teamId = await teamOf(w, w.member);
      expect((await post(w.member.token, 'set-active-team', { teamId })).status).toBe(200);
      await leave(teamId);
      expect((await session(w.member.token)).activeTeamId).toBeNull();
    }
    const teamId = await teamOf(w, w.admin);
    await post(w.admin.token, 'set-active-team', { teamId });
    await post(w.admin.token, 'leave', { organizationId: w.organization.id });
    expect(await session(w.admin.token)).toMatchObject({ activeOrganizationId: null, activeTeamId: null });
  });

  test('is the one whose members are listed where none is named, and the one an invitation led to', async () => {
    const w = await world(service);
    const teamId = await teamOf(w, w.member);
    const invitation = { email: w.stranger.email, role: 'member', teamId: [teamId] };
    const { id } = (await post(w.admin.token, 'invite-member', invitation)).body;
    const accepted = await post(w.stranger.token, 'accept-invitation', { invitationId: id });
    expect(accepted.headers['set-auth-token']).toBe(w.stranger.token);
    expect((await session(w.stranger.token)).activeTeamId).toBe(teamId);
    expect((await get(w.stranger.token, 'list-team-members')).body).toHaveLength(2);
    expect((await get(w.admin.token, 'get-full-organization')).body.teams).toMatchObject([{ memberCount: 2 }]);
  });
});

describe('list-user-teams', () => {
  test('lists your own everywhere or in one organization, and those of others to admins', async () => {
    const [w, other] = [await world(service), await world(service)];
    const teamId = await teamOf(w, w.member);
    await post(other.owner.token, 'invite-member', { email: w.member.email, role: 'member' });
    const [{ id }] = (await get(w.member.token, 'list-user-invitations')).body;
    await post(w.member.token, 'accept-invitation', { invitationId: id });
    const elsewhere = await teamOf(other, w.member);
    const ids = async (token: string, query = '') =>
      (await get(token, `list-user-teams${query}`)).body.map((team: { id: string }) => team.id);
    expect(await ids(w.member.token)).toEqual([teamId, elsewhere]);
    expect(await ids(w.member.token, `?organizationId=${w.organization.id}`)).toEqual([teamId]);
    expect(await ids(w.admin.token, `?userId=${w.member.id}`)).toEqual([teamId]);
    expect(await ids(w.admin.token)).toEqual([]);
  });

  test('refuses members who ask about others, people from outside, and visitors', async () => {
    const w = await world(service);
    const list = async (token: string, query: string) => {
      const { status, body } = await get(token, `list-user-teams?${query}`);
      return [status, body.code];
    };
    expect(await list(w.member.token, `userId=${w.owner.id}`)).toEqual([
      403,
      'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
    ]);
    expect(await list(w.stranger.token, `organizationId=${w.organization.id}`)).toEqual([
      403,
      'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
    ]);
    expect(await list(w.stranger.token, `userId=${w.owner.id}`)).toEqual([400, 'NO_ACTIVE_ORGANIZATION']);
    expect(await list(w.admin.token, `userId=${w.stranger.id}`)).toEqual([
      400,
      'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
    ]);
    expect(await list(w.admin.token, 'userId=nonsense')).toEqual([400, 'VALIDATION_ERROR']);
    expect(await list(w.keys.read, '')).toEqual([403, 'session_required']);
    expect((await service.as().get(`${PATH}/list-user-teams`)).status).toBe(401);
  });
});

describe('what the client asks for besides', () => {
  test('the role of another member, in an organization named by id or slug', async () => {
    const [w, other] = [await world(service), await world(service)];
    const role = (token: string, query: string) => get(token, `get-active-member-role?${query}`);
    const [{ slug }] = (await get(w.owner.token, 'list')).body;
    expect((await role(w.member.token, `userId=${w.admin.id}`)).body).toEqual({ role: 'admin' });
    await post(w.member.token, 'set-active', { organizationId: null });
    expect((await role(w.member.token, `organizationSlug=${slug}`)).body).toEqual({ role: 'member' });
    expect((await role(w.member.token, `organizationId=${w.organization.id}`)).body).toEqual({ role: 'member' });
    expect((await role(w.owner.token, `userId=${other.owner.id}`)).body.code).toBe('MEMBER_NOT_FOUND');
    expect((await role(other.owner.token, `organizationSlug=${slug}`)).body.code).toBe(
      'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
    );
    expect((await role(other.owner.token, 'organizationSlug=unknown')).body.code).toBe(
      'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
    );
  });

  test('members filtered by one field, in an organization named by its slug', async () => {
    const w = await world(service);
    const [{ slug }] = (await get(w.owner.token, 'list')).body;
    const list = async (field: string, operator: string, value: string) => {
      const query = new URLSearchParams({ filterField: field, filterOperator: operator, filterValue: value });
      const { body } = await get(w.member.token, `list-members?organizationSlug=${slug}&${query}`);
      expect(body.total).toBe(body.members.length);
      return body.members.map((member: { role: string }) => member.role).sort();
    };
    expect(await list('role', 'eq', 'admin')).toEqual(['admin']);
    expect(await list('role', 'ne', 'admin')).toEqual(['member', 'owner']);
    expect(await list('userId', 'eq', w.owner.id)).toEqual(['owner']);
    expect(await list('email', 'contains', w.member.email.slice(4, -4))).toEqual(['member']);
    expect(await list('email', 'starts_with', w.admin.id)).toEqual(['admin']);
    expect(await list('email', 'ends_with', '@example.org')).toHaveLength(3);
    expect(await list('name', 'contains', '%')).toEqual([]);
    expect((await get(w.owner.token, 'list-members?filterField=password')).status).toBe(400);
  });

  test('invitations to an address are listed to who has confirmed it', async () => {
    const w = await world(service);
    await post(w.admin.token, 'invite-member', { email: w.stranger.email, role: 'member' });
    await service.database.query('UPDATE users SET email_verified = false WHERE id = $1', [w.stranger.id]);
    const { status, body } = await get(w.stranger.token, 'list-user-invitations');
    expect([status, body.code]).toEqual([403, 'EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION']);
  });

  test('the token again after a change of the person, another after one of the password; the address stays', async () => {
    const { body } = await service
      .as()
      .post(`${AUTH}/sign-up/email`)
      .send({ name: 'Ada', email: 'ada.client@example.org', password: 'correct horse battery' });
    const change = (path: string, sent: object) => service.as(body.token).post(`${AUTH}/${path}`).send(sent);
    const updated = await change('update-user', { name: 'Grace' });
    expect([updated.body, updated.headers['set-auth-token']]).toEqual([{ status: true }, body.token]);
    expect((await change('update-user', { email: 'new@example.org' })).body.code).toBe('EMAIL_CAN_NOT_BE_UPDATED');
    const changed = await change('change-password', {
      currentPassword: 'correct horse battery',
      newPassword: 'another password',
      revokeOtherSessions: true,
    });
    expect(changed.body.token).not.toBe(body.token);
    expect(changed.headers['set-auth-token']).toBe(changed.body.token);
  });

  test('general refusals have the codes that the client compares with', async () => {
    const signIn = () => service.as().post(`${AUTH}/sign-in/email`);
    const codeOf = async (answer: Promise<{ status: number; body: { code: string } }>) => {
      const { status, body } = await answer;
      return [status, body.code];
    };
    expect(await codeOf(signIn().send({ email: 'nobody' }))).toEqual([400, 'VALIDATION_ERROR']);
    expect(await codeOf(signIn().type('application/json').send('{'))).toEqual([400, 'BAD_REQUEST']);
    expect(await codeOf(signIn().type('text/plain').send('{}'))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await codeOf(service.as().get(`${AUTH}/list-sessions`))).toEqual([401, 'UNAUTHORIZED']);
  });
});
