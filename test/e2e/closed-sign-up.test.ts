import { newId } from '#libs/ids';
import { hashOf, randomToken } from '#libs/secrets';
import { Invitation } from '../../apps/api/src/accounts/organizations/invitations/invitation.entity.js';
import { minutesAhead } from '../support/moments.js';
import { type Service, useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const PASSWORD = 'correct horse battery staple';
const AUTH = '/api/auth';
const newcomer = () => `${newId()}@example.org`;

const join = (service: Service, email: string, over: object = {}) =>
  service
    .as()
    .post(`${AUTH}/sign-up/email`)
    .send({ name: 'New', email, password: PASSWORD, ...over });

/** An invitation that was mailed, and the fields of its link. */
async function invited(service: Service, w: World, email: string, over: Partial<Invitation> = {}) {
  const [invitationId, invitationToken] = [newId(), randomToken()];
  await service.database.manager.insert(Invitation, {
    id: invitationId,
    organizationId: w.organization.id,
    email,
    role: 'member',
    status: 'pending',
    inviterId: w.owner.id,
    tokenHash: hashOf(invitationToken),
    expiresAt: minutesAhead(1),
    ...over,
  });
  return { invitationId, invitationToken };
}

describe('where sign-up is closed', () => {
  const closed = useService({ SIGN_UP: 'closed' });
  const refusal = async (email: string, over: object) => {
    const { status, body } = await join(closed, email, over);
    return [status, body.code];
  };

  test('the first account is free, and of two at once one is the first', async () => {
    const answers = await Promise.all([join(closed, newcomer()), join(closed, newcomer())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test('an invited address is not enough: the link is needed, and proves the address', async () => {
    const w = await world(closed);
    const email = newcomer();
    const link = await invited(closed, w, email);
    for (const over of [{}, { invitationId: link.invitationId }, { invitationToken: link.invitationToken }])
      expect(await refusal(email, over)).toEqual([403, 'SIGN_UP_CLOSED']);
    const { body } = await join(closed, email, link);
    expect(body.user).toMatchObject({ email, emailVerified: true });
  });

  test('a link lets in nobody but its addressee, while it is open and its sender may invite', async () => {
    const w = await world(closed);
    const email = newcomer();
    const link = await invited(closed, w, email);
    const other = await invited(closed, w, newcomer());
    const closedOne = [403, 'SIGN_UP_CLOSED'];
    expect(await refusal(newcomer(), link)).toEqual(closedOne);
    expect(await refusal(email, { ...link, invitationToken: other.invitationToken })).toEqual(closedOne);
    expect(await refusal(email, { ...link, invitationId: 'nonsense' })).toEqual(closedOne);
    const spent = { status: 'canceled', expiresAt: new Date(0), inviterId: w.member.id, tokenHash: null };
    for (const [field, value] of Object.entries(spent)) {
      const address = newcomer();
      const bad = await invited(closed, w, address, { [field]: value });
      expect([field, ...(await refusal(address, bad))]).toEqual([field, ...closedOne]);
    }
  });

  test('who has an account hears no other refusal than a stranger', async () => {
    const w = await world(closed);
    expect(await refusal(w.member.email, {})).toEqual([403, 'SIGN_UP_CLOSED']);
  });
});

describe('where sign-up is open', () => {
  const open = useService();

  test('the link of an invitation proves the address, and a wrong one proves nothing', async () => {
    const w = await world(open);
    const [email, another] = [newcomer(), newcomer()];
    const link = await invited(open, w, email);
    expect((await join(open, another, link)).body.user).toMatchObject({ emailVerified: false });
    expect((await join(open, email, link)).body.user).toMatchObject({ emailVerified: true });
    // Only who is not proved is asked to prove it.
    const [{ jobs }] = await open.database.query('SELECT count(*)::int AS jobs FROM graphile_worker._private_jobs');
    expect(jobs).toBe(1);
  });
});
