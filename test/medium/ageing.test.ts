import { AgeingService } from '../../apps/api/src/reporting/grading/ageing.service.js';
import { FormulaNotices } from '../../apps/api/src/reporting/grading/formula-notices.service.js';
import { recounted } from '../support/counts.js';
import { daysAgo, daysAhead } from '../support/moments.js';
import { useService } from '../support/service.js';
import { type World, world } from '../support/world.js';

const service = useService();

test('a letter ages by the daily job, without anyone touching the product, and the log says that it did', async () => {
  const w = await world(service);
  const completedAt = daysAgo(10).toISOString();
  await service
    .as(w.member.token)
    .post(`${w.product.url}/test-activity`)
    .send({ type: 'manual_test', target: 'https://shop.example/', completedAt });
  const ageing = service.app.get(AgeingService);
  await ageing.recomputeDue();
  const stored = async () =>
    (await service.database.query('SELECT grade FROM current_grades WHERE product_id = $1', [w.product.id]))[0].grade;
  expect((await stored()).letter).toBe('B');

  await service.database.query(
    `UPDATE test_activities SET completed_at = completed_at - interval '1 year' WHERE product_id = $1`,
    [w.product.id],
  );
  await recounted(service, w.product.id);
  await service.database.query(
    `UPDATE current_grades SET valid_until = now() - interval '1 second' WHERE product_id = $1`,
    [w.product.id],
  );
  await ageing.recomputeDue();
  expect((await stored()).letter).toBe('D');
  const { changes } = (await service.as(w.member.token).get(`${w.product.url}/changes?type=product.grade_changed`))
    .body;
  expect(changes).toMatchObject([{ actor: { kind: 'system' }, changes: [{ field: 'letter', from: 'B', to: 'D' }] }]);
  const { grades } = (await service.as(w.member.token).get(`${w.product.url}/grade/history`)).body;
  expect(grades.map(({ letter }: { letter: string }) => letter)).toEqual([
    'D',
    'B',
    ...grades.slice(2).map(() => null),
  ]);
});

test('a dismissal that runs out shows in the potential letter, on the next read and after the job', async () => {
  const w = await world(service);
  await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({
      productRef: w.product.slug,
      type: 'automated_scan',
      tool: 'axe',
      findings: [{ ruleId: 'a', title: 'a', severity: 'high', wcag: ['1.1.1'] }],
    });
  await service
    .as(w.member.token)
    .post(`${w.product.url}/audits`)
    .send({ status: 'completed', description: 'The checkout.' });
  const [{ id }] = (await service.as(w.member.token).get(`${w.product.url}/findings`)).body.findings;
  await service
    .as(w.member.token)
    .post(`${w.product.url}/findings/${id}/dismiss`)
    .send({ reason: 'accepted', until: daysAhead(1).toISOString() });
  const grade = async () => (await service.as(w.member.token).get(`${w.product.url}/grade`)).body.grade;
  expect(await grade()).toMatchObject({ letter: 'A', potentialLetter: 'A' });
  // As if the day had passed: computed before the dismissal ran out, read after.
  await service.database.query(
    `UPDATE current_grades SET grade = jsonb_set(grade, '{computedAt}', to_jsonb(now() - interval '2 days')) WHERE product_id = $1`,
    [w.product.id],
  );
  await service.database.query(`UPDATE findings SET dismissed_until = now() - interval '1 day' WHERE id = $1`, [id]);
  await recounted(service, w.product.id);
  expect(await grade()).toMatchObject({ letter: 'A', potentialLetter: 'C' });
});

test('the job goes through the Grades of the formula of before, and says where a letter changes', async () => {
  const w = await world(service);
  await service.as(w.member.token).post(`${w.product.url}/audits`).send({ status: 'completed' });
  // As the upgrade leaves them.
  await service.database.query(
    `UPDATE current_grades SET grade = grade || '{"letter":"A","formulaVersion":1,"reasons":[]}',
       valid_until = now() - interval '1 second'
     WHERE product_id = $1`,
    [w.product.id],
  );
  const ageing = service.app.get(AgeingService);
  await ageing.recomputeDue();
  await ageing.recomputeDue();
  const [{ grade }] = await service.database.query('SELECT grade FROM current_grades WHERE product_id = $1', [
    w.product.id,
  ]);
  expect(grade).toMatchObject({ letter: 'C', formulaVersion: 2, reasons: [{ code: 'audit_not_substantiated' }] });
  const changed = `${w.product.url}/changes?type=product.grade_changed`;
  expect((await service.as(w.member.token).get(changed)).body.changes).toMatchObject([
    {
      actor: { kind: 'system' },
      changes: [
        { field: 'letter', from: 'A', to: 'C' },
        { field: 'formulaVersion', from: 1, to: 2 },
      ],
    },
  ]);
});

describe('another formula', () => {
  const formerly = async (w: World, letter: string) => {
    const former = JSON.stringify({ letter, formulaVersion: 1, reasons: [] });
    const values = [w.product.id, former];
    await service.database.query('UPDATE current_grades SET grade = grade || $2::jsonb WHERE product_id = $1', values);
    await service.database.query(
      `UPDATE grades SET grade = grade || $2::jsonb, letter = $2::jsonb ->> 'letter' WHERE product_id = $1`,
      values,
    );
    await service.database.query(
      `UPDATE current_grades SET valid_until = now() - interval '1 second' WHERE product_id = $1`,
      [w.product.id],
    );
    await service.database.query('UPDATE organizations SET formula_notice_due = true WHERE id = $1', [
      w.organization.id,
    ]);
  };
  const told = async (w: World) => {
    const events = await service.database.query(
      `SELECT changes FROM events WHERE organization_id = $1 AND type = 'organization.formula_changed'`,
      [w.organization.id],
    );
    const mails = await service.database.query(
      `SELECT recipient FROM mail_orders WHERE kind = 'formula_changed' AND subject_id = $1 ORDER BY recipient`,
      [w.organization.id],
    );
    return { events, to: mails.map(({ recipient }: { recipient: string }) => recipient) };
  };
  const audited = (w: World) =>
    service.as(w.member.token).post(`${w.product.url}/audits`).send({ status: 'completed' }).expect(201);

  test('is told once to who manages an organization, when all its Grades are computed by it: also where people read them first', async () => {
    const w = await world(service);
    await w.newProduct('Other');
    await audited(w);
    await formerly(w, 'A');
    const ageing = service.app.get(AgeingService);
    await service.as(w.member.token).get(`${w.product.url}/grade`).expect(200);
    await ageing.recomputeDue();
    await ageing.recomputeDue();
    const { events, to } = await told(w);
    expect(events).toEqual([
      {
        changes: [
          { field: 'formulaVersion', from: 1, to: 2 },
          { field: 'changedLetters', from: null, to: 1 },
        ],
      },
    ]);
    expect(to).toEqual([w.admin.email, w.owner.email].sort());
    const composed = await service.app
      .get(FormulaNotices)
      .compose(service.database.manager, w.organization.id, w.admin.email);
    expect(composed!.text).toContain('- “Web Shop”: previously A, now C');
  });

  test('is told to nobody where it changes no letter, nor by mail to who manages it no more', async () => {
    const [same, other] = [await world(service), await world(service)];
    await audited(same);
    await formerly(same, 'C');
    await audited(other);
    await formerly(other, 'A');
    await service.app.get(AgeingService).recomputeDue();
    expect(await told(same)).toEqual({ events: [], to: [] });
    await service.database.query(`UPDATE members SET role = 'member' WHERE id = $1`, [other.admin.memberId]);
    const compose = (email: string) =>
      service.app.get(FormulaNotices).compose(service.database.manager, other.organization.id, email);
    expect(await compose(other.admin.email)).toBeUndefined();
    expect(await compose(other.owner.email)).toBeDefined();
  });

  test('is told later where a Grade is still one of the formula of before', async () => {
    const w = await world(service);
    await audited(w);
    await formerly(w, 'A');
    await service.app.get(FormulaNotices).tellDue();
    expect(await told(w)).toEqual({ events: [], to: [] });
    await service.app.get(AgeingService).recomputeDue();
    expect((await told(w)).events).toHaveLength(1);
  });
});
