import { newId } from '#libs/ids';
import { mailedInvitation } from '../support/mail.js';
import { APP, somebody, useProvider } from '../support/oidc-sign-ins.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const AUTH = '/api/auth';

const { provider, configured, begin, come, signIn, userOf } = useProvider();

describe('signing in with the provider', () => {
  test('makes an account of its claims, and a session in a header and a cookie', async () => {
    const person = somebody({ email: 'Grace@Example.org', name: 'Grace', picture: 'https://id.example.org/g.png' });
    const response = await signIn(person, { callbackURL: `${APP}/welcome?a=1` });
    expect([response.status, response.headers['location'], response.text]).toEqual([302, `${APP}/welcome?a=1`, '']);
    expect(String(response.headers['set-cookie'])).toMatch(/better-auth\.session_token=.*HttpOnly; SameSite=Lax/);
    const user = await userOf(response.headers['set-auth-token']);
    expect(user).toMatchObject({ name: 'Grace', email: 'grace@example.org', emailVerified: true });
    // The address is shown until the service has looked there, which may be at once: nothing is there.
    expect(['https://id.example.org/g.png', null]).toContain(user.image);
  });

  test('asks for a code with S256, state and nonce, and binds them to the browser by a cookie of ten minutes', async () => {
    const { body, headers } = await begin({ disableRedirect: true });
    const query = new URL(body.url).searchParams;
    expect(body.redirect).toBe(false);
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      redirect_uri: `http://curbcut.test${AUTH}/callback/oidc`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
    expect(String(headers['set-cookie'])).toMatch(/Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/);
    expect((await begin()).body.redirect).toBe(true);
  });

  test('again is the same person, whatever the address says now', async () => {
    const person = somebody();
    const first = await userOf((await signIn(person)).headers['set-auth-token']);
    const again = await signIn({ ...person, email: undefined, name: 'New' });
    expect(again.headers['location']).toBe('http://curbcut.test/');
    expect(await userOf(again.headers['set-auth-token'])).toEqual(first);
  });

  test('takes the address from userinfo where the token does not have it', async () => {
    provider.terse = true;
    const person = somebody();
    expect(await userOf((await signIn(person)).headers['set-auth-token'])).toMatchObject({ email: person.email });
  });

  test('believes no address that the provider has not verified, and asks for it to be confirmed', async () => {
    const person = somebody({ email_verified: undefined, picture: 'javascript:alert(1)' });
    const user = await userOf((await signIn(person)).headers['set-auth-token']);
    expect(user).toMatchObject({ emailVerified: false, image: null });
  });
});

describe('a request to sign in', () => {
  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    `${APP}.evil.example`,
  ])('that would end at %s is refused', async (address) => {
    const response = await begin({ callbackURL: address, errorCallbackURL: address });
    expect(response.status).toBe(400);
    expect(response.body.errors.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ['/callbackURL', 'not_allowed'],
      ['/errorCallbackURL', 'not_allowed'],
    ]);
  });

  test('with another provider is 404, without one 400', async () => {
    const response = await begin({ provider: 'github' });
    expect([response.status, response.body.code]).toEqual([404, 'PROVIDER_NOT_FOUND']);
    expect((await begin({ provider: undefined })).status).toBe(400);
  });
});

describe('where sign-up is closed', () => {
  const closed = useService(configured({ SIGN_UP: 'closed' }));

  test('the first person, invited ones and known ones get in, and nobody else', async () => {
    expect((await signIn(somebody(), {}, closed)).status).toBe(302);
    const { organization, owner } = await world(closed);
    const uninvited = somebody();
    const refused = await signIn(uninvited, {}, closed);
    expect([refused.status, refused.body.code]).toEqual([403, 'SIGN_UP_CLOSED']);
    await closed.database.query(
      `INSERT INTO invitations (id, organization_id, email, role, status, inviter_id, expires_at) VALUES ($1, $2, $3, 'member', 'pending', $4, now() + interval '1 day')`,
      [newId(), organization.id, uninvited.email, owner.id],
    );
    expect((await signIn(uninvited, {}, closed)).status).toBe(302);
    expect((await signIn(uninvited, {}, closed)).status).toBe(302);
  });
});

describe('an invitation that comes along', () => {
  const closed = useService(configured({ SIGN_UP: 'closed' }));

  test('lets in whom the provider does not vouch for, by its secret, to the invited address alone', async () => {
    await signIn(somebody(), {}, closed);
    const { organization, owner } = await world(closed);
    const invite = async (email: string) => {
      const { body } = await closed
        .as(owner.token)
        .post(`${AUTH}/organization/invite-member`)
        .send({ organizationId: organization.id, email, role: 'member' });
      return { invitationId: body.id, invitationToken: await mailedInvitation(closed, body.id) };
    };
    const person = somebody({ email_verified: undefined });
    const invitation = await invite(person.email);
    expect((await signIn(person, {}, closed)).body.code).toBe('SIGN_UP_CLOSED');
    expect((await signIn(person, { ...invitation, invitationToken: 'guess' }, closed)).body.code).toBe(
      'SIGN_UP_CLOSED',
    );
    expect((await signIn(somebody(), invitation, closed)).body.code).toBe('SIGN_UP_CLOSED');
    const response = await signIn(person, invitation, closed);
    expect(await userOf(response.headers['set-auth-token'], closed)).toMatchObject({ emailVerified: true });
    const stored = JSON.stringify(await closed.database.query('SELECT p::text FROM provider_sign_ins p'));
    expect(stored).not.toContain(invitation.invitationToken);
  });
});

describe('attempts', () => {
  const limited = useService(configured({ SIGN_IN_LIMIT_PER_MINUTE: '2' }));

  test('count as other sign-ins do', async () => {
    await signIn(somebody(), {}, limited);
    expect((await begin({}, limited)).status).toBe(429);
  });
});

describe('without a provider', () => {
  const plain = useService();

  test('there is none to sign in with', async () => {
    const response = await begin({}, plain);
    expect([response.status, response.body.code]).toEqual([404, 'PROVIDER_NOT_FOUND']);
    expect((await come({ path: `${AUTH}/callback/oidc?code=a&state=b` }, plain)).body.code).toBe('PROVIDER_NOT_FOUND');
  });
});
