import {
  ISSUES_WITH_DATES,
  ORGANIZATIONS_WITH_DATES,
} from '../../apps/api/src/integrations/notifications/notices.sql.js';
import { query } from '#libs/database';
import { agentOf } from '../support/agent.js';
import { makeCertificate } from '../support/certificate.js';
import { eventually } from '../support/eventually.js';
import { daysAhead } from '../support/moments.js';
import { TestReceiver } from '../support/receiver.js';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const service = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true' });
const as = (person: Pick<Person, 'token'>) => service.as(person.token);

interface Told {
  kind: string;
  count: number;
  excerpt: string | null;
  actor: { id: string | null; name: string } | null;
  subject: { kind: string; number: number | null; title: string; productSlug: string | null };
  url: string;
}
const inbox = async (who: Person, kind?: string): Promise<Told[]> =>
  (
    await as(who)
      .get(`/v1/me/notifications${kind ? `?kind=${kind}` : ''}`)
      .expect(200)
  ).body.notifications;
/** Once all that was queued has been done. */
const settled = () =>
  eventually(
    () => service.database.query("SELECT 1 FROM graphile_worker.jobs WHERE task_identifier LIKE 'tell_of_%'"),
    (jobs) => (jobs as unknown[]).length === 0,
  );
/** As the clock does each hour. */
async function hour() {
  await service.database.query("SELECT graphile_worker.add_job('tell_of_dates', '{}')");
  await settled();
}
const issueOf = async (w: World, body: object, by = w.owner) =>
  (
    await as(by)
      .post(`${w.product.url}/issues`)
      .send({ title: 'Trap', ...body })
      .expect(201)
  ).body.issue;
const inDays = (days: number): string => daysAhead(days).toISOString();

test('who is given an issue is told by whom, but for what they took themselves, and for what is no more theirs', async () => {
  const w = await world(service);
  const { number } = await issueOf(w, { assigneeId: w.member.id });
  await issueOf(w, { assigneeId: w.owner.id });
  await settled();
  expect(await inbox(w.member)).toEqual([
    expect.objectContaining({
      kind: 'assigned',
      count: 1,
      actor: { id: w.owner.id, name: w.owner.name },
      subject: expect.objectContaining({ kind: 'issue', number, title: 'Trap', productSlug: w.product.slug }),
      url: `${service.settings.publicUrl}${w.product.url}/issues/${number}`,
    }),
  ]);
  expect(await inbox(w.owner)).toEqual([]);
  const issue = `${w.product.url}/issues/${number}`;
  // The same again is no change.
  await as(w.owner).patch(issue).send({ assigneeId: w.member.id }).expect(200);
  await as(w.owner).patch(issue).send({ assigneeId: w.admin.id, title: 'Deep trap' }).expect(200);
  await settled();
  expect((await inbox(w.admin)).map(({ subject }) => subject.title)).toEqual(['Deep trap']);
  expect(await inbox(w.member)).toHaveLength(1);
});

test('issues that rules give to people, and those of many at once, are told', async () => {
  const w = await world(service);
  const { id } = await issueOf(w, {});
  const body = { ids: [id], data: { assigneeId: w.member.id } };
  await as(w.owner).patch(`${w.organization.url}/issues/bulk`).send(body).expect(200);
  const rules = [{ match: {}, assign: { userId: w.member.id } }];
  await as(w.owner).put(`${w.product.url}/ownership-rules`).send({ rules }).expect(200);
  const report = { productRef: w.product.slug, type: 'manual_test', findings: [{ title: 'By hand' }] };
  await service.as(w.keys.ingest).post('/api/ingest/test-activity').send(report).expect(201);
  await settled();
  const told = await inbox(w.member, 'assigned');
  expect(told.map(({ subject }) => subject.title).sort()).toEqual(['By hand', 'Trap']);
  // A key has no inbox, and is named.
  expect(told.find(({ subject }) => subject.title === 'By hand')!.actor).toEqual({
    id: null,
    name: expect.stringMatching(/./),
  });
});

test('a date is told once before it comes, and once when it has passed; another date anew', async () => {
  const w = await world(service);
  const { number } = await issueOf(w, { assigneeId: w.member.id, dueAt: inDays(2) });
  await issueOf(w, { assigneeId: w.member.id, dueAt: inDays(5), title: 'Later' });
  await issueOf(w, { dueAt: inDays(1), title: 'Nobody’s' });
  const issue = `${w.product.url}/issues/${number}`;
  const kinds = async () => {
    await hour();
    return (await inbox(w.member)).map(({ kind }) => kind).filter((kind) => kind !== 'assigned');
  };
  expect(await kinds()).toEqual(['due_soon']);
  expect(await kinds()).toEqual(['due_soon']);
  const [soon] = await inbox(w.member, 'due_soon');
  expect(soon).toMatchObject({ actor: null, subject: { number } });
  await as(w.owner)
    .patch(issue)
    .send({ dueAt: inDays(-1) })
    .expect(200);
  expect(await kinds()).toEqual(['overdue', 'due_soon']);
  expect(await kinds()).toEqual(['overdue', 'due_soon']);
  await as(w.owner).patch(issue).send({ state: 'closed' }).expect(200);
  await service.database.query('DELETE FROM notifications WHERE user_id = $1', [w.member.id]);
  expect(await kinds()).toEqual([]);
});

test('of what was due long ago, or is in an archived product, nobody is told', async () => {
  const w = await world(service);
  await issueOf(w, { assigneeId: w.member.id, dueAt: inDays(-8) });
  const organizations = async () =>
    (await query(service.database.manager, ORGANIZATIONS_WITH_DATES, [])).map(({ id }) => id);
  expect(await organizations()).not.toContain(w.organization.id);
  await issueOf(w, { assigneeId: w.member.id, dueAt: inDays(1) });
  expect(await organizations()).toContain(w.organization.id);
  await as(w.admin).post(`${w.product.url}/archive`).expect(200);
  const none = '00000000-0000-0000-0000-000000000000';
  expect(await query(service.database.manager, ISSUES_WITH_DATES, [w.organization.id, none, 10])).toEqual([]);
});

test('who answers for a product or has pinned it is told that its Grade is worse, with both letters', async () => {
  const w = await world(service);
  await as(w.owner).patch(w.product.url).send({ responsiblePersonId: w.member.id }).expect(200);
  await as(w.admin).post(`${w.product.url}/pin`).expect(200);
  const scan = { productRef: w.product.slug, type: 'automated_scan', tool: 'axe', findings: [] };
  await service.as(w.keys.ingest).post('/api/ingest/test-activity').send(scan).expect(201);
  await settled();
  // Nothing is worse than no letter.
  expect(await inbox(w.member, 'grade_dropped')).toEqual([]);
  await issueOf(w, { priority: 'critical' });
  await settled();
  await issueOf(w, { priority: 'critical', title: 'No worse' });
  await settled();
  for (const who of [w.member, w.admin]) {
    const told = await inbox(who, 'grade_dropped');
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      subject: { kind: 'product', number: null, productSlug: w.product.slug },
      url: `${service.settings.publicUrl}${w.product.url}`,
    });
    expect(told[0]!.excerpt).toBe('C → D');
  }
  expect(await inbox(w.owner, 'grade_dropped')).toEqual([]);
});

test('who manages an organization is told that a webhook was turned off, and nobody else', async () => {
  const w = await world(service);
  const receiver = await TestReceiver.start();
  receiver.answers.set('/gone', 410);
  const url = `${w.organization.url}/webhooks`;
  const { webhook } = (
    await as(w.admin)
      .post(url)
      .send({ url: receiver.url('/gone'), types: ['issue.created'] })
      .expect(201)
  ).body;
  await issueOf(w, {}, w.admin);
  const told = await eventually(
    () => inbox(w.admin, 'connection_failing'),
    (all) => all.length > 0,
  );
  await settled();
  expect(told).toEqual([
    expect.objectContaining({
      actor: null,
      subject: expect.objectContaining({ kind: 'webhook', number: null, productSlug: null }),
      url: `${service.settings.publicUrl}${url}/${webhook.id}`,
    }),
  ]);
  expect(JSON.stringify(told)).not.toContain('/gone');
  expect([(await inbox(w.owner)).length, (await inbox(w.member)).length]).toEqual([1, 0]);
  await receiver.stop();
});

test('who answers for a product is told once that its monitor fails, and where nobody does, who manages', async () => {
  const w = await world(service);
  const url = `${w.product.url}/monitors`;
  const source = { list: ['https://shop.example/'] };
  const agent = await agentOf(service, w);
  const fail = async (number: number, times: number) => {
    for (let n = 0; n < times; n += 1) {
      await as(w.member).post(`${url}/${number}/runs`).expect(201);
      const run = (await agent.claim())!;
      await agent.call(run, 'finish', { outcome: 'failed', reason: 'signed_out', message: null });
    }
    await settled();
  };
  await as(w.admin).post(url).send({ name: 'Shop', source }).expect(201);
  await fail(1, 2);
  expect(await inbox(w.admin, 'monitor_failing')).toEqual([]);
  await fail(1, 2);
  for (const who of [w.admin, w.owner])
    expect(await inbox(who, 'monitor_failing')).toMatchObject([
      {
        ...{ actor: null, url: `${service.settings.publicUrl}${url}/1` },
        subject: { kind: 'monitor', number: 1, title: 'Shop', productSlug: w.product.slug },
      },
    ]);
  expect(await inbox(w.member, 'monitor_failing')).toEqual([]);
  await as(w.admin).patch(w.product.url).send({ responsiblePersonId: w.member.id }).expect(200);
  await as(w.admin).post(url).send({ name: 'Checkout', source }).expect(201);
  await fail(2, 3);
  expect(await inbox(w.member, 'monitor_failing')).toMatchObject([{ subject: { number: 2, title: 'Checkout' } }]);
  expect(await inbox(w.admin, 'monitor_failing')).toHaveLength(1);
});

test('who manages an organization is told once of each certificate of its provider, seven days before it ends', async () => {
  const w = await world(service);
  const days = async () => {
    await service.database.query("SELECT graphile_worker.add_job('tell_of_certificates', '{}')");
    await settled();
  };
  const provide = (...certificates: { pem: string }[]) =>
    as(w.owner)
      .put(`${w.organization.url}/settings/sign-in`)
      .send({
        ...{ kind: 'saml', entityId: 'urn:example:idp', signInUrl: 'https://8.8.8.8/sso' },
        certificates: certificates.map(({ pem }) => pem),
      })
      .expect(200);
  const [later, soon, sooner] = [8, 6, 2].map((left) => makeCertificate({ days: left }));
  await provide(later!);
  await days();
  expect(await inbox(w.admin, 'certificate_ending')).toEqual([]);
  const { body, headers } = await provide(later!, soon!);
  const states = body.settings.certificateDetails as { fingerprint: string; state: string; validUntil: string }[];
  expect(states.map(({ state }) => state)).toEqual(['valid', 'ending']);
  await days();
  await days();
  for (const who of [w.admin, w.owner])
    expect(await inbox(who, 'certificate_ending')).toEqual([
      expect.objectContaining({
        ...{ actor: null, count: 1, url: `${service.settings.publicUrl}${w.organization.url}/settings/sign-in` },
        subject: expect.objectContaining({ kind: 'sign_in', title: 'urn:example:idp' }),
        excerpt: `${states[1]!.validUntil}: ${states[1]!.fingerprint}`,
      }),
    ]);
  expect(await inbox(w.member, 'certificate_ending')).toEqual([]);
  const read = await as(w.owner).get(`${w.organization.url}/settings/sign-in`);
  expect([read.headers['etag'], read.body.settings.updatedAt]).toEqual([headers['etag'], body.settings.updatedAt]);
  // The next one is told of, and those who know of the first are not told again.
  await service.database.query(`UPDATE notifications SET read_at = now() WHERE user_id = $1`, [w.admin.id]);
  await provide(soon!, sooner!);
  await days();
  expect((await inbox(w.admin, 'certificate_ending')).map(({ excerpt }) => excerpt)).toEqual([
    expect.not.stringContaining(states[1]!.fingerprint),
    expect.stringContaining(states[1]!.fingerprint),
  ]);
});
