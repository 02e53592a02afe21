import { formsOf, formBody } from '../support/forms.js';
import {
  type TargetAccount,
  type TargetResponse,
  newAddress,
  TARGET_PASSWORD,
  statusAndCode,
  useTarget,
} from '../support/target.js';

const target = useTarget();
const AUTH = '/api/auth';
const NEW = 'a quite different long secret';
const HTML = { accept: 'text/html,application/xhtml+xml' };

const reset = (email: string) => target.as().post(`${AUTH}/request-password-reset`, { email });
const redeem = (token: string, newPassword = NEW) => target.as().post(`${AUTH}/reset-password`, { token, newPassword });
const verifyPath = (token: string) => `${AUTH}/verify-email?token=${encodeURIComponent(token)}`;
const isVerified = async ({ id }: { id: string }): Promise<boolean> =>
  (await target.sql('SELECT email_verified FROM users WHERE id = $1', [id]))[0].email_verified;
const addressOf = async ({ id }: { id: string }): Promise<string> =>
  (await target.sql('SELECT email FROM users WHERE id = $1', [id]))[0].email;
const isAlive = async (token: string): Promise<boolean> =>
  (await target.as(token).get(`${AUTH}/list-sessions`)).status === 200;
const age = (minutes: number, { id }: { id: string }) =>
  target.sql(`UPDATE sessions SET created_at = now() - $2 * interval '1 minute' WHERE user_id = $1`, [id, minutes]);
const changeEmail = (who: { token: string }, newEmail: string) =>
  target.as(who.token).post(`${AUTH}/change-email`, { newEmail });

/** A new account and the secret of its letter of verification. */
async function unverified(): Promise<TargetAccount & { mailed: string }> {
  const account = await target.account();
  await target.as(account.token).post(`${AUTH}/send-verification-email`, { email: account.email });
  const { token } = await target.mail(account.email, /verify-email/);
  return { ...account, mailed: token };
}

/** An account whose address has been changed and confirmed, and the secret that restores the old one. */
async function moved(): Promise<TargetAccount & { old: string; restore: string }> {
  const account = await target.account({ verified: true });
  const email = newAddress();
  expect(statusAndCode(await changeEmail(account, email))).toBe('200');
  const { token } = await target.mail(email, /verify-email/);
  expect((await target.as(account.token).get(verifyPath(token))).status).toBeLessThan(400);
  expect(await addressOf(account)).toBe(email);
  const { token: restore } = await target.mail(account.email, /restore-address/);
  return { ...account, email, old: account.email, restore };
}

const restoreAddress = (token: string) => target.as().post(`${AUTH}/restore-address`, { token });

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
      `UPDATE verifications SET expires_at = expires_at - interval '1 hour', created_at = created_at - interval '1 hour'
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

test('changing the address, and deleting an account without its password, need a session younger than ten minutes', async () => {
  const account = await target.account({ verified: true });
  await age(11, account);
  expect(statusAndCode(await changeEmail(account, newAddress()))).toBe('403 SESSION_NOT_FRESH');
  expect(statusAndCode(await target.as(account.token).post(`${AUTH}/delete-user`, {}))).toBe('403 SESSION_NOT_FRESH');
  // Use renews a session, and makes it no younger.
  await target.sql(`UPDATE sessions SET updated_at = now() WHERE user_id = $1`, [account.id]);
  expect(statusAndCode(await changeEmail(account, newAddress()))).toBe('403 SESSION_NOT_FRESH');
  expect(await addressOf(account)).toBe(account.email);
});

test('an address changes only when the new one confirms, and an address that is taken is neither told nor written to', async () => {
  const [account, other] = [await target.account({ verified: true }), await target.account({ verified: true })];
  const before = (await target.mails(other.email)).length;
  expect(statusAndCode(await changeEmail(account, other.email))).toBe('200');
  expect((await target.mails(other.email)).length).toBe(before);
  const email = newAddress();
  expect(statusAndCode(await changeEmail(account, email))).toBe('200');
  expect(await addressOf(account)).toBe(account.email);
  const { token } = await target.mail(email, /verify-email/);
  expect((await target.as(other.token).get(verifyPath(token))).status).toBe(401);
  expect((await target.as(account.token).get(verifyPath(token))).status).toBeLessThan(400);
  expect(await addressOf(account)).toBe(email);
});

test('nobody takes an address that its owner may still restore', async () => {
  const { old } = await moved();
  const squat = await target.as().post(`${AUTH}/sign-up/email`, { email: old, name: 'Eve', password: TARGET_PASSWORD });
  expect(squat.status).toBe(422);
  const attacker = await target.account({ verified: true });
  const before = await target.mails(old);
  await changeEmail(attacker, old);
  expect(await target.mails(old)).toEqual(before);
});

test('restoring an address takes back everything that the thief of the session has made since', async () => {
  const thief = await moved();
  const { body: organization } = await target.as(thief.token).post(`${AUTH}/organization/create`, { name: 'Loot' });
  const keys = `/v1/organizations/${organization.id}/api-keys`;
  const { body: made } = await target.as(thief.token).post(keys, { name: 'loot', scopes: ['read'] });
  await reset(thief.email);
  const { token } = await target.mail(thief.email, /reset-password/);
  await changeEmail(thief, newAddress());
  expect((await restoreAddress(`${thief.restore}x`)).status).toBe(400);
  expect(statusAndCode(await restoreAddress(thief.restore))).toBe('200');
  expect(await addressOf(thief)).toBe(thief.old);
  expect(await isAlive(thief.token)).toBe(false);
  expect((await target.signIn({ email: thief.old, password: TARGET_PASSWORD })).status).toBe(401);
  expect((await target.signIn({ email: thief.email, password: TARGET_PASSWORD })).status).toBe(401);
  expect((await target.as(made.apiKey.key).get(`/v1/organizations/${organization.id}/products`)).status).toBe(401);
  expect(statusAndCode(await redeem(token))).toBe('400 INVALID_TOKEN');
  expect(statusAndCode(await restoreAddress(thief.restore))).toBe('400 INVALID_TOKEN');
});

test('a thief who changes the address twice cannot outrun the first restore link, nor use a later one after it', async () => {
  const thief = await moved();
  const third = newAddress();
  await changeEmail(thief, third);
  await target.as(thief.token).get(verifyPath((await target.mail(third, /verify-email/)).token));
  expect(await addressOf(thief)).toBe(third);
  const later = await target.mail(thief.email, /restore-address/);
  expect(statusAndCode(await restoreAddress(thief.restore))).toBe('200');
  expect(await addressOf(thief)).toBe(thief.old);
  expect((await restoreAddress(later.token)).status).toBe(400);
  expect(await addressOf(thief)).toBe(thief.old);
});

test('a restore link is dead after seven days', async () => {
  const account = await moved();
  await target.sql(
    `UPDATE verifications SET expires_at = expires_at - interval '7 days', created_at = created_at - interval '7 days'
     WHERE user_id = $1`,
    [account.id],
  );
  const answer = await restoreAddress(account.restore);
  expect([statusAndCode(answer), await addressOf(account)]).toEqual(['400 INVALID_TOKEN', account.email]);
});

test('deleting an account needs its password, leaves no organization without an owner, and no name behind', async () => {
  const account = await target.account({ verified: true, name: 'Leaver Lovelace' });
  const as = target.as(account.token);
  const del = (body: object): Promise<TargetResponse> => as.post(`${AUTH}/delete-user`, body);
  const { body: organization } = await as.post(`${AUTH}/organization/create`, { name: 'Left' });
  const w = await target.world();
  expect(statusAndCode(await del({ password: 'not the password' }))).toBe('400 INVALID_PASSWORD');
  expect(statusAndCode(await del({ password: TARGET_PASSWORD }))).toBe('409 last_owner');
  await target.sql(
    `INSERT INTO members (id, organization_id, user_id, role) VALUES (gen_random_uuid(), $1, $2, 'owner')`,
    [organization.id, w.owner.id],
  );
  const { body: made } = await as.post(`/v1/organizations/${organization.id}/api-keys`, {
    name: 'k',
    scopes: ['read'],
  });
  await as.post(`/v1/organizations/${organization.id}/products`, { name: 'Kept', type: 'website' });
  expect(statusAndCode(await del({ password: TARGET_PASSWORD }))).toBe('200');
  expect(await isAlive(account.token)).toBe(false);
  expect((await target.signIn(account)).status).toBe(401);
  expect((await target.as(made.apiKey.key).get(`/v1/organizations/${organization.id}/products`)).status).toBe(401);
  const { text, status } = await target.as(w.owner.token).get(`/v1/organizations/${organization.id}/changes`);
  expect([status, /product.created/.test(text)]).toEqual([200, true]);
  expect([text.includes('Leaver'), text.includes(account.email)]).toEqual([false, false]);
  // How many mails an address got is counted on, or who deletes an account could have as many again.
  const isCount = (row: string) => row.includes('"requested_at"');
  const left = (await target.dump()).split('\n').filter((row) => row.includes(account.email) && !isCount(row));
  expect(left).toEqual([]);
});

test('everything about a person is one JSON, for that person alone, and without a secret', async () => {
  const account = await target.account({ verified: true, name: 'Export Eve' });
  const answer = await target.as(account.token).get('/v1/me/export');
  expect([answer.status, answer.text.includes('Export Eve'), answer.text.includes(account.email)]).toEqual([
    200,
    true,
    true,
  ]);
  expect(answer.text).not.toMatch(/\$argon2|token_?hash|secret_?hash/i);
  expect(answer.text.includes(account.token)).toBe(false);
  expect((await target.as().get('/v1/me/export')).status).toBe(401);
  const w = await target.world();
  expect(statusAndCode(await target.as(w.keys.read).get('/v1/me/export'))).toBe('403 session_required');
});
