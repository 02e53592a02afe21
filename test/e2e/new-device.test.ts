import { newId } from '#libs/ids';
import { mailsTo } from '../support/mail.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';

const service = useService({ WORKER: 'inline', TRUST_PROXY: 'true' });
const PASSWORD = 'correct horse battery';
const HOME = '192.0.2.1';

async function person(emailVerified = true): Promise<string> {
  const email = `${newId()}@example.org`;
  const body = { name: 'Ada', email, password: PASSWORD };
  await service.as().post('/api/auth/sign-up/email').set('X-Forwarded-For', HOME).send(body).expect(200);
  await service.database.query('UPDATE users SET email_verified = $2 WHERE email = $1', [email, emailVerified]);
  return email;
}
const signIn = (email: string, from: string, password = PASSWORD) =>
  service
    .as()
    .post('/api/auth/sign-in/email')
    .set('X-Forwarded-For', from)
    .set('User-Agent', 'Firefox of Eve')
    .send({ email, password });
const told = async (email: string) =>
  (await mailsTo(service, email)).filter(({ subject }) => subject === 'A new sign-in to your account');
const orders = (email: string): Promise<unknown[]> =>
  service.database.query(`SELECT 1 FROM mail_orders WHERE recipient = $1 AND kind = 'new_device'`, [email]);

test('a sign-in from a network in which the account was not lately is mailed, with from where and with what', async () => {
  const email = await person();
  await signIn(email, HOME).expect(200);
  expect(await orders(email)).toEqual([]);
  await signIn(email, '198.51.100.7').expect(200);
  const [mail] = await eventually(
    () => told(email),
    ({ length }) => length > 0,
  );
  expect(mail!.text).toContain('- IP address: 198.51.100.7');
  expect(mail!.text).toContain('- Browser or app: “Firefox of Eve”');
  // It is known from then on.
  await signIn(email, '198.51.100.7').expect(200);
  expect(await orders(email)).toHaveLength(1);
});

test('a wrong password tells nothing, nor does an address that nobody has verified get mail', async () => {
  const email = await person();
  await signIn(email, '198.51.100.7', 'wrong horse battery').expect(401);
  expect(await orders(email)).toEqual([]);
  const unverified = await person(false);
  await signIn(unverified, '198.51.100.7').expect(200);
  expect(await orders(unverified)).toEqual([]);
});

test('a network of more than ninety days ago is new again', async () => {
  const email = await person();
  await signIn(email, '198.51.100.7').expect(200);
  await service.database.query(
    `UPDATE account_networks SET last_signed_in_at = now() - interval '91 days'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  await signIn(email, HOME).expect(200);
  expect(await orders(email)).toHaveLength(2);
  await signIn(email, HOME).expect(200);
  expect(await orders(email)).toHaveLength(2);
});
