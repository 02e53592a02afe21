import { AgeingService } from '../../apps/api/src/grading/ageing.service.js';
import { recounted } from '../support/counts.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();
const DAY_MS = 86_400_000;

test('a letter ages by the daily job, without anyone touching the product, and the log says that it did', async () => {
  const w = await world(service);
  const completedAt = new Date(Date.now() - 10 * DAY_MS).toISOString();
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
    .send({ reason: 'accepted', until: new Date(Date.now() + DAY_MS).toISOString() });
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
    `UPDATE current_grades SET grade = grade || '{"letter":"A","formulaVersion":1,"reasons":[]}', valid_until = now() WHERE product_id = $1`,
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
