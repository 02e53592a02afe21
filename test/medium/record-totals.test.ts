import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

const COUNTED = `
  SELECT kind, sum(n)::int AS n FROM (
    SELECT 'issues' AS kind, count(*) AS n FROM issues UNION ALL SELECT 'audits', count(*) FROM audits
    UNION ALL SELECT 'risks', count(*) FROM risks UNION ALL SELECT 'findings', count(*) FROM findings
  ) counted GROUP BY kind HAVING sum(n) > 0 ORDER BY kind`;
const KEPT = 'SELECT kind, sum(value)::int AS n FROM record_totals GROUP BY kind HAVING sum(value) > 0 ORDER BY kind';

test('the totals of lists are the numbers of records, whatever is created, undone, deleted or archived', async () => {
  const w = await world(service);
  const { admin } = w;
  const as = service.as(admin.token);
  const other = await w.newProduct('Mobile App');
  const agree = async (): Promise<void> =>
    expect(await service.database.query(KEPT)).toEqual(await service.database.query(COUNTED));
  const scan = (rules: string[]) =>
    service
      .as(w.keys.ingest)
      .post('/api/ingest/test-activity')
      .send({
        ...{ productRef: w.product.slug, type: 'automated_scan', tool: 'axe' },
        findings: rules.map((ruleId) => ({ ruleId, title: ruleId })),
      })
      .expect(201);

  for (const { url } of [w.product, other]) {
    for (const title of ['One', 'Two', 'Three']) {
      await as.post(`${url}/issues`).send({ title }).expect(201);
      await as.post(`${url}/risks`).send({ title }).expect(201);
      await as.post(`${url}/audits`).send({ title }).expect(201);
    }
  }
  await scan(['a', 'b']);
  const { number } = (await scan(['b', 'c', 'd'])).body.testActivity;
  await agree();

  await as.delete(`${w.product.url}/test-activity/${number}`).expect(204);
  await as.delete(`${w.product.url}/issues/2`).expect(204);
  await as.delete(`${w.product.url}/risks/1`).expect(204);
  await as.delete(`${w.product.url}/audits/3`).expect(204);
  await agree();

  const totals = async (at: string): Promise<number[]> => {
    const found: number[] = [];
    for (const list of ['issues', 'audits', 'risks', 'findings']) {
      const { body } = await as.get(`${at}/${list}`).expect(200);
      found.push(body.total ?? body.pagination.total);
    }
    return found;
  };
  expect(await totals(w.product.url)).toEqual([2, 2, 2, 2]);
  expect(await totals(w.organization.url)).toEqual([5, 5, 5, 2]);

  await as.post(`${other.url}/archive`).expect((response) => expect(response.status).toBeLessThan(300));
  expect(await totals(w.organization.url)).toEqual([2, 2, 5, 2]);
  await service.as(w.owner.token).delete(w.product.url).expect(204);
  await agree();
  expect(await totals(other.url)).toEqual([3, 3, 3, 0]);
});
