import { createHash } from 'node:crypto';
import { filledReport, reporting } from '../support/conformance.js';
import { eventually } from '../support/eventually.js';
import { ReportDocuments } from '../../apps/api/src/reporting/conformance/publishing/report-documents.service.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const admin = (w: World) => service.as(w.admin.token);
const open = (path: string) => service.as().get(path).buffer(true);

/** Publishes a report; returns the secret part of its address. */
async function published(slug = 'wcag-2-2', over: object = {}): Promise<{ w: World; url: string; token: string }> {
  const w = await world(service);
  const url = await filledReport(service, w, slug, over);
  const { conformanceReport } = (await admin(w).post(`${url}/publish`).expect(200)).body;
  return { w, url, token: conformanceReport.publicToken };
}

test('everybody who has the address reads the report, its forms, its statement and its badge', async () => {
  const { w, url, token } = await published();
  const page = await open(`/public/conformance/${token}`).expect(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(page.headers['set-cookie']).toBeUndefined();
  expect(page.text).toContain('Some &lt;b&gt;pages&lt;/b&gt; do not.');
  expect(page.text).not.toMatch(new RegExp(`${w.member.name}|[0-9a-f]{8}-[0-9a-f]{4}-7|grade|vpat`, 'i'));

  const frozen = (await service.as(w.member.token).get(`${url}/document`)).text;
  expect((await open(`/public/conformance/${token}.document.json`)).text).toBe(frozen);
  const { body } = await open(`/public/conformance/${token}.json`).expect(200);
  expect(body).toEqual({
    document: JSON.parse(frozen),
    sha256: createHash('sha256').update(frozen).digest('hex'),
    state: 'published',
    since: expect.any(String),
    barriers: 0,
    unlinked: 0,
    contradicted: [],
    underReview: false,
  });
  expect((await open(`/public/conformance/${token}.yaml`)).headers['content-type']).toMatch(/^application\/yaml/);
  expect((await open(`/public/statement/${token}`)).text).toContain('is partially compliant with');
  expect((await open(`/public/statement/${token}`)).text).not.toContain('counsel');
  const badge = await open(`/public/badge/${token}.json`).expect(200);
  expect(badge.body).toMatchObject({ schemaVersion: 1, label: 'WCAG 2.2 AA' });
  expect(badge.body.message).toMatch(/^does not conform, A \d+ of \d+, AA \d+ of \d+, \d{4}-\d\d-\d\d$/);
  const svg = await open(`/public/badge/${token}.svg`).expect(200);
  expect(svg.headers['content-type']).toMatch(/^image\/svg\+xml/);
});

test('what has not changed is 304, what has is another tag, and HEAD says the same without a body', async () => {
  const { w, url, token } = await published();
  for (const path of [
    `conformance/${token}`,
    `conformance/${token}.json`,
    `statement/${token}`,
    `badge/${token}.json`,
  ]) {
    const { headers } = await open(`/public/${path}`).expect(200);
    expect(headers['cache-control']).toBe('public, no-cache');
    const again = await open(`/public/${path}`).set('If-None-Match', headers['etag']!);
    expect([again.status, again.text]).toEqual([304, '']);
    // As a proxy hands it on that has packed the page.
    const packed = `W/${headers['etag']!.replace(/"$/, '-gzip"')}`;
    await open(`/public/${path}`).set('If-None-Match', packed).expect(304);
    const head = await service.as().head(`/public/${path}`).expect(200);
    expect([head.headers['etag'], head.headers['content-length']]).toEqual([
      headers['etag'],
      headers['content-length'],
    ]);
  }
  const { headers } = await open(`/public/conformance/${token}`);
  await admin(w).post(`${url}/withdraw`).expect(200);
  const withdrawn = await open(`/public/conformance/${token}`).set('If-None-Match', headers['etag']!).expect(200);
  expect(withdrawn.text).toMatch(/<header>\s*<p class="notice"\s*><strong>Withdrawn on /);
  expect((await open(`/public/badge/${token}.json`)).body.message).toMatch(/^withdrawn, /);
});

test('what issues say of a report is looked up once for all who ask, until the product changes, and then at once', async () => {
  const [one, other] = [await published(), await published()];
  const documents = service.app.get(ReportDocuments);
  const knownOf = documents.knownOf.bind(documents);
  let lookedUp = 0;
  documents.knownOf = (...of) => {
    lookedUp += 1;
    return knownOf(...of);
  };
  const badge = () => open(`/public/badge/${one.token}.json`).expect(200);
  const { headers } = await badge();
  await Promise.all(Array.from({ length: 20 }, badge));
  await open(`/public/badge/${one.token}.json`).set('If-None-Match', headers['etag']!).expect(304);
  expect(lookedUp).toBe(1);
  const report = ({ w }: typeof one) =>
    service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'Barrier' }).expect(201);
  await report(other);
  await badge();
  expect(lookedUp).toBe(1);
  await report(one);
  await Promise.all([badge(), badge()]);
  expect(lookedUp).toBe(2);
  documents.knownOf = knownOf;
});

test('an issue that is opened later is shown as reported since, and when it was closed', async () => {
  const { w, token } = await published();
  const member = service.as(w.member.token);
  const { requirements } = (await member.get(`${w.organization.url}/standards/wcag-2-2/requirements`)).body;
  const created = await member.post(`${w.product.url}/issues`).send({ title: 'Secret barrier' }).expect(201);
  const issue = created.headers['location']!;
  await member
    .put(`${issue}/requirements`)
    .send({ requirementIds: [requirements[0].id] })
    .expect(200);
  const { text } = await open(`/public/conformance/${token}`);
  expect(text).toContain('Reported since ');
  expect(text).not.toContain('Secret barrier');
  await member.patch(issue).send({ state: 'closed' }).expect(200);
  const closed = (await open(`/public/conformance/${token}`)).text;
  expect(closed).toMatch(/Reported on [^,]+, closed on /);
});

test('what was reported stays to be read where the issue is deleted, or linked to something else', async () => {
  const { w, url, token } = await published();
  const member = service.as(w.member.token);
  const { requirements } = (await member.get(`${w.organization.url}/standards/wcag-2-2/requirements`)).body;
  const link = (issue: string, places: number[]) =>
    member
      .put(`${issue}/requirements`)
      .send({ requirementIds: places.map((place) => requirements[place].id) })
      .expect(200);
  const issues: string[] = [];
  for (const place of [0, 2]) {
    const created = await member.post(`${w.product.url}/issues`).send({ title: 'Secret barrier' }).expect(201);
    issues.push(created.headers['location']!);
    await link(issues.at(-1)!, [place]);
  }
  const reported = async () =>
    (await open(`/public/conformance/${token}`)).text.match(
      /Reported (since|on [^,<]+, (closed on|no longer listed here since)) /g,
    );
  expect(await reported()).toEqual(['Reported since ', 'Reported since ']);
  await service.as(w.owner.token).delete(issues[0]!).expect(204);
  await link(issues[1]!, []);
  // Nobody closed them: it would not be true.
  const gone = expect.stringMatching(/^Reported on .* no longer listed here since $/);
  expect(await reported()).toEqual([gone, gone]);
  // One that is linked anew is open again.
  await link(issues[1]!, [2]);
  expect(await reported()).toEqual([gone, 'Reported since ']);
  // What was closed before it was deleted was closed; and a revision tells no more of what had ended by then.
  await member.patch(issues[1]!).send({ state: 'closed' }).expect(200);
  await service.as(w.owner.token).delete(issues[1]!).expect(204);
  expect(await reported()).toEqual([gone, expect.stringMatching(/^Reported on .* closed on $/)]);
  await service.as(w.admin.token).post(`${url}/revise`).expect(201);
  await service.as(w.admin.token).post(`${w.product.url}/conformance-reports/2/publish`).expect(200);
  expect(await reported()).toBeNull();
});

test('addresses that were never one, were renewed, removed, or belong to a module that is off are alike 404', async () => {
  const { w, url, token } = await published();
  const answers = async (one: string) => {
    const paths = ['conformance/@', 'conformance/@.yaml', 'conformance/@.json', 'statement/@', 'badge/@.svg'];
    return Promise.all(
      paths.map(async (path) => {
        const { status, body } = await service.as().get(`/public/${path.replace('@', one)}`);
        return [status, body.code, body.message];
      }),
    );
  };
  const unknown = await answers('x'.repeat(43));
  expect(unknown[0]!.slice(0, 2)).toEqual([404, 'not_found']);
  const { publicToken } = (await admin(w).post(`${url}/public-token`).expect(200)).body;
  expect(await answers(token)).toEqual(unknown);
  await open(`/public/conformance/${publicToken}`).expect(200);

  const turn = (enabled: boolean) =>
    service.as(w.owner.token).patch(`${w.organization.url}/settings/modules`).send({ module: 'conformance', enabled });
  await turn(false).expect(200);
  expect(await answers(publicToken)).toEqual(unknown);
  await turn(true).expect(200);
  await open(`/public/conformance/${publicToken}`).expect(200);
  await admin(w).delete(`${url}/public-token`).expect(204);
  expect(await answers(publicToken)).toEqual(unknown);
});

test('a browser that asks for a page at an address that leads nowhere gets one; programs and other forms get a problem', async () => {
  const { w, url, token } = await published();
  await admin(w).delete(`${url}/public-token`).expect(204);
  const asked = (path: string) => open(path).set('Accept', 'text/html,application/xhtml+xml,*/*;q=0.8').expect(404);
  const page = async (kind: string, one: string) => {
    const { headers, text } = await asked(`/public/${kind}/${one}`);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    expect(text).toContain('<link rel="stylesheet" href="../../pages/style.css" />');
    return text.replace(/Request [\w-]+/, '');
  };
  for (const kind of ['conformance', 'statement'])
    expect(await page(kind, token)).toBe(await page(kind, 'x'.repeat(43)));
  for (const path of [`conformance/${token}.yaml`, `conformance/${token}.json`, `badge/${token}.svg`])
    expect((await asked(`/public/${path}`)).headers['content-type']).toMatch(/^application\/problem\+json/);
  const { headers } = await open(`/public/conformance/${token}`).expect(404);
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
});

test('nothing is at another ending', async () => {
  const { token } = await published('wcag-2-0');
  for (const ending of ['.exe', '.', '.json.json', '.constructor'])
    for (const kind of ['conformance', 'badge']) await open(`/public/${kind}/${token}${ending}`).expect(404);
  await open(`/public/statement/${token}`).expect(404);
});

test('a standard without a catalogue or a model has no YAML and no statement, and a badge all the same', async () => {
  const w = await world(service);
  const r = await reporting(service, w);
  await r.fill();
  const { publicToken } = (await admin(w).post(`${r.url}/publish`).expect(200)).body.conformanceReport;
  await open(`/public/conformance/${publicToken}`).expect(200);
  await open(`/public/conformance/${publicToken}.yaml`).expect(404);
  await open(`/public/statement/${publicToken}`).expect(404);
  const badge = (await open(`/public/badge/${publicToken}.json`)).body;
  // Whatever it is called, nobody takes it for another.
  expect([badge.label, badge.message]).toEqual(['House rules AA (own standard)', expect.stringMatching(/^conforms, /)]);
});

test('each form of statement that the standard has stands at an address of its own', async () => {
  const { token } = await published('en-301-549');
  for (const [form, said] of [
    ['.eu', 'Enforcement procedure'],
    ['.uk', 'Equality and Human Rights Commission'],
    ['.eaa', 'Annex V'],
  ] as const) {
    const { text } = await open(`/public/statement/${token}${form}`).expect(200);
    expect(text).toContain(said);
    expect(text).not.toContain('counsel');
  }
  for (const form of ['.rgaa', '.us', '.mars']) await open(`/public/statement/${token}${form}`).expect(404);
});

test('a report that says too little has no public statement', async () => {
  const { token } = await published('en-301-549', { preparedBy: null });
  await open(`/public/statement/${token}`).expect(404);
});

test('the log has the secret part of no address, present or former, however it is asked for', async () => {
  const { w, url, token } = await published();
  await open(`/public/conformance/${token}`).expect(200);
  await open(`/PUBLIC/badge/${token}.svg?style=flat`).expect(200);
  await service.as().post(`/public/statement/${token}`).expect(405);
  await open(`//public/conformance/${token}/index.html`).expect(404);
  await admin(w).delete(`${url}/public-token`).expect(204);
  await open(`/public/conformance/${token}.json`).expect(404);
  await eventually(() => service.log.at(-1)!.includes('/public/conformance/'));
  expect(service.log.join('')).not.toContain(token);
  expect(service.log.join('')).toContain('"path":"/PUBLIC/badge/[redacted]"');
});

describe('with a limit of its own', () => {
  const limited = useService({ PUBLISHED_LIMIT_PER_MINUTE: '3' });

  test('one address reads so many published pages a minute, whatever else it reads', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1)
      statuses.push((await limited.as().get(`/public/conformance/${'x'.repeat(43)}`)).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
    await limited.as().get('/health/live').expect(200);
    expect(limited.log.join('')).not.toContain('xxx');
  });
});
