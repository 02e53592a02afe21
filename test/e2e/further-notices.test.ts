import { addMonths } from '#libs/dates';
import { eventually } from '../support/eventually.js';
import { reporting } from '../support/conformance.js';
import { daysAgo } from '../support/moments.js';
import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const service = useService({ WORKER: 'inline' });
const { scan, findings } = scansAt(service);
const as = (person: Pick<Person, 'token'>) => service.as(person.token);

interface Told {
  id: string;
  kind: string;
  actor: { id: string | null; name: string } | null;
  subject: { kind: string; id: string; number: number | null; title: string | null; productSlug: string | null };
  organization: { id: string };
  url: string;
}
const inbox = async (who: Person, kind: string): Promise<Told[]> =>
  (await as(who).get(`/v1/me/notifications?kind=${kind}`).expect(200)).body.notifications;
const settled = () =>
  eventually(
    () => service.database.query("SELECT 1 FROM graphile_worker.jobs WHERE task_identifier LIKE 'tell_of_%'"),
    (jobs) => (jobs as unknown[]).length === 0,
  );
/** As the clock does each day. */
async function day() {
  await service.database.query("SELECT graphile_worker.add_job('tell_of_duties', '{}')");
  await settled();
}
const COMPLETE = { coverage: 'complete' };

/** An issue that a person closed, of a finding that a scan no longer reports. */
async function mended(w: World, closer: { token: string }): Promise<string> {
  await scan(w, [finding()]);
  const [known] = await findings(w);
  await as(w.owner).post(`${w.product.url}/findings/${known.id}/confirm`).send({}).expect(201);
  const issue = `${w.product.url}/issues/1`;
  await scan(w, [], COMPLETE);
  await as(closer).patch(issue).send({ state: 'closed' }).expect(200);
  return issue;
}

test('who closed an issue is told once that a scan finds it again, until it was opened in between', async () => {
  const w = await world(service);
  const issue = await mended(w, w.member);
  await scan(w, [finding()]);
  await settled();
  expect(await inbox(w.member, 'regressed')).toEqual([
    expect.objectContaining({
      actor: { id: null, name: expect.stringMatching(/./) },
      subject: expect.objectContaining({ kind: 'issue', number: 1, productSlug: w.product.slug }),
      url: `${service.settings.publicUrl}${issue}`,
    }),
  ]);
  await scan(w, [], COMPLETE);
  await scan(w, [finding()]);
  await settled();
  expect(await inbox(w.member, 'regressed')).toHaveLength(1);
  for (const state of ['open', 'closed']) await as(w.admin).patch(issue).send({ state }).expect(200);
  await scan(w, [], COMPLETE);
  await scan(w, [finding()]);
  await settled();
  expect([(await inbox(w.member, 'regressed')).length, (await inbox(w.admin, 'regressed')).length]).toEqual([1, 1]);
  expect(await inbox(w.owner, 'regressed')).toEqual([]);
});

test('where a key closed it, who has it to do is told; of a proposal, and where it is open, nobody is', async () => {
  const w = await world(service);
  const issue = await mended(w, { token: w.keys.write });
  await as(w.owner).patch(issue).send({ assigneeId: w.member.id }).expect(200);
  const proposal = { context: { branch: 'feature', defaultBranch: 'main' } };
  await scan(w, [finding()], proposal);
  await settled();
  expect(await inbox(w.member, 'regressed')).toEqual([]);
  await scan(w, [finding()]);
  await settled();
  expect((await inbox(w.member, 'regressed')).map(({ subject }) => subject.number)).toEqual([1]);
});

test('who closed an issue is forgotten with their account', async () => {
  const w = await world(service);
  const closer = await w.person('member');
  await mended(w, closer);
  await as(closer).post('/api/auth/delete-user').send({}).expect(200);
  const [row] = await service.database.query('SELECT closed_by_user_id AS by FROM issues WHERE organization_id = $1', [
    w.organization.id,
  ]);
  expect(row).toEqual({ by: null });
});

describe('an audit that is due again', () => {
  async function audited(w: World): Promise<void> {
    await reporting(service, w);
    await as(w.owner).patch(w.product.url).send({ auditFrequency: 6 }).expect(200);
  }
  const completedAgo = (w: World, months: number, days: number) => {
    const completedAt = addMonths(daysAgo(days), -months);
    return as(w.member).patch(`${w.product.url}/audits/1`).send({ startedAt: null, completedAt }).expect(200);
  };

  test('is told once to who answers for the product', async () => {
    const w = await world(service);
    await audited(w);
    await day();
    expect(await inbox(w.owner, 'audit_due')).toEqual([]);
    await as(w.owner).patch(w.product.url).send({ responsiblePersonId: w.member.id }).expect(200);
    await completedAgo(w, 6, 1);
    await day();
    await day();
    expect(await inbox(w.member, 'audit_due')).toEqual([
      expect.objectContaining({
        actor: null,
        subject: expect.objectContaining({ kind: 'product', productSlug: w.product.slug }),
        url: `${service.settings.publicUrl}${w.product.url}`,
      }),
    ]);
    expect([(await inbox(w.owner, 'audit_due')).length, (await inbox(w.admin, 'audit_due')).length]).toEqual([0, 0]);
  });

  test('is told to who manages the organization where nobody answers for it; not where audits are off', async () => {
    const [w, off] = [await world(service), await world(service)];
    for (const each of [w, off]) {
      await audited(each);
      await completedAgo(each, 6, 1);
    }
    await off.disable('audits');
    await day();
    const told = await Promise.all([w.owner, w.admin, w.member, off.owner].map((who) => inbox(who, 'audit_due')));
    expect(told.map(({ length }) => length)).toEqual([1, 1, 0, 0]);
  });

  test('is not told of products that were never audited, nor when it has been due for long', async () => {
    const [never, long] = [await world(service), await world(service)];
    await as(never.owner).patch(never.product.url).send({ auditFrequency: 6 }).expect(200);
    await audited(long);
    await completedAgo(long, 6, 9);
    await day();
    expect([...(await inbox(never.owner, 'audit_due')), ...(await inbox(long.owner, 'audit_due'))]).toEqual([]);
  });
});

test('the review of a published report is told once, thirty days before, and anew a year after it', async () => {
  const w = await world(service);
  const report = await reporting(service, w);
  await report.fill();
  await as(w.admin).post(`${report.url}/publish`).expect(200);
  const age = (interval: string) =>
    service.database.query(
      `UPDATE conformance_reports SET published_at = now() - $2::interval, reviewed_at = NULL,
        valid_until = now() + interval '1 year' WHERE organization_id = $1`,
      [w.organization.id, interval],
    );
  const told = async () => {
    await day();
    return inbox(w.admin, 'review_waiting');
  };
  expect(await told()).toEqual([]);
  await age('10 months 20 days');
  expect(await told()).toEqual([]);
  await age('11 months 3 days');
  await told();
  expect(await told()).toEqual([
    expect.objectContaining({
      subject: expect.objectContaining({
        kind: 'conformance_report',
        number: report.number,
        productSlug: w.product.slug,
      }),
      url: `${service.settings.publicUrl}${report.url}`,
    }),
  ]);
  expect([(await inbox(w.owner, 'review_waiting')).length, (await inbox(w.member, 'review_waiting')).length]).toEqual([
    1, 0,
  ]);
  await service.database.query('DELETE FROM notifications WHERE user_id = $1', [w.admin.id]);
  await as(w.admin).post(`${report.url}/review`).expect(200);
  expect(await told()).toEqual([]);
});

describe('an invitation', () => {
  const invite = async (w: World, email: string) =>
    (await as(w.admin).post('/api/auth/organization/invite-member').send({ email, role: 'member' }).expect(200)).body;

  test('is told to the account of the invited address, and to nobody else, as long as it is open', async () => {
    const w = await world(service);
    const { id } = await invite(w, w.stranger.email);
    await settled();
    // The organization’s factor is asked of its members.
    await service.database.query('UPDATE organizations SET require_two_factor = true WHERE id = $1', [
      w.organization.id,
    ]);
    expect(await inbox(w.stranger, 'invited')).toEqual([
      expect.objectContaining({
        actor: { id: w.admin.id, name: w.admin.name },
        organization: { id: w.organization.id, name: 'Example' },
        subject: { kind: 'invitation', id, number: null, title: null, productSlug: null },
        url: `${service.settings.publicUrl}/api/auth/organization/get-invitation?id=${id}`,
      }),
    ]);
    await service.database.query('UPDATE organizations SET require_two_factor = false WHERE id = $1', [
      w.organization.id,
    ]);
    for (const who of [w.owner, w.admin, w.member]) expect(await inbox(who, 'invited')).toEqual([]);
    await as(w.stranger).post('/api/auth/organization/accept-invitation').send({ invitationId: id }).expect(200);
    expect(await inbox(w.stranger, 'invited')).toEqual([]);
  });

  test('is gone once it is canceled, and not told to an address that nobody has verified', async () => {
    const w = await world(service);
    const { id } = await invite(w, w.stranger.email);
    await settled();
    const count = async () => (await as(w.stranger).get('/v1/me/notifications/count').expect(200)).body;
    expect(await count()).toEqual({ unread: 1, organizations: [{ organizationId: w.organization.id, unread: 1 }] });
    await as(w.admin).post('/api/auth/organization/cancel-invitation').send({ invitationId: id }).expect(200);
    expect(await count()).toEqual({ unread: 0, organizations: [] });
    const unverified = await w.person();
    await service.database.query('UPDATE users SET email_verified = false WHERE id = $1', [unverified.id]);
    await invite(w, unverified.email);
    await settled();
    await service.database.query('UPDATE users SET email_verified = true WHERE id = $1', [unverified.id]);
    expect(await inbox(unverified, 'invited')).toEqual([]);
  });
});
