import { newId } from '#libs/ids';
import { ModulesContainer } from '@nestjs/core';
import { listRoutes } from '../../apps/api/src/platform/http/routes.js';
import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const { scan } = scansAt(service);

type Client = ReturnType<typeof service.as>;
interface Kind {
  /** Makes a record and answers its path; its name in a body is the other one. */
  make: (w: World, owner: Client) => Promise<string>;
  name: string;
  change?: object;
}

const made = async (owner: Client, url: string, body: object): Promise<string> =>
  (await owner.post(url).send(body).expect(201)).headers['location']!;

const standard = async (w: World, owner: Client): Promise<string> =>
  made(owner, `${w.organization.url}/standards`, { name: 'Own', levels: [{ name: 'Must' }] });

/** Every record that is read alone and that people change. */
const KINDS: Record<string, Kind> = {
  'products/:productSlug': {
    make: async (w) => (await w.newProduct()).url,
    name: 'product',
    change: { description: 'Other' },
  },
  'areas/:areaSlug': {
    make: (w, owner) => made(owner, `${w.product.url}/areas`, { name: 'Cart' }),
    name: 'area',
    change: { description: 'Other' },
  },
  'audits/:auditNumber': {
    make: (w, owner) => made(owner, `${w.product.url}/audits`, {}),
    name: 'audit',
    change: { title: 'Other' },
  },
  'sample/:entry': {
    make: async (w, owner) => {
      const audit = await made(owner, `${w.product.url}/audits`, {});
      return made(owner, `${audit}/sample`, { name: 'Home', url: 'https://shop.example/' });
    },
    name: 'entry',
    change: { name: 'Start' },
  },
  'issues/:issueNumber': {
    make: (w, owner) => made(owner, `${w.product.url}/issues`, { title: 'x' }),
    name: 'issue',
    change: { title: 'Other' },
  },
  'risks/:riskNumber': {
    make: (w, owner) => made(owner, `${w.product.url}/risks`, { title: 'x' }),
    name: 'risk',
    change: { title: 'Other' },
  },
  'monitors/:monitorNumber': {
    make: (w, owner) =>
      made(owner, `${w.product.url}/monitors`, { name: 'x', source: { list: ['https://a.example/'] } }),
    name: 'monitor',
    change: { name: 'Other' },
  },
  'runs/:runId': {
    make: async (w, owner) => {
      const source = { list: ['https://a.example/'] };
      const monitor = await made(owner, `${w.product.url}/monitors`, { name: 'x', source });
      return made(owner, `${monitor}/runs`, {});
    },
    name: 'run',
  },
  'findings/:findingId': {
    make: async (w, owner) => {
      await scan(w, [finding()]);
      return `${w.product.url}/findings/${(await owner.get(`${w.product.url}/findings`)).body.findings[0].id}`;
    },
    name: 'finding',
    change: { title: 'Other' },
  },
  'comments/:commentId': {
    make: async (w, owner) =>
      made(owner, `${await made(owner, `${w.product.url}/issues`, { title: 'x' })}/comments`, { body: 'Seen.' }),
    name: 'comment',
    change: { body: 'Other' },
  },
  'test-activity/:number': {
    make: (w, owner) => made(owner, `${w.product.url}/test-activity`, { type: 'manual_test' }),
    name: 'testActivity',
  },
  'standards/:standardSlug': { make: standard, name: 'standard', change: { description: 'Other' } },
  'requirements/:requirementId': {
    make: async (w, owner) => made(owner, `${await standard(w, owner)}/requirements`, { name: 'r' }),
    name: 'requirement',
    change: { description: 'Other' },
  },
  'groups/:groupId': {
    make: async (w, owner) => made(owner, `${await standard(w, owner)}/groups`, { name: 'g' }),
    name: 'group',
    change: { description: 'Other' },
  },
  'conformance-reports/:reportNumber': {
    make: (w, owner) => made(owner, `${w.product.url}/conformance-reports`, { title: 'x' }),
    name: 'conformanceReport',
    change: { title: 'Other' },
  },
  'tracker-connections/:connectionId': {
    make: (w, owner) =>
      made(owner, `${w.product.url}/tracker-connections`, {
        ...{ kind: 'github', name: 'Shop', url: 'https://93.184.216.34', project: 'example/shop' },
        credentials: { token: 'x' },
      }),
    name: 'trackerConnection',
    change: { name: 'Other' },
  },
  'webhooks/:webhookId': {
    make: (w, owner) => made(owner, `${w.organization.url}/webhooks`, { url: 'https://example.org/hook' }),
    name: 'webhook',
    change: { description: 'Other' },
  },
};

test('every change of a record that is read alone is guarded', () => {
  const routes = listRoutes(service.app.get(ModulesContainer)).filter(({ path }) =>
    path.startsWith('/v1/organizations/:orgId/'),
  );
  // A file never changes, and an import is taken back as a whole, once.
  const read = routes
    .filter(
      ({ verb, path, options }) =>
        verb === 'GET' && /\/:\w+$/.test(path) && !path.endsWith('/imports/:importId') && !options?.produces,
    )
    .map(({ path }) => path);
  const changing = routes.filter(
    ({ verb, path }) =>
      ['PATCH', 'PUT', 'DELETE'].includes(verb) &&
      read.some(
        (record) =>
          path === record ||
          (path.startsWith(`${record}/`) && !read.includes(path) && !/\/:/.test(path.slice(record.length))),
      ),
  );
  expect(changing.filter(({ options }) => !options?.guarded).map(({ verb, path }) => `${verb} ${path}`)).toEqual([
    // What is assigned and what shows something is replaced as a whole, an order says nothing of the entries, and
    // outcomes and verdicts have revisions of their own, which many at once cannot name in a header: outcomes name them
    // in the body (`ifRevision`).
    'PUT /v1/organizations/:orgId/products/:productSlug/audits/:auditNumber/assignments',
    'PATCH /v1/organizations/:orgId/products/:productSlug/audits/:auditNumber/outcomes',
    'PATCH /v1/organizations/:orgId/products/:productSlug/audits/:auditNumber/sample',
    'PATCH /v1/organizations/:orgId/products/:productSlug/conformance-reports/:reportNumber/verdicts',
    'PUT /v1/organizations/:orgId/products/:productSlug/findings/:findingId/evidence',
    'PUT /v1/organizations/:orgId/products/:productSlug/issues/:issueNumber/evidence',
    'PATCH /v1/organizations/:orgId/products/:productSlug/pages/bulk',
  ]);
  const kinds = new Set(read.map((path) => path.split('/').slice(-2).join('/')));
  expect([...kinds].sort()).toEqual(Object.keys(KINDS).sort());
});

describe.each(Object.entries(KINDS))('%s', (_path, { make, name, change }) => {
  test('is read with an ETag, and not again where it is known', async () => {
    const w = await world(service);
    const owner = service.as(w.owner.token);
    const url = await make(w, owner);
    const first = await owner.get(url);
    const etag = first.headers['etag']!;
    expect(etag).toMatch(/^"1\.[0-9a-f]{40}"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    // Those that are changed in bulk have it in the body too: a list has no tag of each.
    const inBody = ['entry', 'issue', 'risk', 'finding'].includes(name);
    expect(Object.keys(first.body[name]).includes('revision')).toBe(inBody);
    const known = [etag, `W/${etag}`, etag.replace(/"$/, '-gzip"'), `"x", W/${etag}`, '*'];
    for (const header of known) {
      const again = await owner.get(url).set('If-None-Match', header);
      expect([header, again.status, again.text, again.headers['etag']]).toEqual([header, 304, '', etag]);
      expect((await owner.head(url).set('If-None-Match', header)).status).toBe(304);
    }
    expect((await owner.get(url).set('If-None-Match', '"1.other"')).status).toBe(200);
    // `fetch` adds this to whatever carries an If-None-Match.
    const asFetch = owner.get(url).set('If-None-Match', etag).set('Cache-Control', 'no-cache');
    expect((await asFetch).status).toBe(304);
  });

  test('is changed or deleted only as who asks has seen it, where they say so', async () => {
    const w = await world(service);
    const owner = service.as(w.owner.token);
    let url = await make(w, owner);
    const etag = (await owner.get(url)).headers['etag']!;
    if (change) {
      const changed = await owner.patch(url).set('If-Match', etag).send(change);
      expect(changed.status).toBe(200);
      const present = await owner.get(url);
      expect(present.headers['etag']).toMatch(/^"2\./);
      const stale = await owner
        .patch(url)
        .set('If-Match', `"7.x", W/${etag}`)
        .send({ ...change });
      expect([stale.status, stale.body.code, stale.headers['etag']]).toEqual([
        412,
        'changed_meanwhile',
        present.headers['etag'],
      ]);
      expect(stale.body[name]).toEqual(present.body[name]);
      expect(stale.headers['cache-control']).toBe('no-store');
      // Without the header as before; what changes nothing is no revision.
      expect((await owner.patch(url).send(change)).status).toBe(200);
      expect((await owner.get(url)).headers['etag']).toBe(present.headers['etag']);
      // A faulty body and a missing record come first.
      expect((await owner.patch(url).set('If-Match', etag).send({ unknown: 1 })).status).toBe(400);
      for (const fits of [present.headers['etag']!, '*', '"2.whatever-gzip"', 'W/"2"'])
        expect((await owner.patch(url).set('If-Match', fits).send(change)).status).toBe(200);
    }
    // People delete neither.
    if (name === 'finding' || name === 'run') return;
    const gone = name === 'webhook' ? url.replace(/[^/]*$/, newId()) : undefined;
    if (gone) expect((await owner.delete(gone).set('If-Match', etag)).status).toBe(404);
    const refused = await owner.delete(url).set('If-Match', '"9.x"');
    expect([refused.status, refused.body.code]).toEqual([412, 'changed_meanwhile']);
    expect(refused.body[name]).toEqual((await owner.get(url)).body[name]);
    url = (await owner.get(url)).status === 200 ? url : '';
    expect((await owner.delete(url).set('If-Match', (await owner.get(url)).headers['etag']!)).status).toBe(204);
  });

  if (change)
    test('of two changes with one ETag exactly one is made', async () => {
      const w = await world(service);
      const owner = service.as(w.owner.token);
      const url = await make(w, owner);
      const etag = (await owner.get(url)).headers['etag']!;
      const [[field]] = Object.entries(change) as [[string, string]];
      const texts = ['one', 'two', 'three', 'four'];
      const answers = await Promise.all(
        texts.map((text) =>
          owner
            .patch(url)
            .set('If-Match', etag)
            .send({ [field]: text }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
      const winner = texts[answers.findIndex(({ status }) => status === 200)];
      const present = await owner.get(url);
      expect([present.body[name][field], present.headers['etag']]).toEqual([winner, expect.stringMatching(/^"2\./)]);
      expect(answers.find(({ status }) => status === 412)!.body[name][field]).toBe(winner);
    });
});

test('what is linked to a record counts, and is guarded by the record’s ETag', async () => {
  const w = await world(service);
  const owner = service.as(w.owner.token);
  const area = (await owner.post(`${w.product.url}/areas`).send({ name: 'Cart' })).body.area.id;
  const need = (await owner.get('/v1/functional-needs')).body.functionalNeeds[0].id;
  const [{ id: requirement }] = await service.database.query('SELECT id FROM requirements ORDER BY id LIMIT 1');
  for (const [kind, title] of [
    ['issues', 'x'],
    ['risks', 'y'],
  ] as const) {
    const url = await made(owner, `${w.product.url}/${kind}`, { title });
    const tag = async () => (await owner.get(url)).headers['etag']!;
    const revision = async () => Number(/^"(\d+)/.exec(await tag())![1]);
    const first = await tag();
    const put = (path: string, body: object, etag: string) =>
      owner.put(`${url}/${path}`).set('If-Match', etag).send(body);
    const linked = await put('functional-needs', { functionalNeedIds: [need] }, first);
    // The list is not the record, whose tag it has no part in.
    expect([linked.status, linked.headers['etag']]).toEqual([200, undefined]);
    expect(await revision()).toBe(2);
    const stale = await put('functional-needs', { functionalNeedIds: [] }, first);
    expect([stale.status, stale.body[kind.slice(0, -1)].functionalNeeds.length]).toEqual([412, 1]);
    expect((await put('functional-needs', { functionalNeedIds: [newId()] }, first)).status).toBe(400);
    // The same again is no change.
    expect((await put('functional-needs', { functionalNeedIds: [need] }, await tag())).status).toBe(200);
    expect(await revision()).toBe(2);
    expect(
      (
        await owner
          .patch(url)
          .set('If-Match', first)
          .send({ areaIds: [area] })
      ).status,
    ).toBe(412);
    expect(
      (
        await owner
          .patch(url)
          .set('If-Match', await tag())
          .send({ areaIds: [area] })
      ).status,
    ).toBe(200);
    expect(await revision()).toBe(3);
    expect(
      (
        await owner
          .patch(url)
          .set('If-Match', first)
          .send({ areaIds: [newId()] })
      ).status,
    ).toBe(400);
    if (kind === 'issues') {
      expect((await put('requirements', { requirementIds: [requirement] }, first)).status).toBe(412);
      expect((await put('requirements', { requirementIds: [requirement] }, await tag())).status).toBe(200);
      expect(await revision()).toBe(4);
    }
  }
});

test('a pin, a scan and a new Grade refuse no edit, and are never hidden by 304', async () => {
  const w = await world(service);
  const owner = service.as(w.owner.token);
  const first = (await owner.get(w.product.url)).headers['etag']!;
  await owner.post(`${w.product.url}/pin`).expect(200);
  const pinned = await owner.get(w.product.url).set('If-None-Match', first);
  expect([pinned.status, pinned.body.product.isPinned]).toEqual([200, true]);
  await scan(w, [finding()], { coverage: 'complete' });
  const graded = await owner.get(w.product.url).set('If-None-Match', pinned.headers['etag']!);
  expect(graded.status).toBe(200);
  expect((await owner.patch(w.product.url).set('If-Match', first).send({ description: 'x' })).status).toBe(200);

  const [{ id }] = (await owner.get(`${w.product.url}/findings`)).body.findings;
  const url = `${w.product.url}/findings/${id}`;
  const seen = (await owner.get(url)).headers['etag']!;
  await scan(w, [], { coverage: 'complete' });
  expect((await owner.get(url).set('If-None-Match', seen)).body.finding.status).toBe('resolved');
  expect((await owner.patch(url).set('If-Match', seen).send({ title: 'Better' })).status).toBe(200);
  // Triage is a change by people.
  const edited = (await owner.get(url)).headers['etag']!;
  await owner.post(`${url}/reopen`).expect(200);
  expect((await owner.patch(url).set('If-Match', edited).send({ title: 'Best' })).status).toBe(412);
});

test('who refers to what is deleted is as if it had been changed', async () => {
  const w = await world(service);
  const owner = service.as(w.owner.token);
  const standardUrl = await made(owner, `${w.organization.url}/standards`, { name: 'Own', levels: [{ name: 'Must' }] });
  const { standard: own } = (await owner.get(standardUrl)).body;
  const level = own.levels[0].id;
  const required = await made(owner, `${standardUrl}/requirements`, { name: 'r', level });
  const requirement = (await owner.get(required)).body.requirement.id;
  const areaUrl = await made(owner, `${w.product.url}/areas`, { name: 'Cart' });
  const areaIds = [(await owner.get(areaUrl)).body.area.id];
  const audit = await made(owner, `${w.product.url}/audits`, {});
  await owner.patch(audit).send({ standardId: own.id, conformanceLevel: level }).expect(200);
  const auditId = (await owner.get(audit)).body.audit.id;
  const issue = await made(owner, `${w.product.url}/issues`, { title: 'x', areaIds, auditId });
  await owner
    .put(`${issue}/requirements`)
    .send({ requirementIds: [requirement] })
    .expect(200);
  const risk = await made(owner, `${w.product.url}/risks`, { title: 'x', areaIds });
  const materialized = (await owner.post(`${risk}/materialize`).expect(201)).body.issue;

  const revisionOf = async (url: string) => Number(/^"(\d+)/.exec((await owner.get(url)).headers['etag']!)![1]);
  /** How far the revisions of these records rise by a deletion. */
  const raised = async (deleted: string, ...urls: string[]) => {
    const before = await Promise.all(urls.map(revisionOf));
    await owner.delete(deleted).expect(204);
    return (await Promise.all(urls.map(revisionOf))).map((revision, index) => revision - before[index]!);
  };
  expect(await raised(areaUrl, issue, risk, w.product.url)).toEqual([1, 1, 0]);
  expect(await raised(`${w.product.url}/issues/${materialized.number}`, risk, issue)).toEqual([1, 0]);
  expect(await raised(required, issue, risk)).toEqual([1, 0]);
  expect(await raised(standardUrl, audit, issue)).toEqual([1, 0]);
  expect(await raised(audit, issue)).toEqual([1]);
});

test('a change of many that changes nothing is no revision and no event, and of some is one of these', async () => {
  const w = await world(service);
  const owner = service.as(w.owner.token);
  for (const [kind, data] of [
    ['issues', { severity: 'high' }],
    ['risks', { likelihood: 'high' }],
  ] as const) {
    const [one, other] = [
      await made(owner, `${w.product.url}/${kind}`, { title: 'x', ...data }),
      await made(owner, `${w.product.url}/${kind}`, { title: 'y' }),
    ];
    const name = kind.slice(0, -1);
    const [{ id }, { id: otherId }] = [(await owner.get(one)).body[name], (await owner.get(other)).body[name]];
    const etag = (await owner.get(one)).headers['etag'];
    const events = async () =>
      (await owner.get(`${w.organization.url}/changes`)).body.changes
        .filter(({ type }: { type: string }) => type === `${name}.bulk_updated`)
        .map(({ subject }: { subject: { title: string } }) => subject.title);
    const bulk = (ids: string[]) => owner.patch(`${w.organization.url}/${kind}/bulk`).send({ ids, data });
    expect([(await bulk([id])).body, await events()]).toEqual([{ updated: 1, notFound: [] }, []]);
    expect([(await bulk([id, otherId])).body, await events()]).toEqual([{ updated: 2, notFound: [] }, [`1 ${kind}`]]);
    expect((await owner.get(one)).headers['etag']).toBe(etag);
  }
});

test('412 comes before what the state of a record forbids', async () => {
  const w = await world(service);
  const owner = service.as(w.owner.token);
  const url = await made(owner, `${w.product.url}/risks`, { title: 'x' });
  const first = (await owner.get(url)).headers['etag']!;
  await owner.post(`${url}/materialize`).expect(201);
  expect((await owner.patch(url).set('If-Match', first).send({ status: 'identified' })).status).toBe(412);
  expect((await owner.patch(url).send({ status: 'identified' })).body.code).toBe('risk_materialized');
  // Changes of many at once count too.
  const issue = await made(owner, `${w.product.url}/issues`, { title: 'x' });
  const { headers, body } = await owner.get(issue);
  await owner
    .patch(`${w.organization.url}/issues/bulk`)
    .send({ ids: [body.issue.id], data: { severity: 'high' } })
    .expect(200);
  expect((await owner.patch(issue).set('If-Match', headers['etag']!).send({ title: 'y' })).status).toBe(412);
});
