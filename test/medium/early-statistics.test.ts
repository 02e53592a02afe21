import { runsOf } from '../support/buffers.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const report = ({ keys, product }: World, count: number) =>
  service
    .as(keys.ingest)
    .post('/api/ingest/test-activity')
    .send({
      productRef: product.slug,
      type: 'automated_scan',
      tool: 'axe',
      coverage: 'partial',
      findings: Array.from({ length: count }, (_, i) => ({ title: 'Barrier', ruleId: `rule-${i}` })),
    })
    .expect(201);

test('a report of known findings does not read the whole product for each, where statistics know another organization only', async () => {
  await report(await world(service), 100);
  await service.database.query('VACUUM ANALYZE');
  const unknown = await world(service);
  await report(unknown, 2_000);
  const runs = await runsOf(() => report(unknown, 2_001));
  const read = runs.reduce((sum, { buffers }) => sum + buffers, 0);
  expect(read > 20_000 ? { read, heaviest: runs.slice(0, 3) } : {}).toEqual({});
});
