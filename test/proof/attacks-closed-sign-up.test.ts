import { newAddress, TARGET_PASSWORD, statusAndCode, useTarget } from '../support/target.js';

const target = useTarget({ SIGN_UP: 'closed' });
const ORG = '/api/auth/organization';
const signUp = (email: string, more: object = {}) =>
  target.as().post('/api/auth/sign-up/email', { email, name: 'Eve', password: TARGET_PASSWORD, ...more });

test('where sign-up is closed, the first account is free and every later one needs the secret of its invitation', async () => {
  const first = await signUp(newAddress());
  expect(statusAndCode(first)).toBe('200');
  const w = await target.world();
  const invite = async (email: string) => {
    const body = { email, role: 'member', organizationId: w.organization.id };
    const { body: invitation } = await target.as(w.owner.token).post(`${ORG}/invite-member`, body);
    return { invitationId: invitation.id as string, invitationToken: (await target.mail(email)).token };
  };
  const [mine, theirs] = [newAddress(), newAddress()];
  const [opening, other] = [await invite(mine), await invite(theirs)];
  const refusals = [
    await signUp(newAddress()),
    // Whoever names an invited address learns and gets no more than anybody else.
    await signUp(mine),
    await signUp(mine, { invitationId: opening.invitationId }),
    await signUp(mine, { ...opening, invitationToken: other.invitationToken }),
    await signUp(newAddress(), opening),
    await signUp(theirs, opening),
    // Nor does the address of an account tell itself.
    await signUp(w.owner.email),
  ];
  expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([403]));
  expect(new Set(refusals.map(({ code }) => code)).size).toBe(1);
  expect(await target.sql('SELECT 1 FROM users WHERE email = ANY($1)', [[mine, theirs]])).toEqual([]);

  const made = await signUp(mine, opening);
  expect(statusAndCode(made)).toBe('200');
  expect(made.body.user.emailVerified).toBe(true);
});

test('of two first accounts created at once, one is refused', async () => {
  await target.sql('TRUNCATE users CASCADE');
  const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(newAddress())));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403]);
});
