import { newId } from '#libs/ids';
import { mailedLink } from '../support/mail.js';
import { browserOf, parsePage } from '../support/pages.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ WORKER: 'inline', PUBLIC_URL: 'http://curbcut.test', SIGN_IN_LIMIT_PER_MINUTE: '10000' });
const PASSWORD = 'a horse that staples 14 batteries';
const PAGE = '/api/auth/verify-email';
const browser = browserOf(service);
const post = (path: string, body: object, token?: string) => service.as(token).post(`/api/auth/${path}`).send(body);

const linkTo = (email: string, subject: string) => mailedLink(service, email, subject);

async function newcomer(name = 'Ada') {
  const email = `${newId()}@example.org`;
  const { body } = await post('sign-up/email', { name, email, password: PASSWORD });
  return { email, token: body.token as string, link: await linkTo(email, 'Confirm your email address') };
}
const isVerified = async (email: string) =>
  (await service.database.query('SELECT email_verified AS is FROM users WHERE email = $1', [email]))[0].is;
const cookieOf = (token: string) => ({ Cookie: `better-auth.session_token=${token}` });

describe('the page that proves an address', () => {
  test('names the account, asks for its password, and has one button', async () => {
    const { email, link } = await newcomer('Grace <b>');
    const page = await browser.open(`${link}&callbackURL=/docs`);
    expect([page.status, page.heading, page.forms.length]).toEqual([200, 'Confirm your email address', 1]);
    expect(page.text).toContain('The account of “ Grace <b> ” at Curbcut');
    expect(page.text).toContain(email);
    expect(page.text).toContain('If this is not your account, close this page');
    expect(await isVerified(email)).toBe(false);
    const [form] = page.forms;
    const wrong = await browser.submit(link, form!, { password: 'not the password' });
    expect([wrong.status, wrong.forms[0]!.fields['password']!.invalid, await isVerified(email)]).toEqual([
      401,
      true,
      false,
    ]);
    const empty = await browser.submit(link, form!);
    expect([empty.status, await isVerified(email)]).toEqual([400, false]);
    const done = await browser.submit(link, form!, { password: PASSWORD });
    expect([done.status, done.links, await isVerified(email)]).toEqual([200, ['http://curbcut.test/docs'], true]);
    const again = await browser.submit(link, form!, { password: PASSWORD });
    expect([again.status, again.text.includes('Request a new link')]).toEqual([400, true]);
  });

  test('proves nothing to who only opens the link, and nothing to programs without the account’s session', async () => {
    const { email, link } = await newcomer();
    const { token } = await newcomer();
    expect((await service.as().head(link)).status).toBe(200);
    await browser.open(link);
    await browser.open(link, cookieOf(token));
    for (const credential of [undefined, token]) {
      const refused = await service.as(credential).get(link).set('Accept', '*/*');
      expect([refused.status, refused.body.code]).toEqual([401, 'UNAUTHORIZED']);
    }
    expect(await isVerified(email)).toBe(false);
  });

  test('is not needed in a session of the account; but for HEAD, which only looks', async () => {
    const ada = await newcomer();
    expect((await service.as(ada.token).head(ada.link)).status).toBe(200);
    expect(await isVerified(ada.email)).toBe(false);
    const page = await browser.open(ada.link, cookieOf(ada.token));
    expect([page.heading, await isVerified(ada.email)]).toEqual(['Your email address is confirmed', true]);
    const bob = await newcomer();
    expect((await service.as(bob.token).get(bob.link)).body).toEqual({ status: true });
    expect(await isVerified(bob.email)).toBe(true);
  });

  test('takes a password, never a session that comes along', async () => {
    const { email, token, link } = await newcomer();
    const { hidden } = (await browser.open(link)).forms[0]!;
    expect(parsePage(await browser.post(PAGE, hidden, cookieOf(token))).status).toBe(400);
    const foreign = browserOf(service, { origin: 'https://evil.example' });
    expect(parsePage(await foreign.post(PAGE, { ...hidden, password: PASSWORD })).status).toBe(403);
    expect(await isVerified(email)).toBe(false);
  });

  test('counts a wrong password as a failed sign-in', async () => {
    const { email, link } = await newcomer();
    const [form] = (await browser.open(link)).forms;
    for (let tries = 0; tries < 10; tries += 1)
      expect((await browser.submit(link, form!, { password: `wrong password ${tries}` })).status).toBe(401);
    const over = await browser.submit(link, form!, { password: PASSWORD });
    expect([over.status, Number(over.response.headers['retry-after']) > 0, await isVerified(email)]).toEqual([
      429,
      true,
      false,
    ]);
    expect((await post('sign-in/email', { email, password: PASSWORD })).status).toBe(429);
  });

  test('does not let an account without a password in by one', async () => {
    const { email, link } = await newcomer();
    await service.database.query(
      'UPDATE accounts SET password_hash = NULL WHERE user_id = (SELECT id FROM users WHERE email = $1)',
      [email],
    );
    const page = await browser.open(link);
    expect([page.status, page.forms, page.text.includes('has no password')]).toEqual([200, [], true]);
    const posted = await browser.post(PAGE, {
      token: new URL(link, 'http://x').searchParams.get('token')!,
      password: '',
    });
    expect(parsePage(posted).status).toBe(400);
    expect(await isVerified(email)).toBe(false);
  });

  test('refuses API keys, and unknown links', async () => {
    const { keys } = await world(service);
    const { link } = await newcomer();
    expect((await service.as(keys.read).get(link)).status).toBe(403);
    expect((await browser.open(`${PAGE}?token=unknown`)).status).toBe(400);
    expect((await browser.open(PAGE)).status).toBe(400);
  });
});

test('a new password is chosen on the page of the mailed link, once', async () => {
  const { email, token } = await newcomer();
  await post('request-password-reset', { email });
  const link = await linkTo(email, 'Reset your password');
  const [form] = (await browser.open(`${link}&redirectTo=/docs`)).forms;
  const weak = await browser.submit(link, form!, { password: 'password1' });
  expect([weak.status, weak.forms[0]!.fields['password']!.invalid]).toEqual([400, true]);
  const changed = await browser.submit(link, form!, { password: 'another horse of 14 batteries' });
  expect([changed.status, changed.heading, changed.links]).toEqual([
    200,
    'Your password was changed',
    ['http://curbcut.test/docs'],
  ]);
  expect((await browser.submit(link, form!, { password: PASSWORD })).status).toBe(400);
  expect((await service.as(token).get('/api/auth/list-sessions')).status).toBe(401);
  expect((await post('sign-in/email', { email, password: 'another horse of 14 batteries' })).status).toBe(200);
});

test('a former address is restored on the page of its mailed link, by one button', async () => {
  const { email, token, link } = await newcomer();
  await service.as(token).get(link);
  const taken = `${newId()}@example.org`;
  expect((await post('change-email', { newEmail: taken }, token)).status).toBe(200);
  await service.as(token).get(await linkTo(taken, 'Confirm your new email address'));
  const restore = await linkTo(email, 'Your email address was changed');
  const page = await browser.open(restore);
  expect([page.status, page.forms.map(({ button }) => button)]).toEqual([200, ['Restore the email address']]);
  expect((await post('get-session', {}, token)).status).not.toBe(200);
  const done = await browser.submit(restore, page.forms[0]!);
  expect([done.status, done.heading]).toEqual([200, 'Your email address was restored']);
  expect(await isVerified(email)).toBe(true);
  expect((await service.as(token).get('/api/auth/list-sessions')).status).toBe(401);
  expect((await browser.submit(restore, page.forms[0]!)).status).toBe(400);
});
