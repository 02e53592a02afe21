import { type TargetResponse, newAddress, TARGET_PASSWORD, statusAndCode, useTarget } from '../support/target.js';
import type { World } from '../support/world.js';

const target = useTarget({ MAIL_LIMIT_PER_HOUR: '5', INVITATION_LIMIT_PER_DAY: '200' });
const AUTH = '/api/auth';
const ORG = `${AUTH}/organization`;

const invite = (w: World, email: string, more: object = {}): Promise<TargetResponse> =>
  target
    .as(w.owner.token)
    .post(`${ORG}/invite-member`, { email, role: 'member', organizationId: w.organization.id, ...more });
const reset = (email: string, from?: string): Promise<TargetResponse> =>
  target.as().post(`${AUTH}/request-password-reset`, { email }, { from });
const resetsTo = async (email: string): Promise<number> =>
  (await target.mails(email)).filter(({ text }) => text.includes('reset-password')).length;

const LINES = ['two\nlines', 'a\rb', 'nul\u0000', 'bell\u0007', 'line\u2028separator', 'x'.repeat(101)];

test('names are one line of at most a hundred characters, wherever they are given', async () => {
  const w = await target.world();
  const as = target.as(w.owner.token);
  const organizationId = w.organization.id;
  const { body: team } = await as.post(`${ORG}/create-team`, { name: 'Team', organizationId });
  for (const name of LINES) {
    const answers = {
      'sign-up': await target
        .as()
        .post(`${AUTH}/sign-up/email`, { email: newAddress(), name, password: TARGET_PASSWORD }),
      'update-user': await as.post(`${AUTH}/update-user`, { name }),
      'organization made': await as.post(`${ORG}/create`, { name, slug: `s-${Date.now()}` }),
      'organization renamed': await as.post(`${ORG}/update`, { organizationId, data: { name } }),
      'team made': await as.post(`${ORG}/create-team`, { name, organizationId }),
      'team renamed': await as.post(`${ORG}/update-team`, { teamId: team.id, data: { name } }),
    };
    const statuses = Object.entries(answers).map(([where, { status }]) => `${where} ${status}`);
    expect([name, ...statuses]).toEqual([name, ...Object.keys(answers).map((where) => `${where} 400`)]);
  }
});

test('a stranger’s text stands in our mails as a quotation, in one line, and never in the subject as a sentence of ours', async () => {
  const bait = 'Your account is locked: https://evil.example.com/unlock';
  const account = await target.account({ verified: true, name: bait });
  const { body: organization } = await target.as(account.token).post(`${ORG}/create`, { name: bait });
  const email = newAddress();
  const sent = await target
    .as(account.token)
    .post(`${ORG}/invite-member`, { email, role: 'member', organizationId: organization.id });
  expect(sent.status).toBe(200);
  const { text, subject } = await target.mail(email);
  const quoted = new RegExp(`["“«]${bait.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}["”»]`, 'g');
  for (const part of [text, subject]) {
    expect(part.replace(quoted, '')).not.toContain('evil.example.com');
  }
  expect(text).toMatch(quoted);
});

test('nobody gets more than four reset mails an hour at strangers’ asking, three at one’s, and the fifth at home; answers tell nothing', async () => {
  const { email } = await target.account({ verified: true });
  const answers = [];
  for (let i = 0; i < 6; i += 1) answers.push(await reset(email, '127.0.3.1'));
  expect(await resetsTo(email)).toBe(3);
  for (const from of ['127.0.3.2', '127.0.3.3']) for (let i = 0; i < 3; i += 1) answers.push(await reset(email, from));
  expect(await resetsTo(email)).toBe(4);
  for (let i = 0; i < 2; i += 1) answers.push(await reset(email));
  expect(await resetsTo(email)).toBe(5);
  answers.push(await reset(newAddress()));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(200);
});

test('mails that are asked for at once are counted one by one', async () => {
  const { email } = await target.account({ verified: true });
  await Promise.all(Array.from({ length: 12 }, () => reset(email)));
  expect(await resetsTo(email)).toBe(3);
});

test('mails of verification have the same limits, and their answers tell nothing', async () => {
  const account = await target.account();
  for (let i = 0; i < 6; i += 1) {
    const sent = await target.as(account.token).post(`${AUTH}/send-verification-email`, { email: account.email });
    expect(sent.status).toBe(200);
  }
  const letters = (await target.mails(account.email)).filter(({ text }) => text.includes('verify-email'));
  expect(letters.length).toBeLessThanOrEqual(4);
  expect(letters.length).toBeGreaterThan(0);
});

test('an organization sends one address five invitations an hour; more is 429, and other organizations learn nothing', async () => {
  const [w, other] = [await target.world(), await target.world()];
  const email = newAddress();
  const answers = [await invite(w, email)];
  for (let i = 0; i < 5; i += 1) answers.push(await invite(w, email, { resend: true }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(Number(answers[5]!.headers['retry-after'])).toBeGreaterThan(0);
  // Cancelling and inviting anew is no way round.
  const { body } = answers[4]!;
  await target.as(w.owner.token).post(`${ORG}/cancel-invitation`, { invitationId: body.id });
  expect((await invite(w, email)).status).toBe(429);
  const before = (await target.mails(email)).length;
  expect(before).toBe(5);
  expect((await invite(other, email)).status).toBe(200);
  expect((await target.mails(email)).length).toBe(before);
});

test('the secret of a link is made when its mail is sent, and never stands in the queue', async () => {
  const account = await queue.account();
  const w = await queue.world();
  const as = queue.as(account.token);
  await queue.as().post(`${AUTH}/request-password-reset`, { email: account.email });
  await as.post(`${AUTH}/send-verification-email`, { email: account.email });
  await queue.sql('UPDATE users SET email_verified = true WHERE id = $1', [account.id]);
  await as.post(`${AUTH}/change-email`, { newEmail: newAddress() });
  const body = { email: newAddress(), role: 'member', organizationId: w.organization.id };
  expect((await queue.as(w.owner.token).post(`${ORG}/invite-member`, body)).status).toBe(200);
  const jobs = await queue.sql(
    `SELECT t.identifier AS task, j.payload::text AS payload FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier ~ 'mail|letter'`,
  );
  expect(jobs.length).toBeGreaterThanOrEqual(4);
  for (const { payload } of jobs) {
    expect(payload).not.toMatch(/token=|https?:|Subject|[\w-]{40,}/);
  }
});
const queue = useTarget({ WORKER: 'off' });

describe('with an allowance of three invitations a day', () => {
  const small = useTarget({ MAIL_LIMIT_PER_HOUR: '5', INVITATION_LIMIT_PER_DAY: '3' });

  test('an organization is no machine for mail: the fourth is 429 with the time to wait, also when sent at once', async () => {
    const w = await small.world();
    const send = () =>
      small
        .as(w.owner.token)
        .post(`${ORG}/invite-member`, { email: newAddress(), role: 'member', organizationId: w.organization.id });
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect([Number(refused.headers['retry-after']) > 0, statusAndCode(refused).length > 4]).toEqual([true, true]);
  });
});
