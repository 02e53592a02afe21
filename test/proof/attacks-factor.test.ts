import {
  type TargetAccount,
  type TargetResponse,
  TARGET_PASSWORD,
  statusAndCode,
  useTarget,
} from '../support/target.js';
import { codeForSeed, seedOf } from '../support/totp.js';
import type { World } from '../support/world.js';

const target = useTarget();
const AUTH = '/api/auth';
const FACTOR = `${AUTH}/two-factor`;
const NEW = 'a quite different long secret';

interface Guarded extends TargetAccount {
  seed: string;
  backupCodes: string[];
}

const isAlive = async (token: string): Promise<boolean> =>
  (await target.as(token).get(`${AUTH}/list-sessions`)).status === 200;

/** What used codes keep from being used again is forgotten, so that a test need not wait for the next one. */
const forgetUsed = async (): Promise<void> => {
  const tables = await target.sql(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name ~ 'used|spent'`,
  );
  for (const { name } of tables) await target.sql(`DELETE FROM ${name}`);
};

/** An account with the second factor on, and a session that has passed it. */
async function guarded(): Promise<Guarded> {
  const account = await target.account({ verified: true });
  const enabled = await target.as(account.token).post(`${FACTOR}/enable`, { password: TARGET_PASSWORD });
  expect([enabled.status, enabled.text]).toEqual([200, expect.any(String)]);
  const seed = seedOf(enabled.body.totpURI);
  const verified = await target.as(account.token).post(`${FACTOR}/verify-totp`, { code: codeForSeed(seed) });
  expect(statusAndCode(verified)).toBe('200');
  return { ...account, token: verified.body.token, seed, backupCodes: enabled.body.backupCodes };
}

/** The first step of a sign-in: what stands for its challenge. */
async function challenged({
  email,
  password,
}: TargetAccount): Promise<{ twoFactorToken: string; answer: TargetResponse }> {
  const answer = await target.signIn({ email, password });
  expect([statusAndCode(answer), answer.body.twoFactorRedirect]).toEqual(['200', true]);
  return { twoFactorToken: answer.body.twoFactorToken, answer };
}

const verify = (twoFactorToken: string, code: string, path = 'verify-totp', from?: string): Promise<TargetResponse> =>
  target.as().post(`${FACTOR}/${path}`, { twoFactorToken, code }, { from });
const wrong = ({ seed }: Guarded, i = 0): string => {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeForSeed(seed, steps)));
  return [...Array(1000).keys()].map((n) => String(100_000 + i * 1000 + n)).find((code) => !right.has(code))!;
};

test('who has only the password gets no session: no token, no cookie of one, nothing to call with', async () => {
  const account = await guarded();
  const { twoFactorToken, answer } = await challenged(account);
  expect(answer.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'], twoFactorToken });
  expect([answer.headers['set-auth-token'], answer.cookie.includes('session_token=')]).toEqual([undefined, false]);
  const [cookie] = (answer.headers['set-cookie'] as string[]).filter((line) => line.includes('two_factor'));
  expect(cookie).toMatch(/^better-auth\.two_factor=.*HttpOnly/);
  expect(cookie).toMatch(/SameSite=Lax/);
  expect(cookie).toMatch(/Max-Age=600/);
  expect(await isAlive(twoFactorToken)).toBe(false);
  expect((await target.browser(answer.cookie).get(`${AUTH}/list-sessions`)).status).toBe(401);
  const done = await verify(twoFactorToken, codeForSeed(account.seed, 1));
  expect([statusAndCode(done), await isAlive(done.body.token)]).toEqual(['200', true]);
});

test('a code is good once: not in another challenge, and not twice at the same moment', async () => {
  const account = await guarded();
  const challenges = [await challenged(account), await challenged(account), await challenged(account)];
  const code = codeForSeed(account.seed, 1);
  const answers = await Promise.all(challenges.map(({ twoFactorToken }) => verify(twoFactorToken, code)));
  expect(answers.map(statusAndCode).sort()).toEqual(['200', '401 INVALID_CODE', '401 INVALID_CODE']);
  // Nor does an earlier code come after it.
  const { twoFactorToken } = await challenged(account);
  expect(statusAndCode(await verify(twoFactorToken, codeForSeed(account.seed)))).toBe('401 INVALID_CODE');
});

test('five wrong codes end a challenge, also when they are sent at once', async () => {
  const account = await guarded();
  const { twoFactorToken } = await challenged(account);
  const answers = await Promise.all([...Array(8).keys()].map((i) => verify(twoFactorToken, wrong(account, i))));
  expect(answers.filter(({ code }) => code === 'INVALID_CODE').length).toBeLessThanOrEqual(5);
  const after = await verify(twoFactorToken, codeForSeed(account.seed, 1));
  expect(['400 TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE', '401 INVALID_TWO_FACTOR_COOKIE']).toContain(statusAndCode(after));
});

test('ten wrong codes lock the account’s factor, whatever the challenge, the address and the limits of sign-in', async () => {
  const account = await guarded();
  const seen: string[] = [];
  for (let i = 0; i < 10; i += 1) {
    const { twoFactorToken } = await challenged(account);
    seen.push(statusAndCode(await verify(twoFactorToken, wrong(account, i), 'verify-totp', `127.0.2.${i + 1}`)));
  }
  expect(new Set(seen)).toEqual(new Set(['401 INVALID_CODE']));
  const { twoFactorToken } = await challenged(account);
  const locked = await verify(twoFactorToken, codeForSeed(account.seed, 1));
  expect([statusAndCode(locked), Number(locked.headers['retry-after']) > 0]).toEqual([
    '429 ACCOUNT_TEMPORARILY_LOCKED',
    true,
  ]);
  const backup = await verify(twoFactorToken, account.backupCodes[0]!, 'verify-backup-code');
  expect(statusAndCode(backup)).toBe('429 ACCOUNT_TEMPORARILY_LOCKED');
});

test('a right code between clears the count of wrong ones, so that nobody is locked out by their own slips', async () => {
  const account = await guarded();
  const slip = async (n: number) => {
    for (let i = 0; i < n; i += 1) await verify((await challenged(account)).twoFactorToken, wrong(account, i));
  };
  await slip(6);
  expect(statusAndCode(await verify((await challenged(account)).twoFactorToken, codeForSeed(account.seed, 1)))).toBe(
    '200',
  );
  await slip(6);
  const { twoFactorToken } = await challenged(account);
  expect((await verify(twoFactorToken, account.backupCodes[0]!, 'verify-backup-code')).status).toBe(200);
});

test('a challenge is over after ten minutes', async () => {
  const account = await guarded();
  const { twoFactorToken } = await challenged(account);
  const columns = await target.sql(
    `SELECT table_name AS name, column_name AS col FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name ~ 'challenge|two_factor|factor' AND column_name IN ('expires_at', 'created_at')`,
  );
  expect(columns.length).toBeGreaterThan(0);
  for (const { name, col } of columns)
    await target.sql(`UPDATE ${name} SET ${col} = ${col} - interval '10 minutes 1 second'`);
  expect(statusAndCode(await verify(twoFactorToken, codeForSeed(account.seed, 1)))).toBe(
    '401 INVALID_TWO_FACTOR_COOKIE',
  );
});

test('a backup code is good once, and new ones end the old', async () => {
  const account = await guarded();
  const [first, second] = account.backupCodes as [string, string];
  const spend = async (code: string) => verify((await challenged(account)).twoFactorToken, code, 'verify-backup-code');
  const answers = await Promise.all([spend(first), spend(first), spend(first)]);
  expect(answers.map(statusAndCode).sort()).toEqual(['200', '401 INVALID_BACKUP_CODE', '401 INVALID_BACKUP_CODE']);
  const renewed = await target.as(account.token).post(`${FACTOR}/generate-backup-codes`, { password: TARGET_PASSWORD });
  expect([renewed.status, renewed.body.backupCodes.length]).toEqual([200, account.backupCodes.length]);
  expect(statusAndCode(await spend(second))).toBe('401 INVALID_BACKUP_CODE');
  expect(statusAndCode(await spend(renewed.body.backupCodes[0]))).toBe('200');
});

test('turning the factor on ends every other session, and replaces this one', async () => {
  const account = await target.account({ verified: true });
  const intruder = (await target.signIn(account)).body.token;
  const { body } = await target.as(account.token).post(`${FACTOR}/enable`, { password: TARGET_PASSWORD });
  expect([await isAlive(intruder), await isAlive(account.token)]).toEqual([true, true]);
  const verified = await target
    .as(account.token)
    .post(`${FACTOR}/verify-totp`, { code: codeForSeed(seedOf(body.totpURI)) });
  expect([await isAlive(intruder), await isAlive(account.token), await isAlive(verified.body.token)]).toEqual([
    false,
    false,
    true,
  ]);
});

test('whoever has stolen a session neither turns the factor off nor reads its seed or codes without the password', async () => {
  const account = await guarded();
  const as = target.as(account.token);
  for (const path of ['disable', 'get-totp-uri', 'generate-backup-codes', 'enable']) {
    expect([path, statusAndCode(await as.post(`${FACTOR}/${path}`, { password: 'not the password' }))]).toEqual([
      path,
      '400 INVALID_PASSWORD',
    ]);
    expect([path, (await as.post(`${FACTOR}/${path}`, {})).status]).toEqual([path, 400]);
  }
  expect((await target.signIn(account)).body.twoFactorRedirect).toBe(true);
});

test('a second factor that is only prepared does not open: the first holds until the first right code', async () => {
  const account = await guarded();
  const { body } = await target.as(account.token).post(`${FACTOR}/enable`, { password: TARGET_PASSWORD });
  const seed = seedOf(body.totpURI);
  expect(seed).not.toBe(account.seed);
  expect(statusAndCode(await verify((await challenged(account)).twoFactorToken, codeForSeed(seed)))).toBe(
    '401 INVALID_CODE',
  );
  const spend = async (code: string) =>
    statusAndCode(await verify((await challenged(account)).twoFactorToken, code, 'verify-backup-code'));
  expect(await spend(body.backupCodes[0])).toBe('401 INVALID_BACKUP_CODE');
  expect(statusAndCode(await verify((await challenged(account)).twoFactorToken, codeForSeed(account.seed, 1)))).toBe(
    '200',
  );
});

test('a reset of the password does not pass the factor by', async () => {
  const account = await guarded();
  await target.as().post(`${AUTH}/request-password-reset`, { email: account.email });
  const { token } = await target.mail(account.email, /reset-password/);
  const reset = await target.as().post(`${AUTH}/reset-password`, { token, newPassword: NEW });
  expect([statusAndCode(reset), reset.headers['set-auth-token']]).toEqual(['200', undefined]);
  const answer = await target.signIn({ email: account.email, password: NEW });
  expect([answer.body.twoFactorRedirect, answer.body.token]).toEqual([true, undefined]);
});

test('the seed and the codes stand nowhere in the database or the log', async () => {
  const account = await guarded();
  const dump = await target.dump();
  const hex = Buffer.from(account.seed).toString('hex');
  for (const secret of [account.seed, hex, ...account.backupCodes])
    expect([dump.includes(secret), target.output().includes(secret)]).toEqual([false, false]);
});

test('what upstream offers by mail is not served', async () => {
  for (const path of ['send-otp', 'verify-otp'])
    expect((await target.as().post(`${FACTOR}/${path}`, { code: '1' })).status).toBe(404);
});

/** Lets an account be a member. */
const joined = async (w: World, { id }: TargetAccount, role = 'member'): Promise<void> =>
  void (await target.sql(
    'INSERT INTO members (id, organization_id, user_id, role) VALUES (gen_random_uuid(), $1, $2, $3::member_role)',
    [w.organization.id, id, role],
  ));

describe('where an organization requires the factor', () => {
  const require = (w: World, token: string, requireTwoFactor = true) =>
    target.as(token).patch(`${w.organization.url}/settings/security`, { requireTwoFactor });

  test('who has none is let in nowhere, keys go on, and only Admin or owner with a factor may ask for it', async () => {
    const w = await target.world();
    expect(statusAndCode(await require(w, w.owner.token))).toBe('409 two_factor_missing');
    expect((await require(w, w.member.token)).status).toBe(403);
    const admin = await guarded();
    await joined(w, admin, 'admin');
    expect(statusAndCode(await require(w, admin.token))).toBe('200');
    const organizationId = w.organization.id;
    for (const token of [w.member.token, w.owner.token]) {
      const as = target.as(token);
      const answers = [
        await as.get(`${w.organization.url}/products`),
        await as.head(`${w.organization.url}/products`),
        await as.get(`${w.product.url}/issues`),
        await as.post(`${w.product.url}/issues`, { title: 'x' }),
        await require(w, token, false),
        await as.get(`${AUTH}/organization/list-members?organizationId=${organizationId}`),
        await as.get(`${AUTH}/organization/get-full-organization?organizationId=${organizationId}`),
        await as.post(`${AUTH}/organization/create-team`, { name: 'x', organizationId }),
        await as.post(`${AUTH}/organization/invite-member`, { email: 'x@example.org', role: 'member', organizationId }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
      const codes = new Set(answers.map(({ code }) => code).filter(Boolean));
      expect([...codes]).toEqual(['two_factor_required']);
    }
    expect((await target.as(w.keys.read).get(`${w.organization.url}/products`)).status).toBe(200);
    expect((await target.as(admin.token).get(`${w.organization.url}/products`)).status).toBe(200);
    expect(statusAndCode(await target.as(w.stranger.token).get(`${w.organization.url}/products`))).toBe(
      '403 not_a_member',
    );
    expect(
      statusAndCode(await target.as(w.member.token).post(`${AUTH}/organization/set-active`, { organizationId })),
    ).toBe('200');
    expect(statusAndCode(await target.as(w.member.token).post(`${AUTH}/organization/leave`, { organizationId }))).toBe(
      '200',
    );
  });

  test('a session that has not passed the factor does not count, and turning it off clears the mark of all', async () => {
    const w = await target.world();
    const admin = await guarded();
    await joined(w, admin, 'admin');
    expect(statusAndCode(await require(w, admin.token))).toBe('200');
    const second = await verify((await challenged(admin)).twoFactorToken, codeForSeed(admin.seed, 1));
    const get = (token: string) => target.as(token).get(`${w.organization.url}/products`);
    expect((await get(second.body.token)).status).toBe(200);
    expect(
      statusAndCode(await target.as(second.body.token).post(`${FACTOR}/disable`, { password: TARGET_PASSWORD })),
    ).toBe('200');
    const after = [await get(second.body.token), await get(admin.token)];
    expect(
      after.map(statusAndCode).filter((one) => !['403 two_factor_required', '401 unauthenticated'].includes(one)),
    ).toEqual([]);
    // A session from before, once there is a factor again, has not passed it.
    await forgetUsed();
    const signedIn = (await target.signIn(admin)).body.token;
    expect(statusAndCode(await get(signedIn))).toBe('403 two_factor_required');
  });
});
