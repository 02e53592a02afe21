import { newId } from '#libs/ids';
import { earlier } from '../support/earlier.js';
import { msUntil } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ TRUST_PROXY: 'true', INVITATION_LIMIT_PER_DAY: '12' });
const AUTH = '/api/auth';
const newAddress = () => `${newId()}@example.org`;

const ask = (email: string, from: string, path = 'request-password-reset') =>
  service.as().post(`${AUTH}/${path}`).set('X-Forwarded-For', from).send({ email });
const orders = async (recipient: string, kind = 'password_reset') =>
  service.database.query('SELECT * FROM mail_orders WHERE recipient = $1 AND kind = $2 ORDER BY due_at, id', [
    recipient,
    kind,
  ]);
const age = (recipient: string, minutes: number) =>
  service.database.query(
    `UPDATE mail_orders SET requested_at = ${earlier('requested_at', 'make_interval(mins => $2)')}, due_at = ${earlier('due_at', 'make_interval(mins => $2)')} WHERE recipient = $1`,
    [recipient, minutes],
  );
const askOften = async (email: string, from: string, times: number) => {
  for (let i = 0; i < times; i += 1) expect((await ask(email, from)).body.status).toBe(true);
};

describe('mails that anybody may ask for', () => {
  test('are at most four of a kind an hour for one recipient at strangers’ asking, of which one address takes three', async () => {
    const email = newAddress();
    await askOften(email, '192.0.2.1', 6);
    expect(await orders(email)).toHaveLength(3);
    await askOften(email, '192.0.2.2', 6);
    expect(await orders(email)).toHaveLength(4);
    await ask(email, '192.0.2.1', 'send-verification-email');
    expect(await orders(email, 'email')).toHaveLength(1);
    await age(email, 60);
    await askOften(email, '192.0.2.1', 1);
    expect(await orders(email)).toHaveLength(5);
  });

  test('leave the fifth of an hour to a network in which the account has signed in', async () => {
    const email = newAddress();
    const person = { name: 'Ada', email, password: 'correct horse battery' };
    await service.as().post(`${AUTH}/sign-up/email`).set('X-Forwarded-For', '192.0.2.1').send(person);
    for (const from of ['192.0.2.2', '192.0.2.3', '192.0.2.4']) await askOften(email, from, 3);
    expect(await orders(email)).toHaveLength(4);
    await askOften(email, '192.0.2.1', 2);
    expect(await orders(email)).toHaveLength(5);
  });

  test('are at most twenty a day, eight for one address, and one an hour whatever the day has had', async () => {
    const email = newAddress();
    for (let hour = 0; hour < 3; hour += 1) {
      await askOften(email, '192.0.2.1', 4);
      await age(email, 61);
    }
    await askOften(email, '192.0.2.1', 2);
    expect(await orders(email)).toHaveLength(9);
    for (const from of ['192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5']) {
      await askOften(email, from, 3);
      await age(email, 61);
    }
    const before = (await orders(email)).length;
    expect(before).toBe(20);
    await askOften(email, '192.0.2.9', 3);
    expect(await orders(email)).toHaveLength(21);
  });

  test('count a whole /64 as one address', async () => {
    const email = newAddress();
    for (let i = 1; i <= 5; i += 1) await ask(email, `2001:db8:1:2::${i}`);
    expect(await orders(email)).toHaveLength(3);
    await ask(email, '2001:db8:1:3::1');
    expect(await orders(email)).toHaveLength(4);
  });

  test('are not more for who asks at once', async () => {
    const email = newAddress();
    await Promise.all(Array.from({ length: 12 }, (_, i) => ask(email, `198.51.100.${i}`)));
    expect(await orders(email)).toHaveLength(4);
  });

  test('leave the same answer behind whether there is an account or not, and wait by their id alone', async () => {
    const { member } = await world(service);
    const [known, unknown] = [await ask(member.email, '192.0.2.1'), await ask(newAddress(), '192.0.2.1')];
    expect(known.body).toEqual(unknown.body);
    const [{ id }] = await orders(member.email);
    const jobs = await service.database.query(
      `SELECT payload FROM graphile_worker._private_jobs WHERE payload::text LIKE '%' || $1 || '%'`,
      [id],
    );
    expect(jobs).toEqual([{ payload: { id } }]);
    const all = await service.database.query('SELECT payload::text AS payload FROM graphile_worker._private_jobs');
    expect(JSON.stringify(all)).not.toContain('@');
  });
});

describe('mails of an organization', () => {
  const invite = (w: Awaited<ReturnType<typeof world>>, email: string) =>
    service
      .as(w.admin.token)
      .post(`${AUTH}/organization/invite-member`)
      .send({ organizationId: w.organization.id, email, role: 'member', resend: true });

  test('are at most five an hour to one recipient; beyond that it is told when to come back', async () => {
    const w = await world(service);
    const email = newAddress();
    for (let i = 0; i < 5; i += 1) expect((await invite(w, email)).status).toBe(200);
    await age(email, 20);
    const response = await invite(w, email);
    expect([response.status, response.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(39 * 60);
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(40 * 60);
  });

  test('are limited in all for a day', async () => {
    const w = await world(service);
    for (let i = 0; i < 12; i += 1) expect((await invite(w, newAddress())).status).toBe(200);
    const response = await invite(w, newAddress());
    expect(response.status).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(23 * 3600);
    expect((await invite(await world(service), newAddress())).status).toBe(200);
  });

  test('to a recipient whom others have mailed enough wait for the next hour, and nobody is told', async () => {
    const email = newAddress();
    for (let i = 0; i < 5; i += 1) expect((await invite(await world(service), email)).status).toBe(200);
    const late = await world(service);
    const [first, again] = [await invite(late, email), await invite(late, email)];
    expect([first.status, again.status]).toEqual([200, 200]);
    const placed = await orders(email, 'invitation');
    expect(placed).toHaveLength(6);
    const last = placed.at(-1);
    expect(last.organization_id).toBe(late.organization.id);
    expect(msUntil(last.due_at)).toBeGreaterThan(59 * 60_000);
    const [{ run_at }] = await service.database.query(
      `SELECT run_at FROM graphile_worker._private_jobs WHERE payload ->> 'id' = $1`,
      [last.id],
    );
    expect(run_at).toEqual(last.due_at);
  });
});
