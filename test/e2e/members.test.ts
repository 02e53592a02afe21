import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const PATH = '/api/auth/organization';
const post = (token: string, path: string, body: object = {}) => service.as(token).post(`${PATH}/${path}`).send(body);
const get = (token: string, path: string) => service.as(token).get(`${PATH}/${path}`);
const roleOf = async (w: World, userId: string) =>
  (await get(w.owner.token, 'list-members')).body.members.find((member: { userId: string }) => member.userId === userId)
    ?.role;

describe('members', () => {
  test('are listed to members, paged and sorted, with their person', async () => {
    const w = await world(service);
    const { body } = await get(w.member.token, 'list-members?sortBy=role&sortDirection=asc');
    expect(body.total).toBe(3);
    expect(body.members.map(({ role }: { role: string }) => role)).toEqual(['member', 'admin', 'owner']);
    expect(body.members[0]).toMatchObject({ userId: w.member.id, teamId: null, user: { email: w.member.email } });
    expect((await get(w.member.token, 'list-members?limit=1&offset=1')).body.members).toHaveLength(1);
    expect((await get(w.member.token, 'list-members?limit=0')).body.errors[0].path).toBe('/query/limit');
    expect((await get(w.stranger.token, 'list-members')).body.code).toBe('NO_ACTIVE_ORGANIZATION');
    expect((await get(w.stranger.token, `list-members?organizationId=${w.organization.id}`)).body.code).toBe(
      'not_a_member',
    );
    expect((await get(w.admin.token, 'get-active-member-role')).body).toEqual({ role: 'admin' });
    expect((await get(w.admin.token, 'get-active-member')).body.user.email).toBe(w.admin.email);
  });

  test('get a new role from an admin; owners are for owners', async () => {
    const w = await world(service);
    const update = (token: string, memberId: string, role: unknown) =>
      post(token, 'update-member-role', { memberId, role });
    expect((await update(w.admin.token, w.member.memberId!, ['admin'])).body).toMatchObject({
      id: w.member.memberId,
      role: 'admin',
    });
    expect((await update(w.admin.token, w.member.memberId!, 'owner')).body.code).toBe('role_too_low');
    expect((await update(w.admin.token, w.owner.memberId!, 'member')).body.code).toBe('role_too_low');
    expect((await update(w.owner.token, w.member.memberId!, ['admin', 'member'])).status).toBe(400);
    expect((await update(w.owner.token, w.owner.id, 'member')).body.code).toBe('MEMBER_NOT_FOUND');
    expect((await update(w.owner.token, w.owner.memberId!, 'admin')).body.code).toBe('last_owner');
    expect((await update(w.owner.token, w.member.memberId!, 'owner')).status).toBe(200);
    expect((await update(w.owner.token, w.owner.memberId!, 'admin')).status).toBe(200);
    expect(await roleOf(w, w.owner.id)).toBe('admin');
  });

  test('of another organization are out of reach', async () => {
    const [w, other] = [await world(service), await world(service)];
    expect(
      (await post(w.owner.token, 'update-member-role', { memberId: other.member.memberId, role: 'owner' })).body.code,
    ).toBe('MEMBER_NOT_FOUND');
    expect((await post(w.owner.token, 'remove-member', { memberId: other.member.memberId })).body.code).toBe(
      'MEMBER_NOT_FOUND',
    );
    expect(
      (
        await post(w.owner.token, 'remove-member', {
          memberId: other.member.memberId,
          organizationId: other.organization.id,
        })
      ).body.code,
    ).toBe('not_a_member');
    expect(await roleOf(other, other.member.id)).toBe('member');
  });

  test('are removed by id or by address, with everything that hangs on them', async () => {
    const w = await world(service);
    const key = await w.key({ scopes: ['read'], owner: w.member });
    expect((await post(w.member.token, 'remove-member', { memberId: w.admin.memberId })).body.code).toBe(
      'role_too_low',
    );
    expect((await post(w.admin.token, 'remove-member', { memberId: w.owner.memberId })).body.code).toBe('role_too_low');
    expect((await post(w.admin.token, 'remove-member', {})).body.errors[0].path).toBe('/memberId');
    expect(
      (await post(w.admin.token, 'remove-member', { memberIdOrEmail: w.member.email.toUpperCase() })).body.member,
    ).toMatchObject({ userId: w.member.id, user: { email: w.member.email } });
    expect((await service.as(w.member.token).get(w.product.url)).body.code).toBe('not_a_member');
    expect((await service.as(key).get(w.product.url)).status).toBe(401);
    expect(
      (await service.as(w.member.token).get('/api/auth/get-session')).body.session.activeOrganizationId,
    ).toBeNull();
    expect((await post(w.owner.token, 'remove-member', { memberId: w.owner.memberId })).body.code).toBe('last_owner');
  });

  test('two owners who demote each other at once leave one', async () => {
    const w = await world(service);
    const second = await w.person('owner');
    const demote = (token: string, memberId: string) => post(token, 'update-member-role', { memberId, role: 'member' });
    const answers = await Promise.all([
      demote(w.owner.token, second.memberId!),
      demote(second.token, w.owner.memberId!),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [{ owners }] = await service.database.query(
      "SELECT count(*)::int AS owners FROM members WHERE organization_id = $1 AND role = 'owner'",
      [w.organization.id],
    );
    expect(owners).toBe(1);
  });
});

describe('invitations', () => {
  const invite = (w: World, email: string, over: object = {}, token = w.admin.token) =>
    post(token, 'invite-member', { email, role: 'member', ...over });

  test('bring the invitee in, into the team they name', async () => {
    const w = await world(service);
    const team = (await post(w.admin.token, 'create-team', { name: 'Design' })).body;
    const invited = await invite(w, w.stranger.email.toUpperCase(), { role: ['admin'], teamId: team.id });
    expect(invited.body).toMatchObject({
      email: w.stranger.email,
      role: 'admin',
      status: 'pending',
      teamId: team.id,
      inviterId: w.admin.id,
    });
    expect(Date.parse(invited.body.expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect((await get(w.admin.token, 'get-invitations')).body).toEqual([invited.body]);
    expect((await get(w.admin.token, 'list-invitations')).body).toEqual([invited.body]);
    expect((await get(w.stranger.token, 'list-user-invitations')).body).toMatchObject([
      { id: invited.body.id, organizationName: 'Example', inviterEmail: w.admin.email },
    ]);
    expect((await get(w.stranger.token, `get-invitation?id=${invited.body.id}`)).body.id).toBe(invited.body.id);
    const accepted = await post(w.stranger.token, 'accept-invitation', { invitationId: invited.body.id });
    expect(accepted.body).toMatchObject({
      invitation: { status: 'accepted' },
      member: { userId: w.stranger.id, role: 'admin', teamId: team.id },
    });
    expect((await service.as(w.stranger.token).get(w.product.url)).status).toBe(200);
    expect((await get(w.stranger.token, 'get-active-member-role')).body.role).toBe('admin');
    expect((await get(w.admin.token, 'get-invitations')).body).toEqual([]);
    const [{ job }] = await service.database.query(
      `SELECT payload::text AS job FROM graphile_worker._private_jobs WHERE payload::text LIKE $1`,
      [`%${invited.body.id}%`],
    );
    expect(JSON.parse(job)).toMatchObject({ to: w.stranger.email, subject: 'Join Example' });
  });

  test('are open once for each address, unless sent again', async () => {
    const w = await world(service);
    const first = (await invite(w, 'new@example.org')).body;
    expect((await invite(w, 'new@example.org')).body.code).toBe('USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION');
    const again = (await invite(w, 'new@example.org', { resend: true })).body;
    expect([again.id, again.expiresAt > first.expiresAt]).toEqual([first.id, true]);
    expect((await invite(w, w.member.email)).body.code).toBe('USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION');
    expect((await invite(w, 'x@example.org', { role: 'owner' })).body.code).toBe('role_too_low');
    expect((await invite(w, 'x@example.org', {}, w.member.token)).body.code).toBe('role_too_low');
    expect((await invite(w, 'x@example.org', { teamId: w.owner.id })).body.code).toBe('TEAM_NOT_FOUND');
    expect(
      (await invite(w, 'nonsense', { role: 'boss' })).body.errors.map(({ path }: { path: string }) => path),
    ).toEqual(['/email', '/role']);
    expect((await get(w.member.token, 'get-invitations')).body.code).toBe('role_too_low');
  });

  test('are for the invited address only, and end by answer, cancel or time', async () => {
    const w = await world(service);
    const fresh = async () => (await invite(w, w.stranger.email, { resend: true })).body.id;
    const accept = (token: string, invitationId: string) => post(token, 'accept-invitation', { invitationId });
    const id = await fresh();
    expect((await accept(w.member.token, id)).body.code).toBe('YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION');
    expect((await post(w.member.token, 'cancel-invitation', { invitationId: id })).body.code).toBe('role_too_low');
    expect((await post(w.owner.token, 'cancel-invitation', { invitationId: id })).body.status).toBe('canceled');
    expect((await accept(w.stranger.token, id)).body.code).toBe('INVITATION_NOT_FOUND');
    const rejected = await fresh();
    expect((await post(w.stranger.token, 'reject-invitation', { invitationId: rejected })).body).toMatchObject({
      invitation: { status: 'rejected' },
      member: null,
    });
    const expired = await fresh();
    await service.database.query("UPDATE invitations SET expires_at = now() - interval '1 second' WHERE id = $1", [
      expired,
    ]);
    expect((await accept(w.stranger.token, expired)).body.code).toBe('INVITATION_NOT_FOUND');
    expect((await invite(w, w.stranger.email)).status).toBe(200);
    expect((await accept(w.stranger.token, 'nonsense')).body.code).toBe('INVITATION_NOT_FOUND');
  });

  test('accepted four times at once make one membership', async () => {
    const w = await world(service);
    const { id } = (await invite(w, w.stranger.email)).body;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post(w.stranger.token, 'accept-invitation', { invitationId: id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const [{ n }] = await service.database.query('SELECT count(*)::int AS n FROM members WHERE user_id = $1', [
      w.stranger.id,
    ]);
    expect(n).toBe(1);
  });
});

describe('teams', () => {
  test('are made, renamed and removed by admins; their members stay', async () => {
    const w = await world(service);
    const team = (await post(w.admin.token, 'create-team', { name: 'Design' })).body;
    expect((await post(w.member.token, 'create-team', { name: 'x' })).body.code).toBe('role_too_low');
    expect((await post(w.admin.token, 'update-team', { teamId: team.id, data: { name: 'Research' } })).body.name).toBe(
      'Research',
    );
    expect((await post(w.admin.token, 'add-team-member', { teamId: team.id, userId: w.member.id })).body).toMatchObject(
      { teamId: team.id, userId: w.member.id },
    );
    expect((await get(w.member.token, `list-team-members?teamId=${team.id}`)).body).toMatchObject([
      { userId: w.member.id },
    ]);
    expect((await get(w.member.token, 'list-team-members')).body).toHaveLength(1);
    expect((await get(w.admin.token, 'list-team-members')).body.code).toBe('YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM');
    expect((await get(w.member.token, 'list-teams')).body).toMatchObject([{ name: 'Research' }]);
    expect((await post(w.admin.token, 'remove-team-member', { teamId: team.id, userId: w.owner.id })).body.code).toBe(
      'USER_IS_NOT_A_MEMBER_OF_THE_TEAM',
    );
    expect((await post(w.admin.token, 'remove-team-member', { teamId: team.id, userId: w.member.id })).status).toBe(
      200,
    );
    await post(w.admin.token, 'add-team-member', { teamId: team.id, userId: w.member.id });
    expect((await post(w.admin.token, 'remove-team', { teamId: team.id })).body.message).toBeTruthy();
    const { members } = (await get(w.admin.token, 'list-members')).body;
    expect(members.find((member: { userId: string }) => member.userId === w.member.id).teamId).toBeNull();
  });

  test('of another organization are out of reach', async () => {
    const [w, other] = [await world(service), await world(service)];
    const team = (await post(other.owner.token, 'create-team', { name: 'Theirs' })).body;
    for (const [path, body] of [
      ['update-team', { teamId: team.id, data: { name: 'Mine' } }],
      ['remove-team', { teamId: team.id }],
      ['add-team-member', { teamId: team.id, userId: w.owner.id }],
      ['remove-team-member', { teamId: team.id, userId: other.owner.id }],
    ] as const) {
      expect([path, (await post(w.owner.token, path, body)).body.code]).toEqual([path, 'TEAM_NOT_FOUND']);
    }
    expect((await get(w.owner.token, `list-team-members?teamId=${team.id}`)).body.code).toBe('TEAM_NOT_FOUND');
    expect((await get(other.owner.token, 'list-teams')).body).toMatchObject([{ name: 'Theirs' }]);
  });
});
