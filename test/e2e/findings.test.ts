import { Client } from 'pg';
import { WAITING } from '../support/answer-after-waiting.js';
import { unrestricted } from '../support/citus/database.js';
import { eventually } from '../support/eventually.js';
import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();
const { scan, findings } = scansAt(service);

describe('confirming a finding', () => {
  test('makes an issue once, and the Grade knows it', async () => {
    const w = await world(service);
    await scan(w, [finding({ severity: 'high', wcag: ['wcag111'], sourceUrl: 'https://shop.example/' })]);
    const [known] = await findings(w);
    const url = `${w.product.url}/findings/${known.id}/confirm`;
    expect((await service.as(w.member.token).get(`${w.product.url}/grade`)).body.grade).toMatchObject({
      letter: 'C',
      score: 100,
    });
    const first = await service.as(w.member.token).post(url);
    expect([first.status, first.headers['location']]).toEqual([201, `${w.product.url}/issues/1`]);
    expect(first.body.issue).toMatchObject({
      number: 1,
      severity: 'high',
      sourceUrl: 'https://shop.example/',
      wcag: ['wcag111'],
      source: 'internal',
    });
    expect(first.body.finding).toMatchObject({ status: 'confirmed', issue: { number: 1 }, actions: [] });
    const again = await service.as(w.member.token).post(url).send({});
    expect([again.status, again.body.issue.number]).toEqual([200, 1]);
    const { grade } = (await service.as(w.member.token).get(`${w.product.url}/grade`)).body;
    expect(grade).toMatchObject({ letter: 'C', score: 98 });
    expect(grade.reasons.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['requirements_lost', 'high_severity_issues', 'automated_only']),
    );
    expect(
      (await service.as(w.member.token).get(`${w.product.url}/test-activity/1`)).body.testActivity.issueCount,
    ).toBe(1);
  });

  test('links an existing issue, refuses a resolved finding and an archived product', async () => {
    const w = await world(service);
    await scan(w, [finding(), finding({ ruleId: 'label' }), finding({ ruleId: 'gone' })]);
    await scan(w, [finding(), finding({ ruleId: 'label' })], { coverage: 'complete' });
    await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'Known already' });
    const confirm = async (ruleId: string, body: object = {}) => {
      const [known] = await findings(w, `?ruleId=${ruleId}`);
      return service.as(w.member.token).post(`${w.product.url}/findings/${known.id}/confirm`).send(body);
    };
    expect((await confirm('gone')).body.code).toBe('finding_resolved');
    expect((await confirm('label', { issueNumber: 9 })).body.errors[0].path).toBe('/issueNumber');
    const linked = await confirm('label', { issueNumber: 1 });
    expect([linked.status, linked.body.issue.title]).toEqual([200, 'Known already']);
    await service.as(w.owner.token).post(`${w.product.url}/archive`);
    expect((await confirm('image-alt')).body.code).toBe('product_archived');
  });

  test('flags the issue when a scan contradicts it, and never moves its state', async () => {
    const w = await world(service);
    await scan(w, [finding()]);
    const [known] = await findings(w);
    await service.as(w.member.token).post(`${w.product.url}/findings/${known.id}/confirm`);
    const issue = async () => (await service.as(w.member.token).get(`${w.product.url}/issues/1`)).body.issue;
    await scan(w, [], { coverage: 'complete' });
    expect(await issue()).toMatchObject({ state: 'open', noLongerReported: true, regressed: false });
    await service.as(w.member.token).patch(`${w.product.url}/issues/1`).send({ state: 'closed' });
    expect(await issue()).toMatchObject({ state: 'closed', noLongerReported: false, closedAt: expect.any(String) });
    expect((await scan(w, [finding()])).body.delta.regressed).toBe(1);
    expect(await issue()).toMatchObject({ state: 'closed', regressed: true });
    await service.as(w.member.token).patch(`${w.product.url}/issues/1`).send({ state: 'open' });
    expect(await issue()).toMatchObject({ state: 'open', regressed: false, closedAt: null });
  });

  test('flags an issue that is opened again as long as no scan reports it', async () => {
    const w = await world(service);
    await scan(w, [finding()]);
    const [known] = await findings(w);
    await service.as(w.member.token).post(`${w.product.url}/findings/${known.id}/confirm`);
    const set = async (state: string) =>
      (await service.as(w.member.token).patch(`${w.product.url}/issues/1`).send({ state }).expect(200)).body.issue;
    await scan(w, [], { coverage: 'complete' });
    expect(await set('closed')).toMatchObject({ noLongerReported: false });
    expect(await set('open')).toMatchObject({ noLongerReported: true, regressed: false });
    await scan(w, [finding()]);
    expect(await set('open')).toMatchObject({ noLongerReported: false, regressed: false });
  });
});

describe('an issue that is closed while a run arrives', () => {
  const confirmed = async () => {
    const w = await world(service);
    await scan(w, [finding()]);
    const [known] = await findings(w);
    await service.as(w.member.token).post(`${w.product.url}/findings/${known.id}/confirm`);
    const issue = async () => (await service.as(w.member.token).get(`${w.product.url}/issues/1`)).body.issue;
    return { w, issue, id: (await issue()).id as string };
  };

  test.each(['alone', 'with others'])(
    'is regressed where the run says so, though the run began before it was closed (%s)',
    async (how) => {
      const { w, issue, id } = await confirmed();
      const holder = new Client({ connectionString: unrestricted(service.databaseUrl) });
      await holder.connect();
      await holder.query('BEGIN');
      // Runs wait for it; closing an issue does not.
      await holder.query('SELECT FROM product_counters WHERE organization_id = $1 AND product_id = $2 FOR SHARE', [
        w.organization.id,
        w.product.id,
      ]);
      const run = Promise.all([scan(w, [finding()])]);
      await eventually(
        () => holder.query<{ n: number }>(WAITING),
        ({ rows }) => rows[0]!.n === 1,
      );
      const as = service.as(w.member.token);
      if (how === 'alone') await as.patch(`${w.product.url}/issues/1`).send({ state: 'closed' }).expect(200);
      else
        await as
          .patch(`${w.organization.url}/issues/bulk`)
          .send({ ids: [id], data: { state: 'closed' } })
          .expect(200);
      await holder.query('COMMIT');
      await holder.end();
      const [{ body }] = await run;
      expect([body.delta.regressed, (await issue()).regressed]).toEqual([1, true]);
    },
  );

  test('is judged by one clock, wherever that of the service stands', async () => {
    const { w, issue } = await confirmed();
    const Real = Date;
    try {
      globalThis.Date = class extends Real {
        constructor(...given: []) {
          if (given.length > 0) super(...given);
          else super(Real.now() + 60_000);
        }
      } as DateConstructor;
      await service.as(w.member.token).patch(`${w.product.url}/issues/1`).send({ state: 'closed' }).expect(200);
    } finally {
      globalThis.Date = Real;
    }
    expect([(await scan(w, [finding()])).body.delta.regressed, (await issue()).regressed]).toEqual([1, true]);
  });
});

describe('deleting an activity', () => {
  test('takes back what only it said, and keeps what people made of it', async () => {
    const w = await world(service);
    await scan(w, [finding(), finding({ ruleId: 'label' })]);
    await scan(w, [finding({ ruleId: 'new' }), finding({ ruleId: 'kept' }), finding()], { coverage: 'complete' });
    const [kept] = await findings(w, '?ruleId=kept');
    await service.as(w.member.token).post(`${w.product.url}/findings/${kept.id}/confirm`);
    expect((await findings(w, '?status=resolved')).map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['label']);
    expect((await service.as(w.admin.token).delete(`${w.product.url}/test-activity/2`)).status).toBe(204);
    const left = (await findings(w))
      .map(({ ruleId, status }: { ruleId: string; status: string }) => [ruleId, status])
      .sort();
    expect(left).toEqual([
      ['image-alt', 'pending'],
      ['kept', 'confirmed'],
      ['label', 'pending'],
    ]);
    expect((await service.as(w.member.token).get(`${w.product.url}/issues/1`)).body.issue.testActivityId).toBeNull();
    expect((await service.as(w.member.token).delete(`${w.product.url}/test-activity/1`)).body.code).toBe(
      'role_too_low',
    );
    expect((await scan(w, [])).body.testActivity.number).toBe(3);
  });
});
