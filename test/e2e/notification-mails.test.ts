import { fromNow } from '../support/moments.js';
import { SmtpServer, type WireMail } from '../support/smtp-server.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const environment: Record<string, string> = { WORKER: 'inline' };
let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await SmtpServer.start();
  environment['SMTP_URL'] = smtp.url;
});
const service = useService(environment);
afterAll(() => smtp.stop());

const SETTINGS = '/v1/me/mail-settings';
const as = ({ token }: { token: string }) => service.as(token);
const jobsOf = (...names: string[]) =>
  eventually(
    () => service.database.query('SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = ANY ($1)', [names]),
    (jobs) => (jobs as unknown[]).length === 0,
  );
/** As the clock does each minute. */
async function minute() {
  await jobsOf('tell_of_changes', 'tell_of_comment');
  await service.database.query("SELECT graphile_worker.add_job('mail_notifications', '{}')");
  await jobsOf('mail_notifications', 'send_ordered_mail');
}
const mention = async (w: World, who: Person, title = 'Trap') => {
  const { headers } = await as(w.owner).post(`${w.product.url}/issues`).send({ title }).expect(201);
  const body = `@[${who.name}](user:${who.id}) <b>look</b> & see`;
  await as(w.owner).post(`${headers['location']}/comments`).send({ body }).expect(201);
  await jobsOf('tell_of_comment');
};
const choose = (who: Person, body: object) => as(who).patch(SETTINGS).send(body);
const due = (who: Person) =>
  service.database.query(`UPDATE notifications SET mail_at = now() WHERE user_id = $1 AND mail_at IS NOT NULL`, [
    who.id,
  ]);
const oneClick = (mail: WireMail): string => {
  const { origin } = new URL(service.settings.publicUrl);
  return /^<(.*)>$/.exec(mail.headers['list-unsubscribe']!)![1]!.replace(origin, '');
};

test('a mention is mailed once, as text and as a page, with a link that ends such mails at once', async () => {
  const w = await world(service);
  await mention(w, w.member);
  await minute();
  await minute();
  const [mail, ...others] = smtp.of(w.member.email) as [WireMail];
  expect(others).toEqual([]);
  expect(smtp.of(w.owner.email)).toEqual([]);
  const issue = `${w.product.url}/issues/1`;
  expect(mail.headers['subject']).toBe(`${w.owner.name} mentioned you: #1 Trap`);
  expect(mail.parts['text/plain']).toContain(`> @… <b>look</b> & see`);
  expect(mail.parts['text/plain']).toContain(issue);
  expect(mail.parts['text/html']).toContain('<html lang="en">');
  expect(mail.parts['text/html']).toContain('&lt;b&gt;look&lt;/b&gt; &amp; see');
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const path = oneClick(mail);
  await service.as().post(path).type('form').send({ 'List-Unsubscribe': 'One-Click' }).expect(204);
  const { choices } = (await as(w.member).get(SETTINGS).expect(200)).body;
  expect(new Set(choices.map(({ when }: { when: string }) => when))).toEqual(new Set(['never']));
  await mention(w, w.member, 'Again');
  await minute();
  expect(smtp.of(w.member.email)).toHaveLength(1);
});

test('the page of the link changes nothing until its form is sent; another token is refused', async () => {
  const w = await world(service);
  await mention(w, w.member);
  await minute();
  const token = new URL(oneClick(smtp.of(w.member.email)[0]!), 'http://x').searchParams.get('token')!;
  const whenOf = async () => (await as(w.member).get(SETTINGS)).body.choices[0].when;
  const page = await service.as().get(`/unsubscribe?token=${token}`).expect(200);
  expect([page.text.includes(`value="${token}"`), await whenOf()]).toEqual([true, 'now']);
  const forged = `${w.admin.id}.${token.split('.')[1]}`;
  for (const other of [forged, `${w.member.id}.x`, 'x', '', '\u0000'])
    for (const answer of [
      await service.as().get('/unsubscribe').query({ token: other }),
      await service.as().post('/unsubscribe').type('form').send({ token: other }),
      await service.as().post('/api/mail/unsubscribe').query({ token: other }),
    ])
      expect(answer.status).toBe(400);
  expect(await whenOf()).toBe('now');
  const done = await service.as().post('/unsubscribe').type('form').send({ token }).expect(200);
  expect([done.text.includes('unsubscribed from these emails'), await whenOf()]).toEqual([true, 'never']);
});

test('what is wanted together waits for its hour, and is one mail in the language of who reads it', async () => {
  const w = await world(service);
  const body = { choices: [{ kind: 'mentioned', when: 'weekly' }], hour: 7, timeZone: 'Europe/Paris', language: 'fr' };
  const { body: stored } = await choose(w.member, body).expect(200);
  expect(stored).toMatchObject({ hour: 7, timeZone: 'Europe/Paris', language: 'fr' });
  expect(stored.choices).toContainEqual({ kind: 'mentioned', when: 'weekly' });
  expect(stored.choices).toContainEqual({ kind: 'assigned', when: 'now' });
  await mention(w, w.member, 'One');
  await mention(w, w.member, 'Two');
  await minute();
  expect(smtp.of(w.member.email)).toEqual([]);
  const moments = await service.database.query(
    `SELECT DISTINCT to_char(mail_at AT TIME ZONE 'Europe/Paris', 'ID HH24:MI') AS at, mail_at > now() AS later
     FROM notifications WHERE user_id = $1`,
    [w.member.id],
  );
  expect(moments).toEqual([{ at: '1 07:00', later: true }]);
  await due(w.member);
  await minute();
  const [mail, ...others] = smtp.of(w.member.email);
  expect(others).toEqual([]);
  expect(mail!.headers['subject']).toBe('2 notifications');
  expect(mail!.parts['text/plain']).toContain('vous a mentionné');
  expect(mail!.parts['text/html']).toContain('<html lang="fr">');
  expect(mail!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const token = new URL(oneClick(mail!), 'http://x').searchParams.get('token')!;
  const page = await service.as().get(`/unsubscribe?token=${token}`).expect(200);
  expect(page.text).toMatch(/<html lang="fr">[^]*Ne plus recevoir ces messages/);
  const done = await service.as().post('/unsubscribe').type('form').send({ token }).expect(200);
  expect(done.text).toMatch(/<html lang="fr">[^]*Vous êtes désabonné de ces messages/);
});

test('what was read, or may not be read any more, is left out; nothing is mailed where nothing is left', async () => {
  const [w, other] = [await world(service), await world(service)];
  await choose(w.member, { choices: [{ kind: 'mentioned', when: 'daily' }] }).expect(200);
  await mention(w, w.member, 'Read');
  await as(w.member)
    .patch('/v1/me/notifications')
    .send({ all: true, before: fromNow(1_000).toISOString(), read: true })
    .expect(200);
  await due(w.member);
  await minute();
  expect(smtp.of(w.member.email)).toEqual([]);
  await mention(other, other.member, 'Left');
  await service.database.query('DELETE FROM members WHERE user_id = $1', [other.member.id]);
  await due(other.member);
  await minute();
  expect(smtp.of(other.member.email)).toEqual([]);
});

test('nothing goes to an address that nobody has verified, and no more in an hour than mails may', async () => {
  const w = await world(service);
  await service.database.query('UPDATE users SET email_verified = false WHERE id = $1', [w.admin.id]);
  await mention(w, w.admin);
  await minute();
  await service.database.query('UPDATE users SET email_verified = true WHERE id = $1', [w.admin.id]);
  await minute();
  expect(smtp.of(w.admin.email)).toEqual([]);
  const { perHour } = service.settings.mailLimits;
  for (let number = 1; number <= perHour + 2; number += 1) {
    await mention(w, w.member, `Number ${number}`);
    await minute();
  }
  expect(smtp.of(w.member.email)).toHaveLength(perHour);
  await service.database.query(`UPDATE mail_orders SET due_at = due_at - interval '61 minutes' WHERE recipient = $1`, [
    w.member.email,
  ]);
  await minute();
  expect(smtp.of(w.member.email).at(-1)!.headers['subject']).toBe('2 notifications');
});

test('settings are a person’s own, and judged whole', async () => {
  const w = await world(service);
  const faults = async (body: object) => {
    const { status, body: problem } = await choose(w.member, body);
    return [status, ...(problem.errors ?? []).map(({ path }: { path: string }) => path)];
  };
  expect(await faults({ hour: 24, timeZone: 'Europe/Nowhere', choices: [{ kind: 'shouted', when: 'soon' }] })).toEqual([
    400,
    ...['/choices/0/kind', '/choices/0/when', '/hour', '/timeZone'],
  ]);
  const twice = { kind: 'mentioned', when: 'now' };
  expect(await faults({ choices: [twice, twice] })).toEqual([400, '/choices/1/kind']);
  expect(await faults({ choices: [{ kind: 'new_device', when: 'never' }] })).toEqual([400, '/choices/0/kind']);
  for (const request of [service.as(w.keys.write).patch(SETTINGS).send({}), service.as(w.keys.read).get(SETTINGS)])
    expect((await request).body.code).toBe('session_required');
  expect((await service.as().get(SETTINGS)).status).toBe(401);
  await choose(w.member, { hour: 5 }).expect(200);
  expect((await as(w.admin).get(SETTINGS)).body.hour).toBe(8);
});
