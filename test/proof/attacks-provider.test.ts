import { startBuilt, stopBuilt } from '../support/built-service.js';
import { OidcProviderDouble } from '../support/oidc-provider.js';
import {
  type TargetResponse,
  newAddress,
  TARGET_PASSWORD,
  statusAndCode,
  sendTo,
  type Target,
  useTarget,
} from '../support/target.js';
import { codeForSeed, seedOf } from '../support/totp.js';

const AUTH = '/api/auth';
const provider = new OidcProviderDouble();
const stranger = new OidcProviderDouble();
const settings: Record<string, string> = {};
const closedSettings: Record<string, string> = { SIGN_UP: 'closed' };
const configuredFor = ({ issuer, client }: OidcProviderDouble) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
});

beforeAll(async () => {
  await Promise.all([provider.start(), stranger.start()]);
  Object.assign(settings, configuredFor(provider));
  Object.assign(closedSettings, configuredFor(provider));
});
afterAll(() => Promise.all([provider.stop(), stranger.stop()]));
beforeEach(() => Object.assign(provider, { misbehaves: {}, terse: false }));
const target = useTarget(settings);
const closed = useTarget(closedSettings);

let personCount = 0;
const somebody = (over: object = {}) => ({
  sub: `sub-${(personCount += 1)}`,
  email: newAddress(),
  email_verified: true,
  name: 'Grace',
  ...over,
});

/** Signs in with the provider, as a browser does: the answer of the callback. */
async function signIn(person: object, { body = {}, at = provider, base = target.base } = {}): Promise<TargetResponse> {
  at.person = { ...person };
  const begun = await sendTo(base, 'POST', `${AUTH}/sign-in/social`, { body: { provider: 'oidc', ...body } });
  if (begun.status !== 200) return begun;
  const { headers } = await fetch(begun.body.url, { redirect: 'manual' });
  const { pathname, search } = new URL(headers.get('location')!);
  return sendTo(base, 'GET', pathname + search, { headers: { cookie: begun.cookie } });
}
const sessionOf = async ({ cookie }: TargetResponse, of: Target = target) =>
  (await of.browser(cookie).get(`${AUTH}/get-session`)).body;
const isAlive = async (token: string): Promise<boolean> =>
  (await target.as(token).get(`${AUTH}/list-sessions`)).status === 200;

test('a provider that names a verified account’s address does not get into it', async () => {
  const account = await target.account({ verified: true });
  for (const over of [
    {},
    { email_verified: false },
    { email_verified: 'true' },
    { email: account.email.toUpperCase() },
  ]) {
    const answer = await signIn(somebody({ email: account.email, ...over }));
    expect([over, statusAndCode(answer), answer.cookie.includes('session_token=')]).toEqual([
      over,
      '403 account_not_linked',
      false,
    ]);
  }
  expect(await target.sql(`SELECT 1 FROM accounts WHERE user_id = $1 AND password_hash IS NULL`, [account.id])).toEqual(
    [],
  );
});

test('who took an address without reading its mail loses all to the first whom the provider has verified', async () => {
  const attacker = await target.account();
  const enabled = await target.as(attacker.token).post(`${AUTH}/two-factor/enable`, { password: TARGET_PASSWORD });
  const seed = seedOf(enabled.body.totpURI);
  const { body } = await target.as(attacker.token).post(`${AUTH}/two-factor/verify-totp`, { code: codeForSeed(seed) });
  const came = await signIn(somebody({ email: attacker.email }));
  expect([came.status, came.cookie.includes('session_token=')]).toEqual([302, true]);
  expect((await sessionOf(came)).user).toMatchObject({ id: attacker.id, emailVerified: true, twoFactorEnabled: false });
  expect([await isAlive(body.token), (await target.signIn(attacker)).status]).toEqual([false, 401]);
});

test('only the ID token itself verifies an address for a take-over, not what is told beside it', async () => {
  const account = await target.account();
  provider.terse = true;
  expect(statusAndCode(await signIn(somebody({ email: account.email })))).toBe('403 account_not_linked');
  provider.terse = false;
  expect(statusAndCode(await signIn(somebody({ email: account.email, email_verified: undefined })))).toBe(
    '403 account_not_linked',
  );
  expect(await isAlive(account.token)).toBe(true);
});

test('another issuer’s subject of the same name signs nobody in', async () => {
  const person = somebody();
  const mine = (await sessionOf(await signIn(person))).user.id;
  const other = await startBuilt({
    DATABASE_URL: target.url,
    DATA_DIR: target.dataDir,
    LOG_LEVEL: 'info',
    SECRET_KEY: 'a key with which only a target is encrypted',
    WORKER: 'off',
    ...configuredFor(stranger),
  });
  try {
    const came = await signIn({ ...person, email: newAddress() }, { at: stranger, base: other.base });
    const session = await sendTo(other.base, 'GET', `${AUTH}/get-session`, { headers: { cookie: came.cookie } });
    expect(session.body?.user?.id).not.toBe(mine);
    expect(statusAndCode(await signIn({ ...person }, { at: stranger, base: other.base }))).not.toMatch(/^200/);
  } finally {
    await stopBuilt(other);
  }
  expect((await sessionOf(await signIn(person))).user.id).toBe(mine);
});

test('the second factor is asked after the provider too, and no session comes before it', async () => {
  const person = somebody();
  const { cookie } = await signIn(person);
  const browser = target.browser(cookie);
  const enabled = await browser.post(`${AUTH}/two-factor/enable`, {});
  expect(enabled.status).toBe(200);
  const seed = seedOf(enabled.body.totpURI);
  expect((await browser.post(`${AUTH}/two-factor/verify-totp`, { code: codeForSeed(seed) })).status).toBe(200);
  const again = await signIn(person, { body: { callbackURL: `${target.base}/welcome?a=1` } });
  expect([again.status, again.cookie.includes('session_token='), again.headers['set-auth-token']]).toEqual([
    302,
    false,
    undefined,
  ]);
  expect(String(again.headers['location'])).toMatch(/\/welcome\?a=1&twoFactorRedirect=true$/);
  const verified = await target
    .browser(again.cookie)
    .post(`${AUTH}/two-factor/verify-totp`, { code: codeForSeed(seed, 1) });
  expect([verified.status, verified.cookie.includes('session_token=')]).toEqual([200, true]);
});

test('an account without a password guards its factor by the age of the session', async () => {
  const came = await signIn(somebody());
  const browser = target.browser(came.cookie);
  const { user } = await sessionOf(came);
  await target.sql(
    `UPDATE sessions SET created_at = now() - interval '11 minutes', proved_at = now() - interval '11 minutes' WHERE user_id = $1`,
    [user.id],
  );
  for (const path of ['enable', 'get-totp-uri', 'generate-backup-codes', 'disable'])
    expect([path, statusAndCode(await browser.post(`${AUTH}/two-factor/${path}`, {}))]).toEqual([
      path,
      '403 SESSION_NOT_FRESH',
    ]);
});

test('what a provider sends as a name is made one line, and lets its owner in', async () => {
  const came = await signIn(somebody({ name: `Eve\nhttps://evil.example\u0000${'x'.repeat(300)}` }));
  expect(came.status).toBe(302);
  const { name } = (await sessionOf(came)).user;
  expect([/[\u0000-\u001f\u2028]/.test(name), name.length <= 100]).toEqual([false, true]);
});

test('where sign-up is closed, the provider signs up invited and verified addresses, or bearers of the mailed secret, only', async () => {
  const w = await closed.world();
  const invited = async () => {
    const email = newAddress();
    const body = { email, role: 'member', organizationId: w.organization.id };
    const { body: invitation } = await closed.as(w.owner.token).post(`${AUTH}/organization/invite-member`, body);
    return { email, invitationId: invitation.id, invitationToken: (await closed.mail(email)).token };
  };
  const at = { base: closed.base };
  const refused = async (person: object, body: object = {}) => {
    const { status, cookie } = await signIn(person, { ...at, body });
    return [status, cookie.includes('session_token=')];
  };
  const [one, two, three] = [await invited(), await invited(), await invited()];
  const secretOf = ({ invitationId, invitationToken }: typeof one) => ({ invitationId, invitationToken });
  expect(await refused(somebody())).toEqual([403, false]);
  expect(await refused(somebody({ email: one.email, email_verified: false }))).toEqual([403, false]);
  expect(await refused(somebody(), secretOf(one))).toEqual([403, false]);
  expect(await refused(somebody({ email: one.email, email_verified: false }), secretOf(two))).toEqual([403, false]);
  expect((await signIn(somebody({ email: two.email }), at)).status).toBe(302);
  const came = await signIn(somebody({ email: three.email, email_verified: false }), { ...at, body: secretOf(three) });
  expect([came.status, (await sessionOf(came, closed)).user.emailVerified]).toEqual([302, true]);
});
