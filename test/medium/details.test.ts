import { Issue } from '../../apps/api/src/records/issues/issue.entity.js';
import { ISSUE_AREAS } from '../../apps/api/src/records/issues/links.js';
import { loadDetailed } from '../../apps/api/src/platform/lists/details.js';
import { areasDetail } from '../../apps/api/src/products/products/record-areas.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

test('records are loaded with their own details, in the order asked for', async () => {
  const { organization, owner, product } = await world(service);
  const as = service.as(owner.token);
  const { area } = (await as.post(`${product.url}/areas`).send({ name: 'Search' })).body;
  for (const title of ['zebra', 'ant', 'mole'])
    await as.post(`${product.url}/issues`).send({ title, areaIds: title === 'mole' ? [area.id] : [] });
  const where = { organizationId: organization.id, productId: product.id };
  const details = { areas: areasDetail(ISSUE_AREAS) };

  const { manager } = service.database;
  const detailed = await loadDetailed(manager, ['issue', Issue], details, where, 'title');

  const search = { ...area, createdAt: new Date(area.createdAt), updatedAt: new Date(area.updatedAt) };
  expect(detailed.map(({ issue, areas }) => [issue.title, areas])).toEqual([
    ['ant', []],
    ['mole', [search]],
    ['zebra', []],
  ]);
  const elsewhere = { ...where, organizationId: product.id };
  expect(await loadDetailed(manager, ['issue', Issue], details, elsewhere)).toEqual([]);
});
