import { readFileSync } from 'node:fs';
import { newId } from '#libs/ids';
import { cursorOf } from '../../apps/api/src/platform/lists/cursors.js';
import { evidenceIn } from '../support/evidence.js';
import { populate } from '../support/populated-world.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
let w: World;

beforeAll(async () => {
  w = await populate(service);
  const owner = service.as(w.owner.token);
  for (const title of ['One', 'Two', 'Three']) {
    await issue(title);
    await owner.post(`${w.product.url}/risks`).send({ title }).expect(201);
    await owner
      .post(`${w.organization.url}/products/${await reported()}/conformance-reports`)
      .send({ title })
      .expect(201);
  }
  const [audit] = (await get(`${w.product.url}/audits`)).body.audits;
  const outcomes = `${w.product.url}/audits/${audit.number}/outcomes`;
  const { requirements } = (await get(`${outcomes}?view=grid`)).body as {
    requirements: { requirementId: string; number: string }[];
  };
  const decided = requirements
    .slice(0, 3)
    .flatMap(({ requirementId }) => [1, 'all'].map((entry) => ({ requirementId, entry, outcome: 'failed' })));
  await owner.patch(outcomes).send({ outcomes: decided }).expect(200);
  for (const { number } of requirements.slice(4, 7)) {
    const importing = owner.post(outcomes.replace('outcomes', 'import')).field('format', 'csv-grid');
    await importing.attach('file', Buffer.from(`criterion,all\n${number},failed\n`), 'a.csv').expect(200);
  }
  for (const name of ['one', 'two', 'three']) {
    await owner
      .post(`${w.product.url}/pages`)
      .send({ url: `https://cursors.example/${name}` })
      .expect(201);
    await evidenceIn(service, w.owner, w.product.url);
  }
  const [finding] = (await get(`${w.product.url}/findings`)).body.findings;
  const [report] = (await get(`${w.organization.url}/products/${await reported()}/conformance-reports`)).body
    .conformanceReports;
  for (const record of [
    `${w.product.url}/issues/1`,
    `${w.product.url}/findings/${finding.id}`,
    `${w.product.url}/audits/${audit.number}`,
    `${w.organization.url}/products/${await reported()}/conformance-reports/${report.number}`,
  ])
    for (const body of ['One', 'Two', 'Three', 'Four'])
      await owner.post(`${record}/comments`).send({ body }).expect(201);
  await owner.post(`${w.organization.url}/webhooks`).send({ url: 'https://93.184.216.34/' }).expect(201);
  const [webhook] = (await get(`${w.organization.url}/webhooks`)).body.webhooks;
  await service.database.query(
    `INSERT INTO webhook_deliveries (organization_id, id, webhook_id, type, payload, status, created_at)
     SELECT $1, gen_random_uuid(), $2, 'webhook.test', '{}', 'delivered', now() - n / 2 * interval '1 s' FROM generate_series(1, 4) n`,
    [w.organization.id, webhook.id],
  );
  await service.database.query(
    `INSERT INTO notifications (user_id, id, organization_id, kind, at, subject_kind, subject_id, product_slug)
     SELECT $1, gen_random_uuid(), $2, 'commented', now() - n / 2 * interval '1 s', 'finding', gen_random_uuid(), 'x' FROM generate_series(1, 4) n`,
    [w.owner.id, w.organization.id],
  );
  const connecting = { kind: 'github', name: DIFFERENT, url: 'https://8.8.8.8', project: 'example/shop' };
  const { trackerConnection } = (
    await owner
      .post(`${w.product.url}/tracker-connections`)
      .send({ ...connecting, credentials: { token: 'x' } })
      .expect(201)
  ).body;
  await service.database.query(
    `INSERT INTO tracker_links (organization_id, issue_id, connection_id, marker, state, last)
     SELECT organization_id, id, $2, gen_random_uuid(), 'linked', '{"theirs": {"title": "Theirs", "state": "closed", "assignee": null, "dueAt": null}}'
     FROM issues WHERE organization_id = $1 AND product_id = (SELECT product_id FROM tracker_connections WHERE id = $2)
     ON CONFLICT DO NOTHING`,
    [w.organization.id, trackerConnection.id],
  );
  const source = { list: ['one', 'two', 'three'].map((name) => `https://cursors.example/${name}`) };
  const monitors = `${w.product.url}/monitors`;
  const { monitor } = (await owner.post(monitors).send({ name: RUN_OFTEN, source }).expect(201)).body;
  for (const _ of ['first', 'second', 'third']) {
    const { run } = (await owner.post(`${monitors}/${monitor.number}/runs`).expect(201)).body;
    await owner.post(`${monitors}/${monitor.number}/runs/${run.id}/cancel`).expect(200);
    await service.database.query(
      `INSERT INTO monitor_run_pages (organization_id, id, run_id, url, address_key, depth, state)
       SELECT $1, gen_random_uuid(), $2, 'https://cursors.example/' || n, gen_random_uuid(), n / 2, 'looked'
       FROM generate_series(1, 4) n`,
      [w.organization.id, run.id],
    );
  }
  for (let i = 0; i < 3; i++)
    await service.database.query(
      `INSERT INTO account_events SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid()))).* FROM account_events e WHERE account_id = $1 LIMIT 1`,
      [w.owner.id],
    );
}, 300_000);

const reported = async (): Promise<string> =>
  (await get(`${w.organization.url}/conformance-reports`)).body.conformanceReports[0].productSlug;
const issue = async (title: string): Promise<number> =>
  (await service.as(w.owner.token).post(`${w.product.url}/issues`).send({ title }).expect(201)).body.issue.number;
const get = (url: string) => service.as(w.owner.token).get(url);

interface Listed {
  id?: string;
}
const itemsOf = (body: Record<string, unknown>) =>
  Object.entries(body).find(
    ([name, value]) => Array.isArray(value) && !['tools', 'environments'].includes(name),
  )![1] as Listed[];
const nextOf = ({ headers }: { headers: Record<string, string> }) =>
  /^<(.*)>; rel="next"$/.exec(headers.link ?? '')?.[1];
const filled = (url: string, query: string) => `${url}${url.includes('?') ? '&' : '?'}${query}`;

/** What the pages of a list have, gone through by their cursors. @param between called after each page */
async function byCursors(url: string, between?: (page: number) => Promise<unknown>): Promise<Listed[]> {
  const items: Listed[] = [];
  let next: string | undefined = url;
  for (let page = 1; next; page++) {
    if (page > 50) throw new Error(`${url} goes on for ever`);
    const answer = await get(next).expect(200);
    items.push(...itemsOf(answer.body));
    next = nextOf(answer);
    await between?.(page);
  }
  return items;
}

interface Document {
  paths: Record<
    string,
    Record<string, { operationId: string; parameters?: { $ref?: string; name?: string; schema?: { $ref?: string } }[] }>
  >;
  components: { schemas: Record<string, { enum?: string[] }> };
}
const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as Document;
const LISTS = Object.entries(document.paths).flatMap(([path, { get: operation }]) =>
  operation?.parameters?.some(({ $ref, name }) => name === 'after' || $ref?.endsWith('/after'))
    ? [[operation.operationId, path, operation] as const]
    : [],
);

/** A connection with several issues that differ. */
const DIFFERENT = 'Different';
/** A monitor of several runs. */
const RUN_OFTEN = 'Run often';

/** An address where there are several records of the list. */
async function addressOf(path: string): Promise<string> {
  const listed = async (list: string, name: string) =>
    (await get(list).expect(200)).body[name] as { id: string; number: number; name?: string; outcomes?: unknown }[];
  const monitorOfRuns = async () =>
    (await listed(`${w.product.url}/monitors`, 'monitors')).find(({ name }) => name === RUN_OFTEN)!.number;
  const names: Record<string, () => Promise<string | number>> = {
    orgId: () => Promise.resolve(w.organization.id),
    productSlug: async () => (path.includes('conformance') ? await reported() : w.product.slug),
    number: () => Promise.resolve(2),
    issueNumber: () => Promise.resolve(1),
    findingId: async () => (await listed(`${w.product.url}/findings`, 'findings')).at(0)!.id,
    reportNumber: async () =>
      (await listed(`${w.organization.url}/products/${await reported()}/conformance-reports`, 'conformanceReports')).at(
        0,
      )!.number,
    auditNumber: async () => (await listed(`${w.product.url}/audits`, 'audits')).at(0)!.number,
    monitorNumber: () => monitorOfRuns(),
    runId: async () => (await listed(`${w.product.url}/monitors/${await monitorOfRuns()}/runs`, 'runs')).at(0)!.id,
    connectionId: async () =>
      (await listed(`${w.product.url}/tracker-connections`, 'trackerConnections')).find(
        ({ name }) => name === DIFFERENT,
      )!.id,
    webhookId: async () => (await listed(`${w.organization.url}/webhooks`, 'webhooks')).at(0)!.id,
  };
  let address = path;
  for (const [variable, name] of path.matchAll(/\{(\w+)\}/g))
    address = address.replace(variable, String(await names[name!]!()));
  return address;
}

test('every list with pages takes a cursor', () => {
  const paged = Object.values(document.paths).flatMap(({ get: operation }) =>
    operation?.parameters?.some(({ $ref }) => $ref?.endsWith('/page')) ? [operation.operationId] : [],
  );
  expect(LISTS.map(([operationId]) => operationId)).toEqual(paged);
});

test.each(LISTS)(
  '%s: what cursors lead through is the list, in any order',
  async (_operation, path, { parameters }) => {
    const address = await addressOf(path);
    const sorted = parameters!
      .find(({ name }) => name === 'sortField')
      ?.schema?.$ref?.split('/')
      .at(-1);
    const orders = (sorted ? document.components.schemas[sorted]!.enum! : ['']).flatMap((field) =>
      field ? [`sortField=${field}&sortDirection=asc`, `sortField=${field}`] : [''],
    );
    for (const order of orders) {
      const whole = itemsOf((await get(filled(address, `pageSize=100&${order}`)).expect(200)).body);
      expect(whole.length).toBeGreaterThan(1);
      // Sizes that divide the list and that do not.
      const pageSize = Math.ceil(whole.length / 3);
      const url = filled(address, `pageSize=${pageSize}&total=${String(order.endsWith('asc'))}&${order}`);
      expect([order, (await byCursors(url)).slice(0, 100)]).toEqual([order, whole]);
    }
  },
);

test.each(LISTS)('%s: an unknown parameter is refused where the caller asks for that', async (_operation, path) => {
  const address = await addressOf(path);
  const strictly = (query: string) => get(filled(address, query)).set('Prefer', 'handling=strict');
  const { body } = await strictly('pageSiz=2').expect(400);
  expect(body.errors).toMatchObject([{ path: '/query/pageSiz', code: 'unknown_property' }]);
  await strictly('pageSize=2').expect(200);
});

test('a page with a cursor is counted whole, and the last that is counted names no other', async () => {
  const url = `${w.product.url}/issues?pageSize=2`;
  const { body } = await get(url);
  const next = nextOf(await get(url))!;
  expect((await get(next)).body).toMatchObject({ total: body.total, page: 1, pageSize: 2 });
  expect(nextOf(await get(`${w.product.url}/issues?pageSize=${body.total}`))).toBeUndefined();
  expect(nextOf(await get(`${w.product.url}/issues?pageSize=2&page=2`))).toMatch(/\?pageSize=2&after=[\w-]+$/);
});

test.each(['createdAt', 'number'])(
  'by %s nothing is skipped or seen twice while records come, go and change',
  async (sortField) => {
    for (const sortDirection of ['desc', 'asc']) {
      const kept: number[] = [];
      for (let i = 0; i < 4; i++) kept.push(await issue(`Kept ${i}`));
      const gone = await issue('Goes');
      for (let i = 4; i < 8; i++) kept.push(await issue(`Kept ${i}`));
      const url = `${w.product.url}/issues?sortField=${sortField}&sortDirection=${sortDirection}&pageSize=2`;
      const read = await byCursors(url, async (page) => {
        if (page > 6) return;
        await service
          .as(w.owner.token)
          .patch(`${w.product.url}/issues/${kept[page]}`)
          .send({ title: `Changed ${page}` })
          .expect(200);
        if (page === 1) await service.as(w.owner.token).delete(`${w.product.url}/issues/${gone}`);
        if (page < 4) await issue('Came');
      });
      const numbers = read.map((each) => (each as { number: number }).number);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers.filter((number) => kept.includes(number)).sort((a, b) => a - b)).toEqual(kept);
    }
  },
);

describe('a cursor', () => {
  const cursor = async (url: string) =>
    new URL(nextOf(await get(url).expect(200))!, 'http://localhost').searchParams.get('after')!;
  const refused = async (url: string) => {
    const { status, body } = await get(url);
    return [status, body.code];
  };
  const INVALID = [400, 'cursor_invalid'];

  test('belongs to its list, its filters, its order and its organization', async () => {
    const issues = `${w.product.url}/issues?pageSize=1`;
    const after = await cursor(`${issues}&state=open`);
    for (const other of [
      `${issues}&after=${after}`,
      `${issues}&state=closed&after=${after}`,
      `${issues}&state=open&q=o&after=${after}`,
      `${issues}&state=open&sortField=number&after=${after}`,
      `${issues}&state=open&sortDirection=asc&after=${after}`,
      `${w.organization.url}/issues?pageSize=1&state=open&after=${after}`,
      `${w.product.url}/risks?pageSize=1&after=${after}`,
      `${w.organization.url}/products/${await reported()}/issues?pageSize=1&state=open&after=${after}`,
      `${w.product.url}/changes?after=${newId()}`,
    ])
      expect([other, await refused(other)]).toEqual([other, INVALID]);
    const foreign = await world(service);
    const { status, body } = await service
      .as(foreign.owner.token)
      .get(`${foreign.organization.url}/issues?after=${await cursor(`${w.organization.url}/issues?pageSize=1`)}`);
    expect([status, body.code]).toEqual(INVALID);
  });

  test('is taken by pages of another size, and beside parameters that the list does not have', async () => {
    const url = `${w.product.url}/issues?pageSize=1&state=open&utm_source=mail`;
    const after = await cursor(url);
    const { body } = await get(`${w.product.url}/issues?state=open&pageSize=3&total=false&after=${after}`).expect(200);
    expect(body.issues).toEqual((await get(`${w.product.url}/issues?state=open&pageSize=4`)).body.issues.slice(1));
  });

  test('is named by an organization or product of another spelling too', async () => {
    const after = await cursor(`${w.product.url}/issues?pageSize=1`);
    const bySlug = `/v1/organizations/${w.organization.slug}/products/${w.product.slug}/issues?pageSize=1&after=${after}`;
    await get(bySlug).expect(200);
  });

  test('that was altered or made up is refused', async () => {
    const url = `${w.product.url}/issues?pageSize=1`;
    const after = await cursor(url);
    const list = JSON.stringify([
      '/v1/organizations/:orgId/products/:productSlug/issues',
      [w.organization.id, await productId()],
      {},
      [],
    ]);
    await get(`${url}&after=${cursorOf(list, ['infinity', newId()])}`).expect(200);
    for (const made of [
      `${after}A`,
      after.slice(1),
      'x',
      cursorOf(list, ['yesterday or so', newId()]),
      cursorOf(list, ['infinity', 'no id']),
      cursorOf(list, ['infinity']),
      cursorOf(list, [`2026-01-01 00:00:00+00\0`, newId()]),
    ])
      expect([made, await refused(`${url}&after=${made}`)]).toEqual([made, INVALID]);
    const numbered = JSON.stringify([
      '/v1/organizations/:orgId/products/:productSlug/issues',
      [w.organization.id, await productId()],
      {},
      [['sortField', 'number']],
    ]);
    expect(await refused(`${url}&sortField=number&after=${cursorOf(numbered, ['99999999999999', newId()])}`)).toEqual(
      INVALID,
    );
  });

  const productId = async () => (await get(w.product.url)).body.product.id as string;

  test.each(['page=1', 'page=2'])('does not go with %s', async (page) => {
    const after = await cursor(`${w.product.url}/issues?pageSize=1`);
    const { status, body } = await get(`${w.product.url}/issues?${page}&after=${after}`);
    expect([status, body.errors]).toMatchObject([400, [{ path: '/query/page', code: 'not_applicable' }]]);
  });

  test('is told with every other fault of a request only once these are mended', async () => {
    const { body } = await get(`${w.product.url}/issues?after=x&state=ajar&pageSize=0`).expect(400);
    expect(body.errors.map(({ path }: { path: string }) => path).sort()).toEqual(['/query/pageSize', '/query/state']);
  });

  test('of a product that is not there is told as such', async () => {
    expect(await refused(`${w.organization.url}/products/none/issues?after=x`)).toEqual([404, 'not_found']);
  });

  test('is read by pages of other origins', async () => {
    const { headers } = await get(`${w.product.url}/issues`);
    expect(headers['access-control-expose-headers']).toContain('Link');
  });
});

test('changes in the order of their commits name the event to go on after', async () => {
  const events = await byCursors(`${w.product.url}/changes?order=asc&pageSize=7`);
  const { body } = await get(`${w.product.url}/changes?order=asc&pageSize=100`);
  expect(events.slice(0, 100)).toEqual(body.changes);
});
