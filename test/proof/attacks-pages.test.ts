import { formsOf, formBody } from '../support/forms.js';
import { type TargetResponse, newAddress, TARGET_PASSWORD, useTarget } from '../support/target.js';
import { codeForSeed, seedOf } from '../support/totp.js';

const target = useTarget();
const AUTH = '/api/auth';
const HTML = { accept: 'text/html' };
const NEW = 'a quite different long secret';

const open = (path: string, headers: Record<string, string> = {}): Promise<TargetResponse> =>
  target.send('GET', path, { headers: { ...HTML, ...headers } });
const post = (
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<TargetResponse> => {
  const { body, headers: type } = formBody(fields);
  return target.send('POST', path, { body, headers: { ...HTML, ...type, ...headers } });
};
const pathIn = (text: string): string => {
  const { pathname, search } = new URL(/https?:\/\/\S*[?&]token=[^\s>")]+/.exec(text)![0]);
  return pathname + search;
};

/** An invitation, and the path that its mail leads to. */
async function invited(email = newAddress()): Promise<{ email: string; path: string; organizationId: string }> {
  const w = await target.world();
  const body = { email, role: 'member', organizationId: w.organization.id };
  expect((await target.as(w.owner.token).post(`${AUTH}/organization/invite-member`, body)).status).toBe(200);
  return { email, path: pathIn((await target.mail(email)).text), organizationId: w.organization.id };
}
async function resetPath(email: string): Promise<string> {
  await target.as().post(`${AUTH}/request-password-reset`, { email });
  return pathIn((await target.mail(email, /reset-password/)).text);
}

test('every mailed link leads to a page of ours that runs no script, tells no other site and stays in no cache', async () => {
  const account = await target.account();
  await target.as(account.token).post(`${AUTH}/send-verification-email`, { email: account.email });
  const paths = [
    (await invited()).path,
    await resetPath(account.email),
    pathIn((await target.mail(account.email, /verify-email/)).text),
    '/restore-address?token=none',
  ];
  expect(paths.map((path) => path.split('?')[0])).toEqual([
    '/accept-invitation',
    '/reset-password',
    '/api/auth/verify-email',
    '/restore-address',
  ]);
  for (const path of paths) {
    const { headers, text, status } = await open(path);
    expect([path, status < 500, String(headers['content-type']).startsWith('text/html')]).toEqual([path, true, true]);
    expect([headers['referrer-policy'], headers['cache-control']]).toEqual(['same-origin', 'no-store']);
    expect(text).not.toMatch(/<script|\son\w+=|javascript:/i);
    expect(String(headers['content-security-policy'])).toMatch(/script-src[^;]*'none'|default-src[^;]*'none'/);
    expect(String(headers['content-security-policy'])).toMatch(/frame-ancestors/);
  }
});

test('what a link carries is shown as text, never as markup, and leads to our own origins only', async () => {
  const bad = '"><img src=x onerror=alert(1)>';
  for (const path of ['/accept-invitation', '/reset-password', '/restore-address', '/api/auth/verify-email']) {
    const query = new URLSearchParams({ id: bad, token: bad, callbackURL: bad, redirectTo: bad, name: bad });
    expect((await open(`${path}?${query}`)).text).not.toContain('<img');
    for (const evil of ['https://evil.example/x', '//evil.example/x', '/\\evil.example', 'javascript:alert(1)']) {
      const away = new URLSearchParams({ token: 'x', callbackURL: evil, redirectTo: evil });
      const { text, headers } = await open(`${path}?${away}`);
      expect(text).not.toMatch(/(href|action|content)\s*=\s*["'][^"']*(evil\.example|javascript:)/i);
      expect(String(headers['location'] ?? '')).not.toContain('evil');
    }
  }
});

test('an invitation is accepted by the page with one form, by who reads the mail and nobody else', async () => {
  const { email, path, organizationId } = await invited();
  const page = await open(path);
  const form = formsOf(page.text, path).find(({ passwords }) => passwords.length > 0)!;
  const fill = (over: Record<string, string> = {}) => ({
    ...form.fields,
    ...('name' in form.fields ? { name: 'Invited Ida' } : {}),
    [form.passwords[0]!]: TARGET_PASSWORD,
    ...over,
  });
  const tokenField = Object.keys(form.fields).find((name) => /token/i.test(name))!;
  const forged = await post(form.action, fill({ [tokenField]: 'x'.repeat(43) }));
  expect([forged.status >= 400, await target.sql('SELECT 1 FROM users WHERE email = $1', [email])]).toEqual([true, []]);
  const done = await post(form.action, fill());
  expect([done.status, done.headers['location']]).toEqual([200, undefined]);
  const members = await target.sql(
    `SELECT u.email_verified AS verified FROM members m JOIN users u ON u.id = m.user_id WHERE u.email = $1 AND m.organization_id = $2`,
    [email, organizationId],
  );
  expect(members).toEqual([{ verified: true }]);
});

test('a page’s form ignores the cookies of whoever is signed in, and is posted from our own origin only', async () => {
  const bystander = await target.account({ verified: true });
  const { cookie } = await target.signIn(bystander);
  const { path, organizationId } = await invited();
  const form = formsOf((await open(path)).text, path).find(({ passwords }) => passwords.length > 0)!;
  const fields = { ...form.fields, name: 'Ida', [form.passwords[0]!]: TARGET_PASSWORD };
  for (const origin of ['https://evil.example', 'null'])
    expect((await post(form.action, fields, { cookie, origin })).status).toBe(403);
  expect((await post(form.action, fields, { cookie })).status).toBe(200);
  const members = await target.sql('SELECT 1 FROM members WHERE organization_id = $1 AND user_id = $2', [
    organizationId,
    bystander.id,
  ]);
  expect(members).toEqual([]);
});

test('a page takes four kilobytes, and a form that is none is refused', async () => {
  const path = await resetPath((await target.account()).email);
  const [form] = formsOf((await open(path)).text, path);
  expect((await post(form!.action, { ...form!.fields, filler: 'x'.repeat(5_000) })).status).toBe(413);
  const json = await target.send('POST', form!.action, { body: { token: 'x' }, headers: HTML });
  expect([415, 400]).toContain(json.status);
});

test('signing in on a page asks for the second factor too', async () => {
  const account = await target.account({ verified: true });
  const enabled = await target.as(account.token).post(`${AUTH}/two-factor/enable`, { password: TARGET_PASSWORD });
  const seed = seedOf(enabled.body.totpURI);
  expect(
    (await target.as(account.token).post(`${AUTH}/two-factor/verify-totp`, { code: codeForSeed(seed) })).status,
  ).toBe(200);
  const { path, organizationId } = await invited(account.email);
  const form = formsOf((await open(path)).text, path).find(({ passwords }) => passwords.length > 0)!;
  const answer = await post(form.action, { ...form.fields, [form.passwords[0]!]: TARGET_PASSWORD });
  expect(answer.cookie).not.toContain('session_token=');
  const isMember = async () =>
    (
      await target.sql('SELECT 1 FROM members WHERE organization_id = $1 AND user_id = $2', [
        organizationId,
        account.id,
      ])
    ).length > 0;
  expect(await isMember()).toBe(false);
  const asks = formsOf(answer.text, form.action).find(({ fields }) =>
    Object.keys(fields).some((name) => /code/i.test(name)),
  );
  expect(asks).toBeDefined();
  const codeField = Object.keys(asks!.fields).find((name) => /code/i.test(name))!;
  await post(asks!.action, { ...asks!.fields, [codeField]: '000000' });
  expect(await isMember()).toBe(false);
  const again = await post(form.action, { ...form.fields, [form.passwords[0]!]: TARGET_PASSWORD });
  const retry = formsOf(again.text, form.action).find(({ fields }) => codeField in fields)!;
  await post(retry.action, { ...retry.fields, [codeField]: codeForSeed(seed, 1) });
  expect(await isMember()).toBe(true);
});

test('the page of a new password is good once and signs nobody in by itself', async () => {
  const account = await target.account({ verified: true });
  const path = await resetPath(account.email);
  const [form] = formsOf((await open(path)).text, path);
  const filled = { ...form!.fields, ...Object.fromEntries(form!.passwords.map((name) => [name, NEW])) };
  const [one, two] = await Promise.all([post(form!.action, filled), post(form!.action, filled)]);
  expect([one.status, two.status].sort()).toEqual([200, 400]);
  expect(`${one.cookie}${two.cookie}`).not.toContain('session_token=');
  expect((await target.signIn({ email: account.email, password: NEW })).status).toBe(200);
});
