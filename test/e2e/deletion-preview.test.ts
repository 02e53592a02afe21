import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const { scan } = scansAt(service);

const failures = (...rules: string[]) => rules.map((ruleId) => finding({ ruleId, severity: 'high', wcag: ['1.1.1'] }));
const preview = (w: World, number: number, token = w.admin.token) =>
  service.as(token).get(`${w.product.url}/test-activity/${number}/undo`);

test('what the deletion of a run would change is told, is what it changes then, and nothing happens before', async () => {
  const w = await world(service);
  await scan(w, failures('a', 'b'), { coverage: 'complete' });
  await scan(w, failures('a', 'c'), { coverage: 'complete' });
  const { rows: events } = { rows: await service.database.query('SELECT id FROM events ORDER BY id') };
  const told = await preview(w, 2);
  expect(told.status).toBe(200);
  expect(told.body).toMatchObject({
    before: { findings: 3, pendingFindings: 2, findingsToReview: 0, testActivities: 2 },
    after: { findings: 2, pendingFindings: 2, findingsToReview: 0, testActivities: 1 },
  });
  expect(await service.database.query('SELECT id FROM events ORDER BY id')).toEqual(events);
  expect((await preview(w, 2)).body).toEqual(told.body);
  await service.as(w.admin.token).delete(`${w.product.url}/test-activity/2`).expect(204);
  expect((await preview(w, 1)).body.before).toEqual(told.body.after);
});

test('the letter is told that the product would have', async () => {
  const w = await world(service);
  await scan(w, []);
  const { grade } = (await service.as(w.member.token).get(`${w.product.url}/grade`)).body;
  const { before, after } = (await preview(w, 1)).body;
  expect([before.letter, before.score, after.letter]).toEqual([grade.letter, grade.score, null]);
  expect(grade.letter).not.toBeNull();
});

test('it is refused as the deletion is', async () => {
  const w = await world(service);
  await scan(w, []);
  expect((await preview(w, 2)).status).toBe(404);
  expect((await preview(w, 1, w.member.token)).body.code).toBe('role_too_low');
  expect((await preview(w, 1, w.stranger.token)).body.code).toBe('not_a_member');
  const other = await world(service);
  expect((await preview(w, 1, other.owner.token)).body.code).toBe('not_a_member');
});
