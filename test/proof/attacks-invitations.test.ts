import { eventually } from '../support/eventually.js';
import { TestReceiver } from '../support/receiver.js';
import { type TargetAccount, type TargetResponse, newAddress, statusAndCode, useTarget } from '../support/target.js';
import type { World } from '../support/world.js';

const target = useTarget({ WEBHOOKS_ALLOW_PRIVATE: 'true' });
const ORG = '/api/auth/organization';
const NOT_YOURS = '403 YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION';
const NOT_VERIFIED = '403 EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION';
const GONE = '400 INVITATION_NOT_FOUND';

const invite = (w: World, by: string, email: string, more: object = {}): Promise<TargetResponse> =>
  target.as(by).post(`${ORG}/invite-member`, { email, role: 'member', organizationId: w.organization.id, ...more });

/** An invitation and the secret that was mailed. */
async function invited(w: World, { by = w.owner.token, email = newAddress(), role = 'member' } = {}) {
  const answer = await invite(w, by, email, { role });
  expect(statusAndCode(answer)).toBe('200');
  return { id: answer.body.id as string, email, token: (await target.mail(email)).token };
}

const accept = (token: string | undefined, body: object): Promise<TargetResponse> =>
  target.as(token).post(`${ORG}/accept-invitation`, body);
const isMember = async (w: World, { id }: { id: string }): Promise<boolean> =>
  (await target.sql('SELECT 1 FROM members WHERE organization_id = $1 AND user_id = $2', [w.organization.id, id]))
    .length > 0;
const isVerified = async ({ id }: TargetAccount): Promise<boolean> =>
  (await target.sql('SELECT email_verified FROM users WHERE id = $1', [id]))[0].email_verified;

test('who signs up with an invited address without reading its mail gets nothing by it', async () => {
  const w = await target.world();
  const { id, email } = await invited(w, { role: 'owner' });
  const attacker = await target.account({ email });
  const as = target.as(attacker.token);
  expect(statusAndCode(await accept(attacker.token, { invitationId: id }))).toBe(NOT_VERIFIED);
  expect(statusAndCode(await as.post(`${ORG}/reject-invitation`, { invitationId: id }))).toBe(NOT_VERIFIED);
  expect(statusAndCode(await as.get(`${ORG}/get-invitation?id=${id}`))).toBe(NOT_VERIFIED);
  expect(statusAndCode(await as.get(`${ORG}/list-user-invitations`))).toBe(
    '403 EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION',
  );
  expect(statusAndCode(await accept(attacker.token, { invitationId: id, token: 'x'.repeat(43) }))).toBe(NOT_VERIFIED);
  expect(await isMember(w, attacker)).toBe(false);
});

test('the mailed secret serves the invited address alone, once, and verifies it', async () => {
  const w = await target.world();
  const { id, email, token } = await invited(w);
  expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(32);
  const attacker = await target.account({ verified: true });
  expect(statusAndCode(await accept(attacker.token, { invitationId: id, token }))).toBe(NOT_YOURS);
  expect(statusAndCode(await accept(attacker.token, { invitationId: id }))).toBe(NOT_YOURS);
  expect(statusAndCode(await accept(undefined, { invitationId: id, token }))).toBe('401 UNAUTHORIZED');
  const invitee = await target.account({ email });
  const other = await invited(w);
  expect(statusAndCode(await accept(invitee.token, { invitationId: id, token: other.token }))).toBe(NOT_VERIFIED);
  expect(statusAndCode(await accept(invitee.token, { invitationId: id, token }))).toBe('200');
  expect([await isMember(w, invitee), await isVerified(invitee), await isMember(w, attacker)]).toEqual([
    true,
    true,
    false,
  ]);
  await target.sql('DELETE FROM members WHERE user_id = $1', [invitee.id]);
  expect(statusAndCode(await accept(invitee.token, { invitationId: id, token }))).toBe(GONE);
});

test('reading and refusing an invitation needs no session with its secret, and neither goes with another', async () => {
  const w = await target.world();
  const [one, two] = [await invited(w), await invited(w)];
  const get = (id: string, token: string) =>
    target.as().get(`${ORG}/get-invitation?id=${id}&token=${encodeURIComponent(token)}`);
  const reject = (invitationId: string, token?: string) =>
    target.as().post(`${ORG}/reject-invitation`, { invitationId, token });
  expect((await get(one.id, one.token)).body).toMatchObject({ id: one.id, email: one.email });
  expect([401, 403]).toContain((await get(one.id, two.token)).status);
  expect((await reject(one.id)).status).toBe(401);
  expect([401, 403]).toContain((await reject(one.id, two.token)).status);
  expect(statusAndCode(await reject(one.id, one.token))).toBe('200');
  expect(statusAndCode(await get(one.id, one.token))).toBe(GONE);
  expect((await get(two.id, two.token)).status).toBe(200);
});

test('a resent invitation has a new secret and keeps its role; the old one opens nothing', async () => {
  const w = await target.world();
  const { id, email, token } = await invited(w, { role: 'admin' });
  expect((await invite(w, w.owner.token, email, { role: undefined, resend: true })).body).toMatchObject({
    id,
    role: 'admin',
  });
  const letters = await eventually(
    () => target.mails(email),
    ({ length }) => length === 2,
  );
  const renewed = letters.find((letter) => letter.token !== token)!;
  const invitee = await target.account({ email });
  expect(statusAndCode(await accept(invitee.token, { invitationId: id, token }))).toBe(NOT_VERIFIED);
  expect(statusAndCode(await accept(invitee.token, { invitationId: id, token: renewed.token }))).toBe('200');
});

test('neither members nor their keys learn of an invitation: change log, counts, filters, organization, lists', async () => {
  const w = await target.world();
  const { id, email } = await invited(w);
  const key = await w.key({ scopes: ['read'], owner: w.member });
  const queries = ['', '?type=invitation.created', '?subjectKind=invitation', `?actorId=${w.owner.id}`];
  const seen = async (token: string) =>
    Promise.all(queries.map((query) => target.as(token).get(`${w.organization.url}/changes${query}`)));
  for (const token of [w.member.token, key]) {
    for (const { status, text, body } of await seen(token)) {
      expect([status, text.includes(email), text.includes(id)]).toEqual([200, false, false]);
      expect(body.total).toBe(body.changes.length);
    }
  }
  expect((await seen(w.admin.token)).map(({ text }) => text.includes(id))).toEqual([true, true, true, true]);
  const full = (token: string) => target.as(token).get(`${ORG}/get-full-organization`);
  expect((await full(w.member.token)).body.invitations).toEqual([]);
  expect((await full(w.admin.token)).body.invitations).toHaveLength(1);
  for (const list of ['list-invitations', 'get-invitations'])
    expect((await target.as(w.member.token).get(`${ORG}/${list}`)).status).toBe(403);
});

test('webhooks are told a masked address, in the message and in the list of deliveries', async () => {
  const w = await target.world();
  const receiver = await TestReceiver.start();
  try {
    const created = await target.as(w.owner.token).post(`${w.organization.url}/webhooks`, { url: receiver.url('/x') });
    const { email } = await invited(w, { email: `carol-${w.organization.id.slice(-6)}@example.org` });
    const [message] = await eventually(
      () => receiver.at('/x').filter(({ body }) => body.includes('invitation.created')),
      ({ length }) => length > 0,
    );
    expect(message!.body).toContain('c…@example.org');
    expect(receiver.received.some(({ body }) => body.includes(email))).toBe(false);
    const list = await target
      .as(w.owner.token)
      .get(`${w.organization.url}/webhooks/${created.body.webhook.id}/deliveries`);
    expect([list.status, list.text.includes(email)]).toEqual([200, false]);
  } finally {
    await receiver.stop();
  }
});

const ENDINGS: [string, (w: World, admin: World['admin']) => Promise<TargetResponse>][] = [
  [
    'removed',
    (w, { memberId }) =>
      target.as(w.owner.token).post(`${ORG}/remove-member`, { memberId, organizationId: w.organization.id }),
  ],
  [
    'demoted',
    (w, { memberId }) =>
      target
        .as(w.owner.token)
        .post(`${ORG}/update-member-role`, { memberId, role: 'member', organizationId: w.organization.id }),
  ],
  ['gone by leaving', (w, { token }) => target.as(token).post(`${ORG}/leave`, { organizationId: w.organization.id })],
  ['gone by deleting the account', (_w, { token }) => target.as(token).post('/api/auth/delete-user', {})],
];

test.each(ENDINGS)('an admin who is %s does not come back through an invitation of their own', async (_how, end) => {
  const w = await target.world();
  const accomplice = await target.account({ verified: true });
  const { id, token } = await invited(w, { by: w.admin.token, email: accomplice.email, role: 'admin' });
  expect(statusAndCode(await end(w, w.admin))).toBe('200');
  expect(statusAndCode(await accept(accomplice.token, { invitationId: id, token }))).toBe(GONE);
  expect(await isMember(w, accomplice)).toBe(false);
  expect(await target.sql(`SELECT status FROM invitations WHERE id = $1 AND status = 'pending'`, [id])).toEqual([]);
});

test('the right to grant the role is checked again when an invitation is accepted', async () => {
  const w = await target.world();
  const accomplice = await target.account({ verified: true });
  const { id, token } = await invited(w, { by: w.admin.token, email: accomplice.email, role: 'admin' });
  // Past every code that cancels: as if the two had happened at once.
  await target.sql(`UPDATE members SET role = 'member' WHERE id = $1`, [w.admin.memberId]);
  expect(statusAndCode(await accept(accomplice.token, { invitationId: id, token }))).toBe(GONE);
  expect(await isMember(w, accomplice)).toBe(false);
});

test('a demotion and an acceptance at once never leave a member who was let in after it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const w = await target.world();
    const accomplice = await target.account({ verified: true });
    const { id, token } = await invited(w, { by: w.admin.token, email: accomplice.email, role: 'admin' });
    const [demoted, accepted] = await Promise.all([
      ENDINGS[1]![1](w, w.admin),
      accept(accomplice.token, { invitationId: id, token }),
    ]);
    expect([statusAndCode(demoted), ['200', GONE].includes(statusAndCode(accepted))]).toEqual(['200', true]);
    expect(await isMember(w, accomplice)).toBe(accepted.status === 200);
    expect(statusAndCode(await accept(accomplice.token, { invitationId: id, token }))).toBe(GONE);
  }
});

test('an admin neither makes, changes nor resends an invitation to owner, and may cancel it', async () => {
  const w = await target.world();
  const { id, email } = await invited(w, { role: 'owner' });
  const forbidden = '403 YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE';
  expect(statusAndCode(await invite(w, w.admin.token, newAddress(), { role: 'owner' }))).toBe(forbidden);
  expect(statusAndCode(await invite(w, w.admin.token, email, { role: undefined, resend: true }))).toBe(forbidden);
  expect(statusAndCode(await invite(w, w.admin.token, email, { role: 'member', resend: true }))).toBe(forbidden);
  expect(await target.sql('SELECT role, status FROM invitations WHERE id = $1', [id])).toEqual([
    { role: 'owner', status: 'pending' },
  ]);
  const cancel = (token: string) => target.as(token).post(`${ORG}/cancel-invitation`, { invitationId: id });
  expect((await cancel(w.member.token)).status).toBe(403);
  // To a stranger it does not exist.
  expect([400, 403]).toContain((await cancel(w.stranger.token)).status);
  expect(statusAndCode(await cancel(w.admin.token))).toBe('200');
});

test('the secret of an invitation is stored nowhere, and no session, key or log shows it', async () => {
  const w = await target.world();
  const { token } = await invited(w);
  expect(token).not.toBe('');
  expect((await target.dump()).includes(token)).toBe(false);
  expect(target.output().includes(token)).toBe(false);
});
