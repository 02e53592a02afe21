import { newId } from '#libs/ids';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
let w: World;
let area: { id: string; slug: string };
/** By their titles. */
const numbers: Record<string, number> = {};

const owner = () => service.as(w.owner.token);
const made = async (path: string, body: object) =>
  (await owner().post(`${w.product.url}${path}`).send(body).expect(201)).body;

beforeAll(async () => {
  w = await world(service);
  ({ area } = await made('/areas', { name: 'Checkout' }));
  const { audit } = await made('/audits', { type: 'full' });
  await made('/test-activity', { type: 'manual_test', areaIds: [area.id] });
  const issue = async (title: string, more: object) =>
    (numbers[title] = (await made('/issues', { title, ...more })).issue.number);
  await issue('In an area', { areaIds: [area.id] });
  await issue('Of an audit', { auditId: audit.id, severity: 'high' });
  await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: w.product.slug, type: 'manual_test', findings: [{ title: 'Of an activity', severity: 'low' }] })
    .expect(201);
  await issue('From elsewhere', { source: 'external', sourceUrl: 'https://tracker.example/a,b', sourceId: 'ABC-1' });
  const { issue: byMember } = (
    await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'Of a member' }).expect(201)
  ).body;
  numbers['Of a member'] = byMember.number;
  await made('/risks', { title: 'Plain' });
  await made('/risks', { title: 'In an area', areaIds: [area.id] });
  await made(`/risks/2/materialize`, {});
  const report = (context: object | undefined, ruleIds: string[]) =>
    service
      .as(w.keys.ingest)
      .post('/api/ingest/test-activity')
      .send({
        productRef: w.product.slug,
        type: 'automated_scan',
        tool: 'axe',
        coverage: 'complete',
        ...(context && { context }),
        findings: ruleIds.map((ruleId) => ({ ruleId, title: ruleId, selector: `#place-of-${ruleId}` })),
      })
      .expect(201);
  await report({ environment: 'staging', trigger: 'schedule' }, ['both', 'staging', 'gone']);
  await report({ environment: 'staging', trigger: 'schedule' }, ['both', 'staging']);
  await report({ environment: 'production', trigger: 'schedule' }, ['both', 'production']);
  await report({ trigger: 'pull_request', prNumber: 7 }, ['both', 'proposed']);
}, 120_000);

/**
 * The titles that lists of the product have with these parameters, and those of the organization unless it does not
 * take them.
 */
async function titles(list: string, query: string, { inOrganization = true } = {}): Promise<string[]> {
  const read = async (url: string): Promise<string[]> => {
    const { body } = await owner().get(`${url}/${list}?${query}`).expect(200);
    const rows = Object.values(body).find((value) => Array.isArray(value)) as { title: string }[];
    expect(body.total ?? body.pagination?.total).toBe(rows.length);
    return rows.map(({ title }) => title).sort();
  };
  const found = await read(w.product.url);
  if (inOrganization) expect(await read(w.organization.url)).toEqual(found);
  return found;
}

describe('issues are filtered by', () => {
  test('areas, by slug or id', async () => {
    for (const one of [area.slug, area.id, `none,${area.slug}`])
      expect(await titles('issues', `area=${one}`)).toEqual(['In an area']);
    expect(await titles('issues', 'area=none')).toEqual([]);
  });

  test('the numbers of audits and activities', async () => {
    const onlyOfProduct = { inOrganization: false };
    expect(await titles('issues', 'audit=1', onlyOfProduct)).toEqual(['Of an audit']);
    expect(await titles('issues', 'testActivity=2,99', onlyOfProduct)).toEqual(['Of an activity']);
    expect(await titles('issues', 'audit=99', onlyOfProduct)).toEqual([]);
  });

  test('where they came from; an address is whole', async () => {
    expect(await titles('issues', `sourceUrl=${encodeURIComponent('https://tracker.example/a,b')}`)).toEqual([
      'From elsewhere',
    ]);
    expect(await titles('issues', `sourceUrl=${encodeURIComponent('https://tracker.example/a')}`)).toEqual([]);
    expect(await titles('issues', 'sourceId=ABC-1,ABC-2')).toEqual(['From elsewhere']);
  });

  test('who made them', async () => {
    expect(await titles('issues', `creatorId=${w.member.id}`)).toEqual(['Of a member']);
    expect(await titles('issues', `creatorId=${newId()}`)).toEqual([]);
  });

  test('when they were made: from a moment on, and before another', async () => {
    const { body } = await owner().get(`${w.product.url}/issues/${numbers['Of an audit']}`);
    const at = encodeURIComponent(body.issue.createdAt);
    const since = await titles('issues', `createdSince=${at}`);
    const until = await titles('issues', `createdUntil=${at}`);
    expect(since).toContain('Of an audit');
    expect(until).not.toContain('Of an audit');
    expect([...since, ...until].sort()).toEqual(await titles('issues', ''));
    expect(await titles('issues', `createdSince=${at}&createdUntil=${at}`)).toEqual([]);
  });

  test('values that repeat, stand with commas, or both', async () => {
    const both = ['Of an activity', 'Of an audit'];
    expect(await titles('issues', 'severity=high,low')).toEqual(both);
    expect(await titles('issues', 'severity=high&severity=low')).toEqual(both);
    expect(await titles('issues', 'severity=high,low&severity=medium')).toEqual(both);
    expect(await titles('issues', 'audit=1&audit=2', { inOrganization: false })).toEqual(['Of an audit']);
  });
});

test('risks are filtered by areas, who made them, and the issues that they became', async () => {
  expect(await titles('risks', `area=${area.slug}`)).toEqual(['In an area']);
  expect(await titles('risks', `creatorId=${w.owner.id}`)).toEqual(['In an area', 'Plain']);
  const { body } = await owner().get(`${w.product.url}/risks/2`);
  expect(await titles('risks', `issue=${body.risk.linkedIssue.number}`, { inOrganization: false })).toEqual([
    'In an area',
  ]);
});

test('test activities are filtered by areas, environments and lines', async () => {
  expect(await titles('test-activity', `area=${area.slug}`)).toHaveLength(1);
  expect(await titles('test-activity', 'environment=staging')).toHaveLength(2);
  expect(await titles('test-activity', 'environment=staging,production')).toHaveLength(3);
  const { lines } = (await owner().get(`${w.product.url}/lines`).expect(200)).body as {
    lines: { id: string; name: string }[];
  };
  expect(await titles('test-activity', `line=${lines.find(({ name }) => name === 'staging')!.id}`)).toHaveLength(2);
  expect(await titles('test-activity', `line=${newId()}`)).toEqual([]);
});

test('audits are filtered by when they were made', async () => {
  expect(await titles('audits', 'createdUntil=2020-01-01T00:00:00Z')).toEqual([]);
  expect(await titles('audits', 'createdSince=2020-01-01T00:00:00Z')).toHaveLength(1);
});

describe('findings are filtered by', () => {
  test('the environments and lines that have them now', async () => {
    expect(await titles('findings', 'environment=staging')).toEqual(['both', 'staging']);
    expect(await titles('findings', 'environment=staging,production')).toEqual(['both', 'production', 'staging']);
    expect(await titles('findings', 'environment=none')).toEqual([]);
    const { lines } = (await owner().get(`${w.product.url}/lines`).expect(200)).body as {
      lines: { id: string; kind: string }[];
    };
    expect(await titles('findings', `line=${lines.find(({ kind }) => kind === 'proposal')!.id}`)).toEqual([
      'both',
      'proposed',
    ]);
  });

  test('issues and activities of the product', async () => {
    const onlyOfProduct = { inOrganization: false };
    const { body } = await owner().get(`${w.product.url}/findings?q=production`);
    const { issue } = (
      await owner().post(`${w.product.url}/findings/${body.findings[0].id}/confirm`).send({}).expect(201)
    ).body;
    expect(await titles('findings', `issue=${issue.number}`, onlyOfProduct)).toEqual(['production']);
    const { testActivities } = (await owner().get(`${w.product.url}/test-activity?environment=production`)).body;
    expect(await titles('findings', `testActivity=${testActivities[0].number}`, onlyOfProduct)).toEqual(['production']);
  });

  test('texts, also of their selectors', async () => {
    expect(await titles('findings', 'q=place-of-stag')).toEqual(['staging']);
  });
});

describe('with Prefer: handling=strict', () => {
  const strictly = (url: string) => owner().get(url).set('Prefer', 'handling=strict');

  test('an unknown parameter is refused with the names that it is most like', async () => {
    const { body } = await strictly(`${w.product.url}/issues?severty=high&State=open&pageSize=2`).expect(400);
    expect(body.code).toBe('invalid_input');
    expect(body.errors).toMatchObject([
      {
        path: '/query/severty',
        code: 'unknown_property',
        message: 'severty is not a parameter of this operation; did you mean severity?',
        params: { allowed: expect.arrayContaining(['severity', 'state']) },
      },
      { path: '/query/State', message: expect.stringContaining('did you mean state?') },
    ]);
  });

  test('what is known is answered, and the answer says so', async () => {
    const { headers } = await strictly(`${w.product.url}/issues?severity=high`).expect(200);
    expect(headers['preference-applied']).toBe('handling=strict');
  });

  test('an operation without parameters takes none', async () => {
    await strictly(`${w.product.url}?page=1`).expect(400);
    await strictly(w.product.url).expect(200);
  });

  test('who may not call, and what is not there, is told first', async () => {
    await service.as(w.stranger.token).get(`${w.product.url}/issues?x=1`).set('Prefer', 'handling=strict').expect(403);
    await strictly(`${w.organization.url}/products/none/issues?x=1`).expect(404);
  });
});

test('an unknown parameter is ignored otherwise', async () => {
  const { headers } = await owner()
    .get(`${w.product.url}/issues?severty=high`)
    .set('Prefer', 'handling=lenient')
    .expect(200);
  expect(headers).not.toHaveProperty('preference-applied');
});
