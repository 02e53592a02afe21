import { loadDetails } from '#libs/rows';
import { Issue } from '../../apps/api/src/issues/issue.entity.js';
import { ISSUE_AREAS } from '../../apps/api/src/issues/links.js';
import { areasDetail } from '../../apps/api/src/products/record-areas.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

test('a record that is deleted between being read and being detailed is left out, and others keep their order', async () => {
  const { owner, product } = await world(service);
  const as = service.as(owner.token);
  const { area } = (await as.post(`${product.url}/areas`).send({ name: 'Search' })).body;
  for (const title of ['first', 'second', 'third'])
    await as.post(`${product.url}/issues`).send({ title, areaIds: title === 'third' ? [area.id] : [] });
  const { manager } = service.database;
  const read = await manager.find(Issue, { where: { productId: product.id }, order: { number: 'DESC' } });
  expect((await as.delete(`${product.url}/issues/2`)).status).toBe(204);

  const detailed = await loadDetails(manager, ['issue', Issue], read, { areas: areasDetail(ISSUE_AREAS) });

  expect(detailed.map(({ issue, areas }) => [issue.title, areas])).toEqual([
    ['third', [{ ...area, createdAt: new Date(area.createdAt), updatedAt: new Date(area.updatedAt) }]],
    ['first', []],
  ]);
});
