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
      'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
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
    expect((await update(w.admin.token, w.member.memberId!, 'owner')).body.code).toBe(
      'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
    );
    expect((await update(w.admin.token, w.owner.memberId!, 'member')).body.code).toBe(
      'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
    );
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
    ).toBe('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION');
    expect(await roleOf(other, other.member.id)).toBe('member');
  });

  test('are removed by id or by address, with everything that hangs on them', async () => {
    const w = await world(service);
    const key = await w.key({ scopes: ['read'], owner: w.member });
    expect((await post(w.member.token, 'remove-member', { memberId: w.admin.memberId })).body.code).toBe(
      'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
    );
    expect((await post(w.admin.token, 'remove-member', { memberId: w.owner.memberId })).body.code).toBe(
      'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
    );
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

describe('teams', () => {
  test('are made, renamed and removed by admins; their members stay', async () => {
    const w = await world(service);
    const team = (await post(w.admin.token, 'create-team', { name: 'Design' })).body;
    expect((await post(w.member.token, 'create-team', { name: 'x' })).body.code).toBe(
      'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION',
    );
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
