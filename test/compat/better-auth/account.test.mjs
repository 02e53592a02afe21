import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { has, ok, refused } from './answers.mjs';
import { bearerClient, cookieClient } from './client.mjs';
import { startService } from './service.mjs';
import { codeOf } from './totp.mjs';

const PASSWORD = 'correct horse battery';

let service;
before(async () => {
  service = await startService();
});
after(() => service?.stop());

const newAddress = () => `account-${randomUUID()}@example.org`;

for (const [kind, newClient] of [
  ['a bearer token', bearerClient],
  ['the cookie', cookieClient],
]) {
  const signUp = async (over = {}) => {
    const client = newClient(service.base);
    const body = { name: 'Ada', email: newAddress(), password: PASSWORD, ...over };
    const { user } = await ok(client.signUp.email(body));
    return { client, email: body.email, id: user.id };
  };
  const signIn = (email, password = PASSWORD, client = newClient(service.base)) =>
    client.signIn.email({ email, password });
  const userOf = async (client) => (await ok(client.getSession()))?.user;
  const invite = async (email) => {
    const { client: owner } = await signUp();
    await ok(owner.organization.create({ name: 'Agency', slug: `agency-${randomUUID()}` }));
    const { id } = await ok(owner.organization.inviteMember({ email, role: 'admin' }));
    const link = await service.mailedLink(email, 'Invitation');
    assert.equal(link.id, id);
    return { invitationId: id, token: link.token };
  };

  describe(`the client with ${kind}`, () => {
    test('proves its address by the mailed link, in its own session only', async () => {
      const { client, email } = await signUp();
      const query = await service.mailedLink(email, 'Confirm your email address');
      await refused(newClient(service.base).verifyEmail({ query }), 401, 'UNAUTHORIZED');
      await refused((await signUp()).client.verifyEmail({ query }), 401, 'UNAUTHORIZED');
      assert.equal((await userOf(client)).emailVerified, false);
      assert.equal((await ok(client.verifyEmail({ query }))).status, true);
      assert.equal((await userOf(client)).emailVerified, true);
      await refused(client.verifyEmail({ query }), 400, 'INVALID_TOKEN');
    });

    test('accepts an invitation by its mailed secret, which proves the address', async () => {
      const email = newAddress();
      const invitation = await invite(email);
      const { client } = await signUp({ email });
      const { invitationId } = invitation;
      await refused(
        client.organization.acceptInvitation({ invitationId }),
        403,
        'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION',
      );
      const other = await signUp();
      await refused(
        other.client.organization.acceptInvitation(invitation),
        403,
        'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
      );
      const query = { id: invitationId, token: invitation.token };
      has(await ok(newClient(service.base).organization.getInvitation({ query })), { email, role: 'admin' });
      has(await ok(client.organization.acceptInvitation(invitation)), { member: { role: 'admin' } });
      assert.equal((await userOf(client)).emailVerified, true);
    });

    test('signs up with an invitation, which proves the address at once', async () => {
      const email = newAddress();
      const { invitationId, token: invitationToken } = await invite(email);
      const { client } = await signUp({ email, invitationId, invitationToken });
      assert.equal((await userOf(client)).emailVerified, true);
      has(await ok(client.organization.acceptInvitation({ invitationId })), { member: { role: 'admin' } });
    });

    test('turns a second factor on, signs in with it and with a backup code, and turns it off', async () => {
      const { client, email } = await signUp();
      await refused(client.twoFactor.enable({ password: 'not the password' }), 400, 'INVALID_PASSWORD');
      const { totpURI, backupCodes } = await ok(client.twoFactor.enable({ password: PASSWORD }));
      assert.equal(backupCodes.length, 10);
      assert.equal((await userOf(client)).twoFactorEnabled, false);
      assert.equal(typeof (await ok(client.twoFactor.verifyTotp({ code: codeOf(totpURI) }))).token, 'string');
      assert.equal((await userOf(client)).twoFactorEnabled, true);
      assert.equal((await ok(client.twoFactor.getTotpUri({ password: PASSWORD }))).totpURI, totpURI);

      const again = newClient(service.base);
      const asked = await ok(signIn(email, PASSWORD, again));
      has(asked, { twoFactorRedirect: true, twoFactorMethods: ['totp'] });
      assert.equal(await ok(again.getSession()), null);
      // Cookies carry the challenge; who has none sends it along.
      const challenge = kind === 'the cookie' ? {} : { twoFactorToken: asked.twoFactorToken };
      await refused(again.twoFactor.verifyTotp({ code: '000000', ...challenge }), 401, 'INVALID_CODE');
      await ok(again.twoFactor.verifyTotp({ code: codeOf(totpURI, 1), ...challenge }));
      assert.equal((await userOf(again)).email, email);

      const third = newClient(service.base);
      const askedAgain = await ok(signIn(email, PASSWORD, third));
      const [code] = backupCodes;
      const second = kind === 'the cookie' ? {} : { twoFactorToken: askedAgain.twoFactorToken };
      await ok(third.twoFactor.verifyBackupCode({ code, ...second }));
      assert.equal((await userOf(third)).email, email);
      const renewed = await ok(third.twoFactor.generateBackupCodes({ password: PASSWORD }));
      assert.equal(renewed.backupCodes.includes(code), false);
      assert.deepEqual(await ok(third.twoFactor.disable({ password: PASSWORD })), { status: true });
      has(await ok(signIn(email)), { redirect: false });
    });

    test('changes its address once the new one confirms', async () => {
      const { client, email } = await signUp();
      const newEmail = newAddress();
      assert.equal((await ok(client.changeEmail({ newEmail }))).status, true);
      assert.equal((await userOf(client)).email, email);
      await ok(client.verifyEmail({ query: await service.mailedLink(newEmail, 'Confirm your new email address') }));
      has(await userOf(client), { email: newEmail, emailVerified: true });
      await refused(signIn(email), 401, 'INVALID_EMAIL_OR_PASSWORD');
      has(await ok(signIn(newEmail)), { user: { email: newEmail } });
    });

    test('chooses a new password by the mailed link', async () => {
      const { client, email } = await signUp();
      await ok(client.requestPasswordReset({ email }));
      const { token } = await service.mailedLink(email, 'Reset your password');
      const newPassword = 'battery of another horse';
      assert.equal((await ok(client.resetPassword({ token, newPassword }))).status, true);
      assert.equal(await ok(client.getSession()), null);
      await refused(signIn(email), 401, 'INVALID_EMAIL_OR_PASSWORD');
      has(await ok(signIn(email, newPassword)), { user: { email, emailVerified: true } });
    });

    test('deletes its account', async () => {
      const { client, email } = await signUp();
      await refused(client.deleteUser({ password: 'not the password' }), 400, 'INVALID_PASSWORD');
      has(await ok(client.deleteUser({ password: PASSWORD })), { success: true });
      assert.equal(await ok(client.getSession()), null);
      await refused(signIn(email), 401, 'INVALID_EMAIL_OR_PASSWORD');
      const { client: owner } = await signUp();
      await ok(owner.organization.create({ name: 'Mine', slug: `mine-${randomUUID()}` }));
      await refused(owner.deleteUser({ password: PASSWORD }), 409, 'last_owner');
    });
  });
}
