import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
let w: World;

beforeAll(async () => {
  w = await world(service);
  const post = (path: string, body: object) =>
    service
      .as(w.owner.token)
      .post(path)
      .send(body)
      .expect((answer) => expect(answer.status).toBeLessThan(300));
  for (const title of ['One', 'Two', 'Three']) {
    await post(`${w.product.url}/issues`, { title });
    await post(`${w.product.url}/risks`, { title });
    await post(`${w.product.url}/audits`, { title });
  }
  const findings = ['a', 'b', 'c'].map((ruleId) => ({ ruleId, title: ruleId }));
  await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: w.product.slug, type: 'automated_scan', tool: 'axe', findings })
    .expect(201);
  await post(`${w.organization.url}/webhooks`, { url: 'https://93.184.216.34/' });
});

const read = async (path: string) => (await service.as(w.owner.token).get(path).expect(200)).body;

test.each<[string, (w: World) => string]>([
  ...['issues', 'risks', 'audits', 'test-activity', 'findings', 'changes', 'testing-feed'].flatMap((list) => [
    [`${list} of a product`, (w: World) => `${w.product.url}/${list}`] as [string, (w: World) => string],
    [`${list} of an organization`, (w: World) => `${w.organization.url}/${list}`] as [string, (w: World) => string],
  ]),
  ['findings of a run', (w) => `${w.product.url}/test-activity/1/findings`],
  ['the history of the Grade', (w) => `${w.product.url}/grade/history`],
  ['events of the account', () => '/v1/me/events'],
])('%s: without a total the same rows, and null in its place', async (_list, path) => {
  for (const page of ['?page=1&pageSize=2', '?page=2&pageSize=2', '?page=9', '?page=1000000000']) {
    const counted = await read(`${path(w)}${page}`);
    const uncounted = await read(`${path(w)}${page}&total=false`);
    const expected = counted.pagination
      ? { ...counted, pagination: { ...counted.pagination, total: null, totalPages: null } }
      : { ...counted, total: null };
    expect(uncounted).toEqual(expected);
    expect(await read(`${path(w)}${page}&total=true`)).toEqual(counted);
  }
});

test.each(['severity', 'closedAt'])(
  'issues without %s come last in both directions, page by page',
  async (sortField) => {
    await service
      .as(w.owner.token)
      .patch(`${w.product.url}/issues/2`)
      .send({ state: 'closed', severity: 'high' })
      .expect(200);
    await service
      .as(w.owner.token)
      .patch(`${w.product.url}/issues/3`)
      .send({ state: 'closed', severity: 'low' })
      .expect(200);
    for (const at of [w.product.url, w.organization.url]) {
      for (const [sortDirection, first, last] of [
        ['asc', sortField === 'severity' ? 3 : 2, sortField === 'severity' ? 2 : 3],
        ['desc', sortField === 'severity' ? 2 : 3, sortField === 'severity' ? 3 : 2],
      ] as const) {
        const numbers: number[] = [];
        for (const page of [1, 2, 3]) {
          const url = `${at}/issues?sortField=${sortField}&sortDirection=${sortDirection}&pageSize=1&page=${page}`;
          for (const { number } of (await read(url)).issues) numbers.push(number);
        }
        expect(numbers).toEqual([first, last, 1]);
      }
    }
  },
);
