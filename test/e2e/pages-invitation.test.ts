import { newId } from '#libs/ids';
import { InvitationMails } from '../../apps/api/src/accounts/organizations/invitations/invitation-mails.service.js';
import { mailedInvitation } from '../support/mail.js';
import { browserOf, parsePage, type ParsedPage } from '../support/pages.js';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const service = useService({ PUBLIC_URL: 'http://curbcut.test', SIGN_UP: 'closed' });
const PASSWORD = 'a horse that staples 14 batteries';
const PAGE = '/accept-invitation';
const browser = browserOf(service);

interface Invited {
  w: World;
  id: string;
  email: string;
  link: string;
}

const invite = async (w: World, email: string, role = 'member'): Promise<Invited> => {
  const body = { email, role, organizationId: w.organization.id, resend: true };
  const invited = await service.as(w.owner.token).post('/api/auth/organization/invite-member').send(body);
  expect(invited.status).toBe(200);
  const { id } = invited.body as { id: string };
  const token = await mailedInvitation(service, id);
  return { w, id, email, link: `${PAGE}?id=${id}&token=${token}` };
};
const newcomer = async (role?: string): Promise<Invited> =>
  invite(await world(service), `new-${newId()}@example.org`, role);

/** Somebody with a password, invited, and whether their address was ever proved. */
async function known(emailVerified = true): Promise<Invited & { person: Person }> {
  const w = await world(service);
  const { link, email } = await invite(w, `known-${newId()}@example.org`);
  const first = await browser.open(link);
  await browser.submit(link, first.forms[0]!, { name: 'Known', password: PASSWORD });
  const [user] = await service.database.query('SELECT id, name FROM users WHERE email = $1', [email]);
  await service.database.query('UPDATE users SET email_verified = $2 WHERE id = $1', [user.id, emailVerified]);
  const other = await world(service);
  return { ...(await invite(other, email)), person: { ...user, email, token: '' } };
}

const roleOf = async ({ w, email }: Invited): Promise<string | undefined> =>
  (
    await service.database.query(
      'SELECT m.role FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND u.email = $2',
      [w.organization.id, email],
    )
  )[0]?.role;
const sessionOf = ({ response }: ParsedPage): string | undefined =>
  /better-auth\.session_token=([^;]+); .*HttpOnly; SameSite=Lax/.exec(String(response.headers['set-cookie']))?.[1];
const userOf = async (token: string | undefined) => (await service.as(token).get('/api/auth/get-session')).body?.user;
const formOf = ({ forms }: ParsedPage, button: string | RegExp) => {
  const form = forms.find((candidate) => candidate.button.match(button));
  if (!form) throw new Error(`no ${button} among ${forms.map((candidate) => candidate.button)}`);
  return form;
};

describe('the page of an invitation', () => {
  test('makes an account and accepts with one form, and the mailed secret proves the address', async () => {
    const invited = await newcomer('admin');
    const page = await browser.open(`${invited.link}&callbackURL=/docs`);
    expect([page.status, page.heading]).toEqual([200, 'Join “Example”']);
    expect(page.text).toContain(
      `${invited.w.owner.email} invites you, ${invited.email} , to join “ Example ” as an admin`,
    );
    const form = formOf(page, /Create an account/);
    expect(form.fields).toMatchObject({
      email: { value: invited.email, type: 'email' },
      name: { label: 'Your name' },
      password: { type: 'password', described: expect.stringContaining('8 to 128') },
    });
    const joined = await browser.submit(invited.link, form, { name: ' Ada ', password: PASSWORD });
    expect([joined.status, joined.heading]).toEqual([200, 'You have joined the organization']);
    expect(joined.links).toEqual(['http://curbcut.test/docs']);
    expect(await roleOf(invited)).toBe('admin');
    expect(await userOf(sessionOf(joined))).toMatchObject({ name: 'Ada', email: invited.email, emailVerified: true });
    const again = await browser.open(invited.link);
    expect([again.status, again.text.includes('Ask the inviter')]).toEqual([400, true]);
  });

  test('tells at each field what is wrong with it, and keeps what was typed but the password', async () => {
    const invited = await newcomer();
    const form = formOf(await browser.open(invited.link), /Create an account/);
    const empty = await browser.submit(invited.link, form);
    expect([empty.status, empty.title]).toEqual([400, 'Error: Join “Example” – Curbcut']);
    expect(formOf(empty, /Create an account/).fields).toMatchObject({
      name: { invalid: true, described: 'Error: Enter your name.' },
      password: { invalid: true, described: expect.stringContaining('Error: Enter the password.') },
    });
    for (const [password, status] of [
      ['short', 400],
      ['password123', 400],
      ['x'.repeat(129), 400],
    ] as const) {
      const refused = await browser.submit(invited.link, form, { name: 'Ada', password });
      expect([password, refused.status]).toEqual([password, status]);
      const { name, password: field } = formOf(refused, /Create an account/).fields;
      expect([name!.value, field!.invalid, field!.value]).toEqual(['Ada', true, undefined]);
    }
    const lines = await browser.submit(invited.link, form, { name: 'Ada\nPS: pay here', password: PASSWORD });
    expect([lines.status, formOf(lines, /Create an account/).fields['name']!.invalid]).toEqual([400, true]);
    expect(await roleOf(invited)).toBeUndefined();
    expect(await userOf(sessionOf(lines))).toBeUndefined();
  });

  test('signs in who has an account, and accepts with the same form', async () => {
    for (const verified of [true, false]) {
      const invited = await known(verified);
      const form = formOf(await browser.open(invited.link), 'Sign in and accept');
      expect(Object.keys(form.fields)).toEqual(['email', 'password']);
      const wrong = await browser.submit(invited.link, form, { password: 'not the password' });
      expect([wrong.status, formOf(wrong, 'Sign in').fields['password']!.invalid]).toEqual([401, true]);
      expect(sessionOf(wrong)).toBeUndefined();
      const joined = await browser.submit(invited.link, form, { password: PASSWORD });
      expect([joined.status, await roleOf(invited)]).toEqual([200, 'member']);
      expect(await userOf(sessionOf(joined))).toMatchObject({ email: invited.email, emailVerified: true });
    }
  });

  test('has a link mailed to whoever lost the password, and keeps the invitation', async () => {
    const invited = await known();
    const page = await browser.open(invited.link);
    const mailed = await browser.submit(invited.link, formOf(page, /Send a link/));
    expect([mailed.status, mailed.heading]).toEqual([200, 'Check your email']);
    expect(mailed.links.map((link) => new URL(link, `http://x${PAGE}`).search)).toEqual([
      invited.link.slice(PAGE.length),
    ]);
    const [job] = await service.database.query(
      `SELECT count(*)::int AS waiting FROM graphile_worker.jobs WHERE task_identifier <> 'send_invitation'`,
    );
    expect(job.waiting).toBeGreaterThan(0);
    expect((await browser.open(invited.link)).status).toBe(200);
  });

  test('declines, and is closed from then on', async () => {
    const invited = await newcomer();
    const declined = await browser.submit(invited.link, formOf(await browser.open(invited.link), 'Decline'));
    expect([declined.status, declined.heading]).toEqual([200, 'Declined']);
    expect((await browser.open(invited.link)).status).toBe(400);
  });

  test('shows nothing of the invitation without its secret, and still lets its proved address in', async () => {
    const invited = await known();
    const bare = `${PAGE}?id=${invited.id}`;
    const page = await browser.open(bare);
    expect([page.status, page.heading]).toEqual([200, 'Accept an invitation']);
    expect(page.text).not.toMatch(/Example|example\.org/);
    const form = formOf(page, 'Sign in and accept');
    const stranger = await known();
    const other = await browser.submit(bare, form, { email: stranger.email, password: PASSWORD });
    expect([other.status, other.text.includes(invited.email)]).toEqual([403, false]);
    expect((await browser.submit(bare, form, { email: invited.email, password: PASSWORD })).status).toBe(200);
    expect(await roleOf(invited)).toBe('member');

    const unproved = await known(false);
    const refused = await browser.submit(
      `${PAGE}?id=${unproved.id}`,
      formOf(await browser.open(`${PAGE}?id=${unproved.id}`), 'Sign in'),
      {
        email: unproved.email,
        password: PASSWORD,
      },
    );
    expect([refused.status, await roleOf(unproved)]).toEqual([403, undefined]);
  });

  test('opens for its own secret only', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const swapped = `${PAGE}?id=${one.id}&token=${new URL(other.link, 'http://x').searchParams.get('token')}`;
    expect((await browser.open(swapped)).status).toBe(403);
    const posted = await browser.post(PAGE, {
      id: one.id,
      token: new URL(other.link, 'http://x').searchParams.get('token')!,
      name: 'Eve',
      password: PASSWORD,
    });
    expect([parsePage(posted).status, posted.text.includes(one.email)]).toEqual([403, false]);
    expect((await browser.open(PAGE)).status).toBe(400);
    expect((await browser.open(`${PAGE}?id=nonsense&token=x`)).status).toBe(400);
  });

  test('is accepted with one click by whoever is signed in to the invited address, and by nobody else', async () => {
    const invited = await known(false);
    const w = invited.w;
    const session = await service
      .as()
      .post('/api/auth/sign-in/email')
      .send({ email: invited.email, password: PASSWORD });
    const Cookie = `better-auth.session_token=${session.body.token}`;
    const page = await browser.open(invited.link, { Cookie });
    const form = formOf(page, 'Accept the invitation');
    expect(form.fields).toEqual({});
    expect(page.response.text).not.toContain(session.body.token);

    const strangers = await browser.open(invited.link, { Cookie: `better-auth.session_token=${w.stranger.token}` });
    expect(strangers.forms.map(({ button }) => button)).not.toContain('Accept the invitation');
    const noTicket = await browser.post(invited.link, { ...form.hidden, ticket: '' }, { Cookie });
    expect([parsePage(noTicket).status, await roleOf(invited)]).toEqual([401, undefined]);
    const forAnother = await invite(await world(service), invited.email);
    const other = await browser.post(forAnother.link, {
      ...form.hidden,
      id: forAnother.id,
      token: new URL(forAnother.link, 'http://x').searchParams.get('token')!,
    });
    expect([parsePage(other).status, await roleOf(forAnother)]).toEqual([401, undefined]);

    expect((await browser.submit(invited.link, form)).status).toBe(200);
    expect(await roleOf(invited)).toBe('member');
  });

  test('counts nobody in by a cookie alone, wherever the form comes from', async () => {
    const invited = await known();
    const session = await service
      .as()
      .post('/api/auth/sign-in/email')
      .send({ email: invited.email, password: PASSWORD });
    const Cookie = `better-auth.session_token=${session.body.token}`;
    const { id } = invited;
    const token = new URL(invited.link, 'http://x').searchParams.get('token')!;
    const alone = await browser.post(PAGE, { id, token }, { Cookie });
    expect([parsePage(alone).status, await roleOf(invited)]).toEqual([400, undefined]);
    const evil = browserOf(service, { origin: 'https://evil.example' });
    const foreign = await evil.post(PAGE, { id, token, password: PASSWORD });
    expect([parsePage(foreign).status, await roleOf(invited)]).toEqual([403, undefined]);
  });

  test('leads on to our own origins only', async () => {
    for (const callbackURL of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example']) {
      const invited = await newcomer();
      const link = `${invited.link}&callbackURL=${encodeURIComponent(callbackURL)}`;
      const form = formOf(await browser.open(link), /Create an account/);
      const joined = await browser.submit(link, form, { name: 'Ada', password: PASSWORD });
      expect([callbackURL, joined.status, joined.links]).toEqual([callbackURL, 200, ['./']]);
    }
  });

  test('quotes what others are called, and runs nothing of it', async () => {
    const invited = await newcomer();
    const name = '<img src=x onerror=alert(1)>"\'&';
    await service.database.query('UPDATE organizations SET name = $2 WHERE id = $1', [invited.w.organization.id, name]);
    const page = await browser.open(invited.link);
    expect(page.heading).toBe(`Join “${name}”`);
  });
});

test('the link in the mail of an invitation leads to its page', async () => {
  const { id } = await newcomer();
  const letter = await service.database.transaction((tx) => service.app.get(InvitationMails).compose(tx, id));
  const [link] = letter!.text.match(/^http:\/\/curbcut\.test\/accept-invitation\?\S+$/m)!;
  expect((await browser.open(link.replace('http://curbcut.test', ''))).heading).toBe('Join “Example”');
});
