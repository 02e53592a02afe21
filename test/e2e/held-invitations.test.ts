import { newId } from '#libs/ids';
import { InvitationMails } from '../../apps/api/src/accounts/organizations/invitations/invitation-mails.service.js';
import { useService } from '../support/service.js';
import { type Person, world } from '../support/world.js';

// Nothing listens there: what counts is whether a mail is ordered.
const service = useService({ SMTP_URL: 'smtp://127.0.0.1:9' });

const invite = async ({ token }: Person, email: string) =>
  service.as(token).post('/api/auth/organization/invite-member').send({ email, role: 'member' });
const setVerified = ({ id }: Person, verified: boolean) =>
  service.database.query('UPDATE users SET email_verified = $2 WHERE id = $1', [id, verified]);
const ordersOf = async (email: string) =>
  (await service.database.query('SELECT 1 FROM mail_orders WHERE recipient = $1', [email])).length;

test('an invitation by somebody whose address is not verified is made, and mailed once when it is', async () => {
  const w = await world(service);
  const email = `${newId()}@example.org`;
  const requestHeld = () => service.app.get(InvitationMails).requestHeld();
  await setVerified(w.admin, false);
  const made = await invite(w.admin, email);
  expect([made.status, made.body.status]).toEqual([200, 'pending']);
  await requestHeld();
  expect(await ordersOf(email)).toBe(0);
  await setVerified(w.admin, true);
  await requestHeld();
  await requestHeld();
  expect(await ordersOf(email)).toBe(1);
});

test('an invitation by somebody whose address is verified is mailed at once', async () => {
  const w = await world(service);
  const email = `${newId()}@example.org`;
  expect((await invite(w.admin, email)).status).toBe(200);
  expect(await ordersOf(email)).toBe(1);
});

test.each([true, false])('a mail names the address of its sender only if it is verified (%p)', async (verified) => {
  const w = await world(service);
  const { body } = await invite(w.admin, `${newId()}@example.org`);
  await setVerified(w.admin, verified);
  const mail = await service.app.get(InvitationMails).compose(service.database.manager, body.id);
  expect(mail!.text.includes(w.admin.email)).toBe(verified);
});
