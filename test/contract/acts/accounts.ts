import { randomUUID } from 'node:crypto';
import { unsubscribeKey } from '../../../apps/api/src/accounts/identity/preferences/mail-preferences.js';
import { unsubscribeToken } from '../../../apps/api/src/integrations/notifications/mail/unsubscribe-token.js';
import { codeForUri, signUpWithSecondFactor, PASSWORD } from '../../support/authenticator.js';
import { mailedInvitation } from '../../support/mail.js';
import type { Service } from '../../support/service.js';
import { type Act, type Made, picture } from './made.js';

/** One way to make each change of one’s own account. */
export function accountActs(service: Service, { auth, made, newPerson }: Made): Record<string, Act> {
  const unsubscribing = async (userId: string): Promise<string> =>
    unsubscribeToken(userId, await unsubscribeKey(service.database.manager, userId));
  return {
    'POST /api/auth/sign-up/email': async () => () =>
      auth(undefined, 'sign-up/email', {
        name: 'A',
        email: `${randomUUID()}@example.org`,
        password: 'a long password',
      }),
    'POST /api/auth/sign-in/email': async () => {
      const { email } = await newPerson();
      return () => auth(undefined, 'sign-in/email', { email, password: 'a long password' });
    },
    'POST /api/auth/update-user': async (w) => () => auth(w.member.token, 'update-user', { name: 'Other' }),
    'PATCH /v1/me': async (w) => () =>
      service
        .as(w.member.token)
        .patch('/v1/me')
        .send({ preferences: { language: 'fr' } }),
    'POST /api/auth/change-password': async () => {
      const { token } = await newPerson();
      const body = { currentPassword: 'a long password', newPassword: 'another password' };
      return () => auth(token, 'change-password', body);
    },
    'POST /api/auth/two-factor/enable': async () => {
      const { token } = await newPerson();
      return () => auth(token, 'two-factor/enable', { password: 'a long password' });
    },
    'POST /api/auth/two-factor/verify-totp': async () => {
      const { token } = await newPerson();
      const { totpURI } = (await auth(token, 'two-factor/enable', { password: 'a long password' })).body;
      return () => auth(token, 'two-factor/verify-totp', { code: codeForUri(totpURI) });
    },
    'POST /api/auth/two-factor/verify-backup-code': async () => {
      const { email, backupCodes } = await signUpWithSecondFactor(service);
      const { twoFactorToken } = (await auth(undefined, 'sign-in/email', { email, password: PASSWORD })).body;
      return () => auth(undefined, 'two-factor/verify-backup-code', { code: backupCodes[0], twoFactorToken });
    },
    'POST /api/auth/two-factor/generate-backup-codes': async () => {
      const { token } = await signUpWithSecondFactor(service);
      return () => auth(token, 'two-factor/generate-backup-codes', { password: PASSWORD });
    },
    'POST /api/auth/two-factor/disable': async () => {
      const { token } = await signUpWithSecondFactor(service);
      return () => auth(token, 'two-factor/disable', { password: PASSWORD });
    },
    'POST /api/auth/reset-password': async (w) => {
      const token = await made.verification(w.member, 'password_reset');
      return () => auth(undefined, 'reset-password', { token, newPassword: 'another password' });
    },
    'GET /api/auth/verify-email': async (w) => {
      const token = await made.verification(w.member, 'email');
      return () => service.as(w.member.token).get(`/api/auth/verify-email?token=${token}`);
    },
    'POST /api/auth/change-email': async (w) => () =>
      auth(w.member.token, 'change-email', { newEmail: `${randomUUID()}@example.org` }),
    'POST /api/auth/restore-address': async (w) => {
      const token = await made.restoring(w.member);
      return () => auth(undefined, 'restore-address', { token });
    },
    'POST /api/auth/two-factor/unlock': async (w) => {
      const token = await made.verification(w.member, 'unlock_codes');
      return () => auth(undefined, 'two-factor/unlock', { token });
    },
    'POST /unlock-codes': async (w) => {
      const token = await made.verification(w.member, 'unlock_codes');
      return () => service.as().post('/unlock-codes').type('form').send({ token });
    },
    'PATCH /v1/me/mail-settings': async (w) => () =>
      service.as(w.member.token).patch('/v1/me/mail-settings').send({ hour: 5 }),
    'POST /unsubscribe': async (w) => {
      const token = await unsubscribing(w.member.id);
      return () => service.as().post('/unsubscribe').type('form').send({ token });
    },
    'POST /api/mail/unsubscribe': async (w) => {
      const token = await unsubscribing(w.member.id);
      return () => service.as().post('/api/mail/unsubscribe').query({ token });
    },
    'POST /v1/me/proof': async () => {
      const { token } = await newPerson();
      return () => service.as(token).post('/v1/me/proof').send({ password: 'a long password' });
    },
    'POST /v1/me/recover': async (w) => () => service.as(w.member.token).post('/v1/me/recover'),
    'POST /v1/me/recoveries/:recoveryId/keep': async (w) => {
      const other = await made.session(w.owner);
      await service
        .as(other)
        .post(`${w.organization.url}/api-keys`)
        .send({ name: 'k', scopes: ['read'] });
      const { body, headers } = await service.as(w.owner.token).post('/v1/me/recover');
      const { recovery } = body;
      const ids = recovery.made.map(({ id }: { id: string }) => id);
      const token = headers['set-auth-token'];
      return () => service.as(token).post(`/v1/me/recoveries/${recovery.id}/keep`).send({ ids });
    },
    'POST /reset-password': async (w) => {
      const token = await made.verification(w.member, 'password_reset');
      return () => service.as().post('/reset-password').type('form').send({ token, password: 'another password' });
    },
    'POST /restore-address': async (w) => {
      const token = await made.restoring(w.member);
      return () => service.as().post('/restore-address').type('form').send({ token });
    },
    'POST /api/auth/verify-email': async () => {
      const { email, id } = await newPerson();
      const token = await made.verification({ email, id }, 'email');
      const form = { token, password: 'a long password' };
      return () => service.as().post('/api/auth/verify-email').type('form').send(form);
    },
    'POST /accept-invitation': async (w) => {
      const id = await made.invitation(w);
      const token = await mailedInvitation(service, id);
      return () => service.as().post('/accept-invitation').type('form').send({ do: 'reject', id, token });
    },
    'POST /api/auth/delete-user': async (w) => () => auth(w.stranger.token, 'delete-user'),
    'POST /api/auth/sign-out': async (w) => () => auth(w.member.token, 'sign-out'),
    'POST /api/auth/revoke-session': async (w) => {
      const [{ token }] = (await service.as(w.member.token).get('/api/auth/list-sessions')).body;
      return () => auth(w.member.token, 'revoke-session', { token });
    },
    'POST /api/auth/revoke-sessions': async (w) => () => auth(w.member.token, 'revoke-sessions'),
    'POST /api/auth/revoke-other-sessions': async (w) => () => auth(w.member.token, 'revoke-other-sessions'),
    'POST /v1/profile-picture': async (w) => {
      const file = await picture();
      return () => service.as(w.member.token).post('/v1/profile-picture').attach('file', file, 'a.png');
    },
    'DELETE /v1/profile-picture': async (w) => {
      await service.as(w.member.token).put('/v1/profile-picture/gravatar');
      return () => service.as(w.member.token).delete('/v1/profile-picture');
    },
    'PUT /v1/profile-picture/gravatar': async (w) => () =>
      service.as(w.member.token).put('/v1/profile-picture/gravatar'),
  };
}
