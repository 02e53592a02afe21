import { newId } from '#libs/ids';
import { Member } from '../../apps/api/src/accounts/organizations/members/member.entity.js';
import { signUpWithSecondFactor, signUp } from '../support/authenticator.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const post = (token: string | undefined, path: string, body: object | string) =>
  service.as(token).post(`/api/auth/organization/${path}`).set('Content-Type', 'application/json').send(body);
const get = (token: string, path: string) => service.as(token).get(`/api/auth/organization/${path}`);
const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;

const teamOf = async (w: World): Promise<string> =>
  (await post(w.owner.token, 'create-team', { organizationId: w.organization.id, name: 'Theirs' }).expect(200)).body.id;

describe('where the body says which organization is meant', () => {
  test('it is asked who calls, then what is wrong with the body, and last who may', async () => {
    const w = await world(service);
    const named = { organizationId: w.organization.id };
    for (const body of ['{', { ...named, role: 'admin' }, { ...named, memberId: w.member.memberId, role: 'admin' }]) {
      expect(outcomeOf(await post(undefined, 'update-member-role', body))).toBe('401 UNAUTHORIZED');
      expect(outcomeOf(await post(w.keys.write, 'update-member-role', body))).toBe('403 session_required');
    }
    for (const { token } of [w.stranger, w.member]) {
      expect(outcomeOf(await post(token, 'update-member-role', '{'))).toBe('400 BAD_REQUEST');
      expect(outcomeOf(await post(token, 'update-member-role', named))).toBe('400 VALIDATION_ERROR');
      expect(outcomeOf(await post(token, 'remove-member', named))).toBe('400 VALIDATION_ERROR');
      expect(outcomeOf(await post(token, 'has-permission', named))).toBe('400 VALIDATION_ERROR');
    }
    const right = { ...named, memberId: w.member.memberId, role: 'admin' };
    expect(outcomeOf(await post(w.stranger.token, 'update-member-role', right))).toBe(
      '403 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
    );
    expect(outcomeOf(await post(w.member.token, 'update-member-role', right))).toBe(
      '403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
    );
  });

  test('an unknown organization and one of other people are answered alike', async () => {
    const [w, other] = [await world(service), await world(service)];
    for (const organizationId of [newId(), other.organization.id]) {
      const answer = await post(w.owner.token, 'update', { organizationId, data: { name: 'Mine' } });
      expect(outcomeOf(answer)).toBe('403 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION');
    }
  });
});

describe('where a record says which organization is meant', () => {
  test('the session does not: an admin of one organization acts on no team or invitation of another', async () => {
    const [w, other] = [await world(service), await world(service)];
    await post(w.owner.token, 'set-active', { organizationId: w.organization.id }).expect(200);
    const { email } = await signUp(service);
    const invitation = await post(other.owner.token, 'invite-member', {
      organizationId: other.organization.id,
      email,
      role: 'member',
    }).expect(200);
    const organizationId = w.organization.id;
    for (const teamId of [newId(), await teamOf(other)]) {
      const naming = { teamId, organizationId, userId: w.member.id };
      for (const path of ['update-team', 'remove-team', 'add-team-member', 'remove-team-member'])
        expect([path, outcomeOf(await post(w.owner.token, path, { ...naming, data: { name: 'Mine' } }))]).toEqual([
          path,
          '400 TEAM_NOT_FOUND',
        ]);
      expect(outcomeOf(await get(w.owner.token, `list-team-members?teamId=${teamId}`))).toBe('400 TEAM_NOT_FOUND');
    }
    for (const invitationId of [newId(), 'no-id', invitation.body.id])
      expect(outcomeOf(await post(w.owner.token, 'cancel-invitation', { invitationId, organizationId }))).toBe(
        '400 INVITATION_NOT_FOUND',
      );
  });
});

test('the teams of an organization that asks for a second factor are left out for who has not passed one', async () => {
  const [strict, open] = [await world(service), await world(service)];
  const person = await signUp(service);
  for (const { organization, owner, ...w } of [strict, open]) {
    await service.database.manager.insert(Member, {
      id: newId(),
      organizationId: organization.id,
      userId: person.id,
      role: 'member',
    });
    const teamId = await teamOf({ organization, owner, ...w } as World);
    await post(owner.token, 'add-team-member', { teamId, userId: person.id }).expect(200);
  }
  const seen = async (token: string): Promise<string[]> =>
    (await get(token, 'list-user-teams').expect(200)).body.map(
      ({ organizationId }: { organizationId: string }) => organizationId,
    );
  expect((await seen(person.token)).sort()).toEqual([strict.organization.id, open.organization.id].sort());
  await service.database.query('UPDATE organizations SET require_two_factor = true WHERE id = $1', [
    strict.organization.id,
  ]);
  expect(await seen(person.token)).toEqual([open.organization.id]);
  expect(outcomeOf(await get(person.token, `list-user-teams?organizationId=${strict.organization.id}`))).toBe(
    '403 two_factor_required',
  );
  const boss = await signUpWithSecondFactor(service);
  await service.database.query('UPDATE members SET user_id = $2 WHERE user_id = $1 AND organization_id = $3', [
    person.id,
    boss.id,
    strict.organization.id,
  ]);
  expect(await seen(boss.token)).toEqual([strict.organization.id]);
});

test('a fault points to where the organization or the person was named, or could have been', async () => {
  const w = await world(service);
  const { token } = await signUp(service);
  const pathOf = ({ body }: { body: { errors: { path: string }[] } }) => body.errors.map(({ path }) => path);
  expect(pathOf(await get(token, 'list-members').expect(400))).toEqual(['/query/organizationId']);
  expect(pathOf(await post(token, 'create-team', { name: 'x' }).expect(400))).toEqual(['/organizationId']);
  const absent = { memberId: newId(), memberIdOrEmail: 'nobody@example.org' };
  for (const [field, value] of Object.entries(absent)) {
    const body = { organizationId: w.organization.id, [field]: value };
    expect(pathOf(await post(w.owner.token, 'remove-member', body).expect(400))).toEqual([`/${field}`]);
  }
});
