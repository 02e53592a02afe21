import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bearerClient, cookieClient } from './client.mjs';
import { has, ok, refused } from './answers.mjs';
import { PASSWORD, peopleWith, unique } from './people.mjs';
import { startService } from './service.mjs';

let service;
before(async () => {
  service = await startService();
});
after(() => service?.stop());

for (const [kind, newClient] of [
  ['a bearer token', bearerClient],
  ['the cookie', cookieClient],
]) {
  const { signUp } = peopleWith(newClient, () => service);

  describe(`the client with ${kind}`, () => {
    test('signs up, in and out, and knows who is signed in', async () => {
      const client = newClient(service.base);
      assert.equal(await ok(client.getSession()), null);
      const email = `Upper-${unique()}@Example.org`;
      const up = await ok(client.signUp.email({ name: 'Ada', email, password: PASSWORD, callbackURL: '/welcome' }));
      has(up.user, { name: 'Ada', email: email.toLowerCase(), emailVerified: false, image: null });
      assert.ok(up.user.createdAt instanceof Date);
      assert.equal(typeof up.token, 'string');
      const { session, user } = await ok(client.getSession());
      assert.equal(user.id, up.user.id);
      has(session, { userId: user.id, activeOrganizationId: null, activeTeamId: null });
      assert.ok(session.expiresAt - session.createdAt >= 7 * 86_400_000);
      assert.deepEqual(await ok(client.signOut()), { success: true });
      assert.equal(await ok(client.getSession()), null);
      const signedIn = await ok(client.signIn.email({ email, password: PASSWORD, rememberMe: true }));
      has(signedIn, { redirect: false, user: { id: user.id } });
      const landed = await ok(client.signIn.email({ email, password: PASSWORD, callbackURL: '/dashboard' }));
      has(landed, { redirect: true, url: '/dashboard' });
      await refused(
        client.signIn.email({ email, password: PASSWORD, callbackURL: 'https://evil.example' }),
        403,
        'INVALID_CALLBACK_URL',
      );
      assert.equal((await ok(client.getSession({ query: { disableCookieCache: true } }))).user.id, user.id);
    });

    test('is told why it may not sign up or in', async () => {
      const { email } = await signUp();
      const client = newClient(service.base);
      await refused(
        client.signUp.email({ name: 'Ada', email, password: PASSWORD }),
        422,
        'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
      );
      await refused(
        client.signUp.email({ name: 'A', email: 'a@example.org', password: 'short' }),
        400,
        'PASSWORD_TOO_SHORT',
      );
      await refused(client.signIn.email({ email, password: 'wrong password' }), 401, 'INVALID_EMAIL_OR_PASSWORD');
      await refused(client.listSessions(), 401, 'UNAUTHORIZED');
    });

    test('lists and ends sessions', async () => {
      const { client, email } = await signUp();
      const others = [newClient(service.base), newClient(service.base), newClient(service.base)];
      for (const other of others) await ok(other.signIn.email({ email, password: PASSWORD }));
      const { session } = await ok(client.getSession());
      const sessions = await ok(client.listSessions());
      assert.equal(sessions.length, 4);
      assert.ok(sessions.some(({ token }) => token === session.token));
      const first = (await ok(others[0].getSession())).session;
      assert.deepEqual(await ok(client.revokeSession({ token: first.token })), { status: true });
      assert.equal(await ok(others[0].getSession()), null);
      // Beside the client's answer stands what the person made lately by which somebody could stay.
      assert.deepEqual(await ok(client.revokeOtherSessions()), { status: true, made: [] });
      assert.equal(await ok(others[1].getSession()), null);
      assert.equal((await ok(client.listSessions())).length, 1);
      assert.deepEqual(await ok(client.revokeSessions()), { status: true, made: [] });
      assert.equal(await ok(client.getSession()), null);
    });

    test('changes the person and the password', async () => {
      const { client, email } = await signUp();
      const image = 'https://example.org/grace.png';
      assert.deepEqual(await ok(client.updateUser({ name: 'Grace', image })), { status: true });
      const { user: changed } = await ok(client.getSession());
      assert.equal(changed.name, 'Grace');
      // The address is shown until the service has looked there, which may be at once: nothing is there.
      assert.ok(changed.image === image || changed.image === null, `the picture is ${changed.image}`);
      await refused(client.updateUser({ email: 'new@example.org' }), 400, 'EMAIL_CAN_NOT_BE_UPDATED');
      await refused(
        client.changePassword({ currentPassword: 'wrong password', newPassword: 'another password' }),
        400,
        'INVALID_PASSWORD',
      );
      const change = (currentPassword, newPassword, over) =>
        ok(client.changePassword({ currentPassword, newPassword, ...over }));
      const first = await change(PASSWORD, 'another password');
      const second = await change('another password', 'a third password', { revokeOtherSessions: true });
      for (const { token, user } of [first, second]) {
        assert.equal(user.email, email);
        // No script of a page reads what the cookie alone carries.
        if (kind === 'the cookie') assert.equal(token, null);
        else assert.equal(typeof token, 'string');
      }
      assert.equal((await ok(client.getSession())).user.email, email);
      await ok(newClient(service.base).signIn.email({ email, password: 'a third password' }));
      assert.equal((await ok(client.requestPasswordReset({ email, redirectTo: '/reset' }))).status, true);
      await refused(client.resetPassword({ newPassword: PASSWORD, token: 'unknown' }), 400, 'INVALID_TOKEN');
      assert.equal((await ok(client.sendVerificationEmail({ email }))).status, true);
    });
  });
}
