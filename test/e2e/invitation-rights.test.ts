import { mailedInvitation } from '../support/mail.js';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const service = useService();
const PATH = '/api/auth/organization';
const post = (token: string, path: string, body: object = {}) => service.as(token).post(`${PATH}/${path}`).send(body);
const invite = (w: World, inviter: Person, email: string, over: object = {}) =>
  post(inviter.token, 'invite-member', { email, role: 'member', organizationId: w.organization.id, ...over });
const accept = (person: Person, invitationId: string, token?: string) =>
  post(person.token, 'accept-invitation', { invitationId, token });
const statusOf = async (id: string) =>
  (await service.database.query('SELECT status FROM invitations WHERE id = $1', [id]))[0].status;
const canceledEvents = async (id: string) =>
  (await service.database.query(`SELECT type FROM events WHERE subject_id = $1 AND type = 'invitation.canceled'`, [id]))
    .length;
const setRole = (w: World, member: Person, role: string) =>
  post(w.owner.token, 'update-member-role', {
    memberId: member.memberId,
    role,
    organizationId: w.organization.id,
  });

describe('an invitation that its sender could no longer make', () => {
  const endings: [string, (w: World, sender: Person) => PromiseLike<{ status: number }>][] = [
    [
      'was removed',
      (w, { memberId }) => post(w.owner.token, 'remove-member', { memberId, organizationId: w.organization.id }),
    ],
    ['was demoted', (w, sender) => setRole(w, sender, 'member')],
    ['left', (w, sender) => post(sender.token, 'leave', { organizationId: w.organization.id })],
  ];

  test.each(endings)('is canceled when they %s', async (_what, end) => {
    const w = await world(service);
    const sender = await w.person('admin');
    const [theirs, others] = [await invite(w, sender, w.stranger.email), await invite(w, w.owner, 'other@example.org')];
    expect((await end(w, sender)).status).toBe(200);
    expect([await statusOf(theirs.body.id), await canceledEvents(theirs.body.id)]).toEqual(['canceled', 1]);
    expect([await statusOf(others.body.id), await canceledEvents(others.body.id)]).toEqual(['pending', 0]);
    const late = await accept(w.stranger, theirs.body.id);
    expect([late.status, late.body.code]).toEqual([400, 'INVITATION_NOT_FOUND']);
  });

  test('is only the one to a role that is beyond them: an owner who becomes admin still invites members', async () => {
    const w = await world(service);
    const sender = await w.person('owner');
    const owner = (await invite(w, sender, 'owner@example.org', { role: 'owner' })).body.id;
    const admin = (await invite(w, sender, 'admin@example.org', { role: 'admin' })).body.id;
    expect((await setRole(w, sender, 'admin')).status).toBe(200);
    expect([await statusOf(owner), await statusOf(admin)]).toEqual(['canceled', 'pending']);
  });

  test('does not bring back an admin who invited an address of their own and was removed', async () => {
    const w = await world(service);
    const { email } = w.stranger;
    const { id } = (await invite(w, w.admin, email, { role: 'admin' })).body;
    const secret = await mailedInvitation(service, id);
    await post(w.owner.token, 'remove-member', {
      memberId: w.admin.memberId,
      organizationId: w.organization.id,
    });
    expect((await accept(w.stranger, id, secret)).body.code).toBe('INVITATION_NOT_FOUND');
    const read = await service.as().get(`${PATH}/get-invitation?id=${id}&token=${secret}`);
    expect(read.body.code).toBe('INVITATION_NOT_FOUND');
  });

  test('opens nothing while its sender is disabled, and is theirs again once they are not', async () => {
    const w = await world(service);
    const { id } = (await invite(w, w.owner, w.stranger.email, { role: 'owner' })).body;
    const secret = await mailedInvitation(service, id);
    const disable = (at: string) =>
      service.database.query(`UPDATE users SET disabled_at = ${at} WHERE id = $1`, [w.owner.id]);
    const listed = async () =>
      (await service.as(w.stranger.token).get(`${PATH}/list-user-invitations`).expect(200)).body.length;
    await disable('now()');
    expect((await accept(w.stranger, id, secret)).body.code).toBe('INVITATION_NOT_FOUND');
    const read = await service.as().get(`${PATH}/get-invitation?id=${id}&token=${secret}`);
    expect([read.body.code, await listed(), await statusOf(id)]).toEqual(['INVITATION_NOT_FOUND', 0, 'pending']);
    await disable('NULL');
    expect([await listed(), (await accept(w.stranger, id, secret)).status]).toEqual([1, 200]);
  });

  test('opens nothing even where nobody canceled it', async () => {
    const w = await world(service);
    const { id } = (await invite(w, w.admin, w.stranger.email, { role: 'admin' })).body;
    await service.database.query(`UPDATE members SET role = 'member' WHERE id = $1`, [w.admin.memberId]);
    expect((await accept(w.stranger, id)).body.code).toBe('INVITATION_NOT_FOUND');
    expect(await statusOf(id)).toBe('pending');
  });

  test('never makes a member, whatever else happens in the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const w = await world(service);
      const sender = await w.person('admin');
      const { id } = (await invite(w, sender, w.stranger.email, { role: 'admin' })).body;
      const [accepted, demoted] = await Promise.all([accept(w.stranger, id), setRole(w, sender, 'member')]);
      expect(demoted.status).toBe(200);
      // Accepting came first, or finds that nothing is left to accept.
      expect([200, 400]).toContain(accepted.status);
      expect(await statusOf(id)).toBe(accepted.status === 200 ? 'accepted' : 'canceled');
    }
  });
});

describe('an admin', () => {
  const REFUSED = [403, 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE'];
  const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

  test('neither makes, nor changes, nor sends again an invitation to owner', async () => {
    const w = await world(service);
    expect(outcome(await invite(w, w.admin, 'x@example.org', { role: 'owner' }))).toEqual(REFUSED);
    expect(outcome(await invite(w, w.admin, 'x@example.org', { role: ['owner'] }))).toEqual(REFUSED);
    const { id } = (await invite(w, w.owner, 'new@example.org', { role: 'owner' })).body;
    for (const role of ['owner', 'admin', 'member', undefined])
      expect(outcome(await invite(w, w.admin, 'new@example.org', { role, resend: true }))).toEqual(REFUSED);
    await invite(w, w.owner, 'admin@example.org', { role: 'admin' });
    expect(outcome(await invite(w, w.admin, 'admin@example.org', { role: 'owner', resend: true }))).toEqual(REFUSED);
    const [kept] = await service.database.query('SELECT role, inviter_id FROM invitations WHERE id = $1', [id]);
    expect(kept).toEqual({ role: 'owner', inviter_id: w.owner.id });
  });

  test('may cancel it, as may an owner and who sent it, and no other member', async () => {
    const w = await world(service);
    const { id } = (await invite(w, w.owner, 'new@example.org', { role: 'owner' })).body;
    const cancel = (person: Person) => post(person.token, 'cancel-invitation', { invitationId: id });
    expect(outcome(await cancel(w.member))).toEqual([403, 'YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION']);
    expect(outcome(await cancel(w.stranger))).toEqual([400, 'INVITATION_NOT_FOUND']);
    expect((await cancel(w.admin)).body.status).toBe('canceled');
  });
});

test('members neither invite nor list invitations, and outsiders do nothing at all', async () => {
  const w = await world(service);
  const { organization, member, stranger } = w;
  const get = (person: Person) =>
    service.as(person.token).get(`${PATH}/get-invitations?organizationId=${organization.id}`);
  expect((await invite(w, member, 'x@example.org')).body.code).toBe(
    'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION',
  );
  expect((await get(member)).body.code).toBe('YOU_ARE_NOT_ALLOWED_TO_LIST_INVITATIONS');
  const outside = await invite(w, stranger, 'x@example.org');
  expect([outside.status, outside.body.code]).toEqual([403, 'MEMBER_NOT_FOUND']);
  expect((await get(stranger)).body.code).toBe('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION');
  const { body } = await post(stranger.token, 'invite-member', { email: 'x@example.org', role: 'member' });
  expect(body.code).toBe('ORGANIZATION_NOT_FOUND');
});
