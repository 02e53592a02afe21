import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

/** The table of states and transitions, one test for each of its rows. */
const service = useService();
let w: World;
beforeEach(async () => void (w = await world(service)));

const as = () => service.as(w.admin.token);
const create = async (kind: string, body: object = {}) =>
  (
    await as()
      .post(`${w.product.url}/${kind}s`)
      .send({ title: 'x', ...body })
      .expect(201)
  ).body[kind];
const change = async (kind: string, body: object) =>
  (await as().patch(`${w.product.url}/${kind}s/1`).send(body).expect(200)).body[kind];
const bulk = (kind: string, ids: string[], data: object) =>
  as().patch(`${w.organization.url}/${kind}s/bulk`).send({ ids, data }).expect(200);
const read = async (kind: string) => (await as().get(`${w.product.url}/${kind}s/1`).expect(200)).body[kind];
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

describe('an audit', () => {
  test('is in progress when it is created without a status, and starts now', async () => {
    expect(await create('audit')).toMatchObject({ status: 'in_progress', startedAt: timestamp, completedAt: null });
  });

  test('can be created completed: it starts and ends now', async () => {
    expect(await create('audit', { status: 'completed' })).toMatchObject({
      status: 'completed',
      startedAt: timestamp,
      completedAt: timestamp,
    });
  });

  test('is completed by a change, now unless it has been before', async () => {
    await create('audit');
    const first = await change('audit', { status: 'completed' });
    expect(first).toMatchObject({ status: 'completed', completedAt: timestamp });
    expect((await change('audit', { status: 'completed' })).completedAt).toBe(first.completedAt);
  });

  test('goes back in progress by a change, and keeps its start', async () => {
    const { startedAt } = await create('audit', { status: 'completed' });
    expect(await change('audit', { status: 'in_progress' })).toMatchObject({ status: 'in_progress', startedAt });
  });
});

describe('a product', () => {
  test('is archived by admins, again too; its areas follow, and nothing can be added', async () => {
    await as().post(`${w.product.url}/areas`).send({ name: 'Cart' }).expect(201);
    expect((await service.as(w.member.token).post(`${w.product.url}/archive`)).body.code).toBe('role_too_low');
    const { product } = (await as().post(`${w.product.url}/archive`).expect(200)).body;
    expect((await as().post(`${w.product.url}/archive`).expect(200)).body.product.archivedAt).toBe(product.archivedAt);
    expect((await as().get(`${w.product.url}/areas/cart`)).body.area.archivedAt).toEqual(timestamp);
    const additions = { audits: {}, issues: { title: 'x' }, risks: { title: 'x' }, areas: { name: 'x' } };
    for (const [list, body] of Object.entries({ ...additions, 'test-activity': { type: 'manual_test' } })) {
      const refused = await as().post(`${w.product.url}/${list}`).send(body);
      expect([list, refused.status, refused.body.code]).toEqual([list, 409, 'product_archived']);
    }
  });

  test('is unarchived by admins, again too, and its areas with it', async () => {
    await as().post(`${w.product.url}/areas`).send({ name: 'Cart' }).expect(201);
    await as().post(`${w.product.url}/archive`).expect(200);
    expect((await service.as(w.member.token).post(`${w.product.url}/unarchive`)).body.code).toBe('role_too_low');
    for (const _ of [1, 2]) {
      expect((await as().post(`${w.product.url}/unarchive`).expect(200)).body.product.archivedAt).toBeNull();
    }
    expect((await as().get(`${w.product.url}/areas/cart`)).body.area.archivedAt).toBeNull();
    await create('issue');
  });
});

describe('an area', () => {
  test('is archived, again too', async () => {
    await as().post(`${w.product.url}/areas`).send({ name: 'Cart' }).expect(201);
    for (const _ of [1, 2]) {
      expect((await as().post(`${w.product.url}/areas/cart/archive`).expect(200)).body.area.archivedAt).toEqual(
        timestamp,
      );
    }
  });

  test('is unarchived unless its product is archived', async () => {
    await as().post(`${w.product.url}/areas`).send({ name: 'Cart' }).expect(201);
    await as().post(`${w.product.url}/areas/cart/archive`).expect(200);
    expect((await as().post(`${w.product.url}/areas/cart/unarchive`).expect(200)).body.area.archivedAt).toBeNull();
    await as().post(`${w.product.url}/archive`).expect(200);
    expect((await as().post(`${w.product.url}/areas/cart/unarchive`).expect(409)).body.code).toBe('product_archived');
  });
});

test('an issue is open or closed as a change says, alone or in bulk', async () => {
  const { id, state } = await create('issue');
  expect(state).toBe('open');
  expect(await change('issue', { state: 'closed' })).toMatchObject({ state: 'closed' });
  await bulk('issue', [id], { state: 'open' });
  expect(await read('issue')).toMatchObject({ state: 'open' });
});

describe('a risk', () => {
  test('is identified when it is created without a status', async () => {
    expect(await create('risk')).toMatchObject({ status: 'identified' });
  });

  test.each(['mitigated', 'aged_out'])('can be created %s', async (status) => {
    expect(await create('risk', { status })).toMatchObject({ status });
  });

  test('moves between identified, mitigated and aged_out, alone or in bulk', async () => {
    const { id } = await create('risk');
    for (const status of ['mitigated', 'aged_out', 'identified']) {
      expect(await change('risk', { status })).toMatchObject({ status });
    }
    await bulk('risk', [id], { status: 'aged_out' });
    expect(await read('risk')).toMatchObject({ status: 'aged_out' });
  });

  test.each(['identified', 'mitigated', 'aged_out'])(
    'that is %s materializes into an issue of its own',
    async (status) => {
      await create('risk', { status, description: 'd', impact: 'high' });
      const { issue } = (await as().post(`${w.product.url}/risks/1/materialize`).expect(201)).body;
      expect(issue).toMatchObject({ number: 1, title: 'x', description: 'd', impact: 'high' });
      expect(await read('risk')).toMatchObject({ status: 'materialized', linkedIssue: { id: issue.id, number: 1 } });
    },
  );

  test('that has materialized answers its issue again, and makes no other', async () => {
    await create('risk');
    const first = (await as().post(`${w.product.url}/risks/1/materialize`).expect(201)).body.issue;
    expect((await as().post(`${w.product.url}/risks/1/materialize`).expect(200)).body.issue.id).toBe(first.id);
    expect((await as().get(`${w.product.url}/issues`)).body.total).toBe(1);
  });

  test('cannot be set to materialized by a create, a change or in bulk', async () => {
    const { id } = await create('risk');
    const materialized = { status: 'materialized' };
    await as()
      .post(`${w.product.url}/risks`)
      .send({ title: 'x', ...materialized })
      .expect(400);
    await as().patch(`${w.product.url}/risks/1`).send(materialized).expect(400);
    await as()
      .patch(`${w.organization.url}/risks/bulk`)
      .send({ ids: [id], data: materialized })
      .expect(400);
    expect(await read('risk')).toMatchObject({ status: 'identified' });
  });
});
