import { earlier } from '../support/earlier.js';
import { accountSteps, AUTH, verifyPath } from '../support/account-steps.js';
import { type TargetAccount, newAddress, TARGET_PASSWORD, statusAndCode, useTarget } from '../support/target.js';

const target = useTarget();
const { reset, redeem, changeEmail, addressOf, isAlive } = accountSteps(target);

const age = (minutes: number, { id }: { id: string }) =>
  target.sql(
    `UPDATE sessions SET created_at = now() - $2 * interval '1 minute', proved_at = now() - $2 * interval '1 minute' WHERE user_id = $1`,
    [id, minutes],
  );

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
    `UPDATE verifications SET expires_at = ${earlier('expires_at', "interval '7 days'")}, created_at = ${earlier('created_at', "interval '7 days'")}
     WHERE user_id = $1`,
    [account.id],
  );
  const answer = await restoreAddress(account.restore);
  expect([statusAndCode(answer), await addressOf(account)]).toEqual(['400 INVALID_TOKEN', account.email]);
});
