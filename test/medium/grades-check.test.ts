import { recounted } from '../support/counts.js';
import { checkGrades, regraded } from '../support/grades.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

test('the check notices a fact that changes without its product being graded again, and told once', async () => {
  const w = await world(service);
  await service
    .as(w.member.token)
    .post(`${w.product.url}/test-activity`)
    .send({ type: 'manual_test', target: 'https://shop.example/' });
  await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'No alt text', severity: 'high' });
  const told = new Set<string>();
  await checkGrades(service, told);
  await service.database.query(`UPDATE issues SET state = 'closed', closed_at = now() WHERE product_id = $1`, [
    w.product.id,
  ]);
  await recounted(service, w.product.id);
  await expect(checkGrades(service, told)).rejects.toThrow('has not said which product to grade again');
  await checkGrades(service, told);
  await regraded(service, w.product.id);
  await checkGrades(service);
});

test('the check notices a product without a Grade', async () => {
  const w = await world(service);
  await service.database.query('DELETE FROM current_grades WHERE product_id = $1', [w.product.id]);
  await expect(checkGrades(service)).rejects.toThrow('Web Shop: stored is null');
  await regraded(service, w.product.id);
});

test('the check ignores differences that come from age alone', async () => {
  const w = await world(service);
  await service
    .as(w.member.token)
    .post(`${w.product.url}/test-activity`)
    .send({ type: 'manual_test', target: 'https://shop.example/', completedAt: '2024-01-01T00:00:00Z' });
  await service.database.query(
    `UPDATE current_grades SET grade = jsonb_set(grade, '{computedAt}', '"2024-02-01T00:00:00.000Z"') WHERE product_id = $1`,
    [w.product.id],
  );
  await expect(checkGrades(service)).rejects.toThrow('"letter":"B"');
  await regraded(service, w.product.id);
  await checkGrades(service);
});
