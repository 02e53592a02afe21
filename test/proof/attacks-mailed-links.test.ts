import { earlier } from '../support/earlier.js';
import { accountSteps, AUTH, NEW_PASSWORD as NEW, verifyPath } from '../support/account-steps.js';
import { formsOf, formBody } from '../support/forms.js';
import { type TargetAccount, newAddress, TARGET_PASSWORD, statusAndCode, useTarget } from '../support/target.js';

const target = useTarget();
const { reset, redeem, changeEmail, addressOf, isAlive } = accountSteps(target);
const HTML = { accept: 'text/html,application/xhtml+xml' };

const isVerified = async ({ id }: { id: string }): Promise<boolean> =>
  (await target.sql('SELECT email_verified FROM users WHERE id = $1', [id]))[0].email_verified;

/** A new account and the secret of its letter of verification. */
async function unverified(): Promise<TargetAccount & { mailed: string }> {
  const account = await target.account();
  await target.as(account.token).post(`${AUTH}/send-verification-email`, { email: account.email });
  const { token } = await target.mail(account.email, /verify-email/);
  return { ...account, mailed: token };
}

test('a mail gateway that follows the link of verification verifies nothing', async () => {
  const account = await unverified();
  const { mailed, email } = account;
  const prefetches: [string, Record<string, string>][] = [
    ['GET', HTML],
    ['HEAD', {}],
    ['HEAD', HTML],
    ['HEAD', { authorization: `Bearer ${account.token}` }],
    ['GET', { accept: '*/*' }],
    ['GET', { accept: 'application/json' }],
    ['GET', { ...HTML, purpose: 'prefetch' }],
  ];
  for (const [verb, headers] of prefetches) {
    const { status } = await target.send(verb, verifyPath(mailed), { headers });
    expect([verb, headers, status < 500, await isVerified(account)]).toEqual([verb, headers, true, false]);
  }
  expect(statusAndCode(await target.send('GET', verifyPath(mailed), { headers: { accept: 'application/json' } }))).toBe(
    '401 UNAUTHORIZED',
  );
  const page = await target.send('GET', verifyPath(mailed), { headers: HTML });
  expect(page.status).toBe(200);
  const asking = formsOf(page.text, verifyPath(mailed)).filter(({ passwords }) => passwords.length > 0);
  expect(asking.map(({ method, passwords, buttons }) => [method, passwords.length, buttons])).toEqual([['POST', 1, 1]]);
  expect(page.text).toContain(email);
  expect((await target.as(account.token).get(verifyPath(mailed))).status).toBeLessThan(400);
  expect(await isVerified(account)).toBe(true);
});

test('the mail of verification names the account and says to leave it alone if one did not sign up', async () => {
  const { email } = await unverified();
  const { text } = await target.mail(email, /verify-email/);
  expect(text).toContain(email);
  expect(text).toMatch(/did not|didn’t|didn't/);
});

test('a link of verification is of no use in a session of another account, nor with its password', async () => {
  const [victim, attacker] = [await unverified(), await target.account({ verified: true })];
  expect((await target.as(attacker.token).get(verifyPath(victim.mailed))).status).toBe(401);
  const page = await target.send('GET', verifyPath(victim.mailed), {
    headers: { ...HTML, authorization: `Bearer ${attacker.token}` },
  });
  const [form] = formsOf(page.text, verifyPath(victim.mailed)).filter(({ passwords }) => passwords.length > 0);
  const answer = await target.send(
    'POST',
    form!.action,
    formBody({ ...form!.fields, [form!.passwords[0]!]: 'wrong one!' }),
  );
  expect([answer.status >= 400 && answer.status < 500, await isVerified(victim)]).toEqual([true, false]);
  const right = await target.send(
    'POST',
    form!.action,
    formBody({ ...form!.fields, [form!.passwords[0]!]: TARGET_PASSWORD }),
  );
  expect([right.status, await isVerified(victim)]).toEqual([200, true]);
});

test('a reset link is good once, however many times it is used at once', async () => {
  const { email } = await target.account({ verified: true });
  await reset(email);
  const { token } = await target.mail(email, /reset-password/);
  const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => redeem(token, `${NEW} ${i}`)));
  expect(answers.map(statusAndCode).sort()).toEqual(['200', ...Array<string>(4).fill('400 INVALID_TOKEN')]);
});

test('every reset link that was mailed works until one of them is used', async () => {
  const { email } = await target.account({ verified: true });
  for (let i = 0; i < 3; i += 1) await reset(email);
  const letters = (await target.mails(email)).filter(({ text }) => text.includes('reset-password'));
  expect(new Set(letters.map(({ token }) => token)).size).toBe(3);
  expect(statusAndCode(await redeem(letters[0]!.token))).toBe('200');
  expect(statusAndCode(await redeem(letters[1]!.token))).toBe('400 INVALID_TOKEN');
  expect(statusAndCode(await redeem(letters[2]!.token))).toBe('400 INVALID_TOKEN');
});

test('a reset link dies after an hour, with a change of the password and with a change of the address', async () => {
  const waiting = async (then: (account: TargetAccount) => Promise<unknown>) => {
    const account = await target.account({ verified: true });
    await reset(account.email);
    const { token } = await target.mail(account.email, /reset-password/);
    await then(account);
    return statusAndCode(await redeem(token));
  };
  const late = await waiting(({ id }) =>
    target.sql(
      `UPDATE verifications SET expires_at = ${earlier('expires_at', "interval '1 hour'")}, created_at = ${earlier('created_at', "interval '1 hour'")}
       WHERE user_id = $1`,
      [id],
    ),
  );
  const changed = await waiting(({ token }) =>
    target.as(token).post(`${AUTH}/change-password`, { currentPassword: TARGET_PASSWORD, newPassword: `${NEW} too` }),
  );
  const elsewhere = await waiting(async (account) => {
    const email = newAddress();
    await changeEmail(account, email);
    await target.as(account.token).get(verifyPath((await target.mail(email, /verify-email/)).token));
    expect(await addressOf(account)).toBe(email);
  });
  expect([late, changed, elsewhere]).toEqual(Array(3).fill('400 INVALID_TOKEN'));
});

test('whoever signed up with the address of another loses every way back when its owner resets the password', async () => {
  const attacker = await target.account();
  const as = target.as(attacker.token);
  const { body: organization } = await as.post(`${AUTH}/organization/create`, { name: 'Trap' });
  const keys = `/v1/organizations/${organization.id}/api-keys`;
  const { body: made } = await as.post(keys, { name: 'back', scopes: ['read', 'write'] });
  const child = await target.as(made.apiKey.key).post(keys, { name: 'way', scopes: ['read'] });
  expect(child.status).toBe(201);
  await changeEmail(attacker, newAddress());
  await reset(attacker.email);
  await target.as(attacker.token).post(`${AUTH}/send-verification-email`, { email: attacker.email });
  const waiting = (await target.mails(attacker.email)).map(({ token }) => token).filter(Boolean);

  await reset(attacker.email);
  const { token } = await target.mail(attacker.email, /reset-password/);
  expect(statusAndCode(await redeem(token))).toBe('200');
  expect(await isVerified(attacker)).toBe(true);
  expect(await isAlive(attacker.token)).toBe(false);
  expect((await target.signIn(attacker)).status).toBe(401);
  for (const key of [made.apiKey.key, child.body.apiKey.key])
    expect((await target.as(key).get(`/v1/organizations/${organization.id}/products`)).status).toBe(401);
  for (const old of waiting.filter((one) => one !== token))
    expect([400, 401]).toContain((await redeem(old, `${NEW} again`)).status);
  const [{ n }] = await target.sql(
    `SELECT count(*)::int AS n FROM events WHERE organization_id = $1 AND type = 'api_key.revoked'`,
    [organization.id],
  );
  expect(n).toBe(2);
  expect((await target.signIn({ email: attacker.email, password: NEW })).status).toBe(200);
});
