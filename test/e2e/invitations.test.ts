import { newId } from '#libs/ids';
import { eventually } from '../support/eventually.js';
import { mailedInvitation, mailsTo, secretIn } from '../support/mail.js';
import { msUntil } from '../support/moments.js';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const service = useService({ APP_URL: 'https://app.example.org' });
const PATH = '/api/auth/organization';
const ANOTHER = 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION';
const UNVERIFIED = 'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION';

const post = (token: string | undefined, path: string, body: object = {}) =>
  service.as(token).post(`${PATH}/${path}`).send(body);
const get = (token: string | undefined, path: string) => service.as(token).get(`${PATH}/${path}`);
const invite = (w: World, email: string, over: object = {}, token = w.admin.token) =>
  post(token, 'invite-member', { email, role: 'member', ...over });
const accept = (token: string | undefined, invitationId: string, secret?: string) =>
  post(token, 'accept-invitation', { invitationId, token: secret });
const reject = (token: string | undefined, invitationId: string, secret?: string) =>
  post(token, 'reject-invitation', { invitationId, token: secret });
const read = (token: string | undefined, id: string, secret?: string) =>
  get(token, `get-invitation?id=${id}${secret === undefined ? '' : `&token=${secret}`}`);
const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  body.code ? `${status} ${body.code}` : `${status}`;
const resend = { role: undefined, resend: true };

/** Somebody with an account of whom nobody knows whether the address is theirs. */
async function unverified(w: World): Promise<Person> {
  const person = await w.person();
  await service.database.query('UPDATE users SET email_verified = false WHERE id = $1', [person.id]);
  return person;
}
const isVerified = async ({ id }: Person) =>
  (await service.database.query('SELECT email_verified AS is FROM users WHERE id = $1', [id]))[0].is;

test('invitations bring the invitee in, into the team they name', async () => {
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
  expect(msUntil(invited.body.expiresAt) / 86_400_000).toBeCloseTo(7, 1);
  expect((await get(w.admin.token, 'get-invitations')).body).toEqual([invited.body]);
  expect((await get(w.admin.token, 'list-invitations')).body).toEqual([invited.body]);
  expect((await get(w.stranger.token, 'list-user-invitations')).body).toMatchObject([
    { id: invited.body.id, organizationName: 'Example', inviterEmail: w.admin.email },
  ]);
  expect((await read(w.stranger.token, invited.body.id)).body.id).toBe(invited.body.id);
  const accepted = await accept(w.stranger.token, invited.body.id);
  expect(accepted.body).toMatchObject({
    invitation: { status: 'accepted' },
    member: { userId: w.stranger.id, role: 'admin', teamId: team.id },
  });
  expect((await service.as(w.stranger.token).get(w.product.url)).status).toBe(200);
  expect((await get(w.stranger.token, 'get-active-member-role')).body.role).toBe('admin');
  expect((await get(w.admin.token, 'get-invitations')).body).toEqual([]);
});

test('invitations are open once for each address, unless sent again', async () => {
  const w = await world(service);
  const first = (await invite(w, 'new@example.org')).body;
  expect((await invite(w, 'new@example.org')).body.code).toBe('USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION');
  const again = (await invite(w, 'new@example.org', { resend: true })).body;
  expect([again.id, again.expiresAt > first.expiresAt]).toEqual([first.id, true]);
  expect((await invite(w, w.member.email)).body.code).toBe('USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION');
  expect((await invite(w, 'x@example.org', { teamId: w.owner.id })).body.code).toBe('TEAM_NOT_FOUND');
  expect((await invite(w, 'nonsense', { role: 'boss' })).body.errors.map(({ path }: { path: string }) => path)).toEqual(
    ['/email', '/role'],
  );
});

test('invitations sent again they keep the role and the team that the request does not name', async () => {
  const w = await world(service);
  const team = (await post(w.admin.token, 'create-team', { name: 'Design' })).body;
  await invite(w, 'kept@example.org', { role: 'admin', teamId: team.id });
  expect((await invite(w, 'kept@example.org', resend)).body).toMatchObject({ role: 'admin', teamId: team.id });
  expect((await invite(w, 'kept@example.org', { role: 'member', resend: true })).body).toMatchObject({
    role: 'member',
    teamId: team.id,
  });
  expect((await invite(w, 'kept@example.org', { ...resend, teamId: null })).body.teamId).toBeNull();
  const unknown = await invite(w, 'unknown@example.org', resend);
  expect([unknown.status, unknown.body.errors[0].path]).toEqual([400, '/role']);
  expect((await invite(w, 'unknown@example.org', { role: undefined })).body.errors[0].path).toBe('/role');
});

test('invitations end by answer, cancel or time', async () => {
  const w = await world(service);
  const fresh = async () => (await invite(w, w.stranger.email, { resend: true })).body.id;
  const id = await fresh();
  expect((await post(w.owner.token, 'cancel-invitation', { invitationId: id })).body.status).toBe('canceled');
  expect((await accept(w.stranger.token, id)).body.code).toBe('INVITATION_NOT_FOUND');
  const rejected = await fresh();
  expect((await reject(w.stranger.token, rejected)).body).toMatchObject({
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
  expect((await read(w.stranger.token, 'nonsense')).body.errors[0].path).toBe('/query/id');
});

test('invitations accepted four times at once make one membership', async () => {
  const w = await world(service);
  const { id } = (await invite(w, w.stranger.email)).body;
  const answers = await Promise.all(Array.from({ length: 4 }, () => accept(w.stranger.token, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  const [{ n }] = await service.database.query('SELECT count(*)::int AS n FROM members WHERE user_id = $1', [
    w.stranger.id,
  ]);
  expect(n).toBe(1);
});

describe('whoever redeems one', () => {
  test('must have confirmed the invited address', async () => {
    const w = await world(service);
    const squatter = await unverified(w);
    const { id } = (await invite(w, squatter.email)).body;
    for (const act of [accept, reject, read])
      for (const secret of [undefined, 'guessed', ''])
        expect([act.name, outcomeOf(await act(squatter.token, id, secret))]).toEqual([act.name, `403 ${UNVERIFIED}`]);
    expect((await service.as(squatter.token).get(w.product.url)).body.code).toBe('not_a_member');
    expect(await isVerified(squatter)).toBe(false);
  });

  test('or holds the secret of the mail, which confirms the address of the account', async () => {
    const w = await world(service);
    const invitee = await unverified(w);
    const { id } = (await invite(w, invitee.email)).body;
    const secret = await mailedInvitation(service, id);
    expect((await read(invitee.token, id, secret)).body).toMatchObject({ id, organizationName: 'Example' });
    expect(await isVerified(invitee)).toBe(false);
    expect((await accept(invitee.token, id, secret)).body.member).toMatchObject({ userId: invitee.id });
    expect(await isVerified(invitee)).toBe(true);
    const events = await service.database.query(
      'SELECT type FROM (SELECT id, type, subject_id, actor_id FROM events UNION SELECT id, type, subject_id, actor_id FROM account_events) AS e WHERE subject_id = $1 OR actor_id = $1 ORDER BY id',
      [invitee.id],
    );
    expect(events).toEqual([{ type: 'user.email_verified' }, { type: 'member.joined' }]);
  });

  test('is nobody with another address, secret or not', async () => {
    const w = await world(service);
    const { id } = (await invite(w, 'guest@example.org')).body;
    const secret = await mailedInvitation(service, id);
    for (const act of [accept, reject, read])
      for (const shown of [undefined, 'guessed', secret])
        expect([act.name, outcomeOf(await act(w.stranger.token, id, shown))]).toEqual([act.name, `403 ${ANOTHER}`]);
    expect((await service.as(w.stranger.token).get(w.product.url)).body.code).toBe('not_a_member');
  });

  test('reads and rejects with the secret alone, and accepts in an account only', async () => {
    const w = await world(service);
    const { id } = (await invite(w, 'guest@example.org')).body;
    const secret = await mailedInvitation(service, id);
    expect(outcomeOf(await read(undefined, id))).toBe('401 UNAUTHORIZED');
    expect(outcomeOf(await reject(undefined, id))).toBe('401 UNAUTHORIZED');
    expect(outcomeOf(await accept(undefined, id, secret))).toBe('401 UNAUTHORIZED');
    expect(outcomeOf(await read(undefined, id, `${secret}x`))).toBe(`403 ${ANOTHER}`);
    expect(outcomeOf(await reject(undefined, id, ''))).toBe(`403 ${ANOTHER}`);
    expect(outcomeOf(await read(undefined, newId(), secret))).toBe('400 INVITATION_NOT_FOUND');
    expect((await read(undefined, id, secret)).body).toMatchObject({ id, email: 'guest@example.org' });
    expect((await reject(undefined, id, secret)).body.invitation.status).toBe('rejected');
    expect(outcomeOf(await reject(undefined, id, secret))).toBe('400 INVITATION_NOT_FOUND');
  });

  test('cannot use the secret of another invitation, nor one that a resend replaced', async () => {
    const w = await world(service);
    const [mine, other] = ['mine@example.org', 'other@example.org'];
    const { id } = (await invite(w, mine)).body;
    const { id: otherId } = (await invite(w, other)).body;
    const old = await mailedInvitation(service, id);
    const foreign = await mailedInvitation(service, otherId);
    expect(outcomeOf(await read(undefined, id, foreign))).toBe(`403 ${ANOTHER}`);
    await invite(w, mine, resend);
    expect(outcomeOf(await read(undefined, id, old))).toBe(`403 ${ANOTHER}`);
    const renewed = await mailedInvitation(service, id);
    expect(outcomeOf(await read(undefined, id, old))).toBe(`403 ${ANOTHER}`);
    expect(outcomeOf(await read(undefined, id, renewed))).toBe('200');
  });
});

describe('the letter', () => {
  const working = useService({ WORKER: 'inline', APP_URL: 'https://app.example.org' });

  test('leads to the frontend with a secret that stands nowhere else, and quotes what people call themselves', async () => {
    const w = await world(working);
    const email = 'guest@example.org';
    await working.database.query('UPDATE organizations SET name = $2 WHERE id = $1', [
      w.organization.id,
      'Bank” – log in at evil.example',
    ]);
    const { body } = await working.as(w.admin.token).post(`${PATH}/invite-member`).send({ email, role: 'admin' });
    const mails = await eventually(
      () => mailsTo(working, email),
      ({ length }) => length > 0,
    );
    const [{ subject, text }] = mails as [{ subject: string; text: string }];
    expect(subject).toBe('Invitation to join “Bank" – log in at evil.example”');
    expect(text).toContain(`“${w.admin.name}” (${w.admin.email}) invites you`);
    expect(text).toContain(`\nhttps://app.example.org/accept-invitation?id=${body.id}&token=`);
    const secret = secretIn(text);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    const dump = await Promise.all(
      ['invitations', 'events', 'graphile_worker._private_jobs'].map((table) =>
        working.database.query(`SELECT t::text AS row FROM ${table} t`),
      ),
    );
    expect(JSON.stringify([dump, body]) + working.log.join('')).not.toContain(secret);
    const [{ hash }] = await working.database.query('SELECT token_hash AS hash FROM invitations WHERE id = $1', [
      body.id,
    ]);
    expect(hash).toHaveLength(32);
  });
});
