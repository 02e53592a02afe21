import { randomUUID } from 'node:crypto';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

/** What a request names and what is not here is named in its fault. */
const service = useService();
const ID = randomUUID();

const standard = async (w: World): Promise<string> => {
  const { body } = await service
    .as(w.owner.token)
    .post(`${w.organization.url}/standards`)
    .send({ name: 'Own', levels: [{ name: 'Must' }] });
  return `${w.organization.url}/standards/${body.standard.slug}`;
};
const finding = async (w: World): Promise<string> => {
  await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({
      productRef: w.product.slug,
      type: 'automated_scan',
      tool: 'axe',
      findings: [{ ruleId: 'r', title: 'x' }],
    });
  const [{ id }] = (await service.as(w.owner.token).get(`${w.product.url}/findings`)).body.findings;
  return `${w.product.url}/findings/${id}`;
};
const audit = async (w: World): Promise<string> =>
  (await service.as(w.owner.token).post(`${w.product.url}/audits`).send({})).headers['location']!;

type Call = [verb: 'post' | 'patch', url: (w: World) => string | Promise<string>, body: object];
const own = (path: string) => async (w: World) => `${await standard(w)}/${path}`;

test.each<[string, string | number, Call]>([
  ['/standardId', ID, ['patch', (w) => `${w.organization.url}/settings/conformance`, { standardId: ID }]],
  ['/conformanceLevel', ID, ['patch', (w) => `${w.organization.url}/settings/conformance`, { conformanceLevel: ID }]],
  ['/standardId', ID, ['patch', (w) => w.product.url, { standardId: ID }]],
  ['/conformanceLevel', ID, ['patch', (w) => w.product.url, { conformanceLevel: ID }]],
  ['/responsiblePersonId', ID, ['patch', (w) => w.product.url, { responsiblePersonId: ID }]],
  ['/standardId', ID, ['patch', audit, { standardId: ID }]],
  ['/conformanceLevel', ID, ['patch', audit, { conformanceLevel: ID }]],
  ['/auditId', ID, ['post', (w) => `${w.product.url}/issues`, { title: 'x', auditId: ID }]],
  ['/groupId', ID, ['post', own('requirements'), { name: 'x', groupId: ID }]],
  ['/level', ID, ['post', own('requirements'), { name: 'x', level: ID }]],
  ['/parentId', ID, ['post', own('groups'), { name: 'x', parentId: ID }]],
  ['/levels/0/id', ID, ['patch', standard, { levels: [{ id: ID, name: 'x' }] }]],
  [
    '/duplicateOfId',
    ID,
    ['post', async (w) => `${await finding(w)}/dismiss`, { reason: 'duplicate', duplicateOfId: ID }],
  ],
  ['/issueNumber', 77, ['post', async (w) => `${await finding(w)}/confirm`, { issueNumber: 77 }]],
  [
    '/productSlug',
    'nowhere',
    ['post', (w) => `${w.organization.url}/api-keys`, { name: 'x', scopes: ['read'], productSlug: 'nowhere' }],
  ],
])('%s: %p is named where it does not belong', async (path, value, [verb, url, body]) => {
  const w = await world(service);
  const answer = await service
    .as(w.owner.token)
    [verb](await url(w))
    .send(body);
  expect([answer.status, answer.body.errors]).toEqual([
    400,
    [{ path, code: 'unknown_reference', message: expect.stringContaining(`: ${value}`), params: { value } }],
  ]);
});

test.each<[string, string[], Call]>([
  [
    'an issue',
    ['/auditId', '/areaIds/0', '/areaIds/1'],
    ['post', (w) => `${w.product.url}/issues`, { title: 'x', auditId: ID, areaIds: [randomUUID(), randomUUID()] }],
  ],
  [
    'a product',
    ['/standardId', '/conformanceLevel', '/responsiblePersonId'],
    ['patch', (w) => w.product.url, { standardId: ID, conformanceLevel: ID, responsiblePersonId: ID }],
  ],
  ['an audit', ['/standardId', '/conformanceLevel'], ['patch', audit, { standardId: ID, conformanceLevel: ID }]],
  [
    'the settings',
    ['/standardId', '/conformanceLevel'],
    ['patch', (w) => `${w.organization.url}/settings/conformance`, { standardId: ID, conformanceLevel: ID }],
  ],
  [
    'a risk',
    ['/areaIds/0', '/areaIds/1'],
    ['post', (w) => `${w.product.url}/risks`, { title: 'x', areaIds: [randomUUID(), randomUUID()] }],
  ],
  ['a requirement', ['/level', '/groupId'], ['post', own('requirements'), { name: 'x', level: ID, groupId: ID }]],
])('all that %s refers to wrongly is named at once', async (_what, paths, [verb, url, body]) => {
  const w = await world(service);
  const answer = await service
    .as(w.owner.token)
    [verb](await url(w))
    .send(body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual(
    paths.map((path) => [path, 'unknown_reference']),
  );
});
