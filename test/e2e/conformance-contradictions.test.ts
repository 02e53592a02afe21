import { LiveStates } from '../../apps/api/src/reporting/conformance/public/live-states.service.js';
import { filledReport, reporting, type Reporting } from '../support/conformance.js';
import { daysAgo } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;
const open = (path: string) => service.as().get(path).buffer(true);
const member = (w: World) => service.as(w.member.token);
const admin = (w: World) => service.as(w.admin.token);

interface Published extends Reporting {
  w: World;
  token: string;
  /** Opens an issue at requirements by their places; returns its number. */
  openIssue(places: number[], over?: object): Promise<number>;
  tell(issue: number, reason: string | null, token?: string): Promise<{ status: number; body: { code?: string } }>;
}

/** A report that says that all is supported, the third not applicable, and admits that the fourth is not. */
async function published(): Promise<Published> {
  const w = await world(service);
  const r = await reporting(service, w);
  await r.fill({
    2: { verdict: 'not_applicable', remarks: 'There are no words.' },
    3: { verdict: 'does_not_support', remarks: 'Sentences are long.' },
  });
  const { publicToken: token } = (await admin(w).post(`${r.url}/publish`).expect(200)).body.conformanceReport;
  const openIssue = async (places: number[], over: object = {}) => {
    const body = { title: 'Secret barrier', ...over };
    const { issue } = (await member(w).post(`${w.product.url}/issues`).send(body).expect(201)).body;
    const requirementIds = places.map((place) => r.requirements[place]!.id);
    await member(w).put(`${w.product.url}/issues/${issue.number}/requirements`).send({ requirementIds }).expect(200);
    return issue.number as number;
  };
  const tell = async (issue: number, reason: string | null, as = w.admin.token) =>
    service.as(as).put(`${r.url}/contradictions/${issue}`).send({ reason });
  return { ...r, w, token, openIssue, tell };
}

const live = async ({ token }: Published) => {
  const { body } = await open(`/public/conformance/${token}.json`).expect(200);
  return [body.barriers, body.contradicted];
};
const badge = async ({ token }: Published): Promise<string> =>
  (await open(`/public/badge/${token}.json`).expect(200)).body.message.replace(/, [\d-]+$/, '');

/** As if the issue had been opened, and the report published, so many days before. */
const aged = async ({ w, number }: Published, days: number): Promise<void> => {
  const then = daysAgo(days);
  await service.database.query('UPDATE issues SET created_at = $2 WHERE organization_id = $1', [
    w.organization.id,
    then,
  ]);
  await service.database.query(
    'UPDATE conformance_reports SET published_at = $3 WHERE organization_id = $1 AND number = $2',
    [w.organization.id, number, then],
  );
  service.app.get(LiveStates).forget(w.product.id);
};

test('the page, the badge and the JSON say how many barriers have become known that the report does not cover', async () => {
  const p = await published();
  expect(await live(p)).toEqual([0, []]);
  await p.openIssue([0, 1]);
  await p.openIssue([2]);
  // That one is admitted already.
  await p.openIssue([3], { severity: 'high' });
  expect(await live(p)).toEqual([2, ['1.1.1', '1.4.3', '2.1']]);
  const { text } = await open(`/public/conformance/${p.token}`);
  expect(text).toMatch(
    /<header>\s*<p class="notice"\s*><strong>Since [^,]+, 2 barriers have become known that this report does not cover\. Requirements concerned: 1\.1\.1, 1\.4\.3, 2\.1\./,
  );
  expect(text).not.toContain('Secret');
  expect(await badge(p)).toMatch(/^2 barriers reported since, does not conform|^2 barriers reported since, partially/);
  for (const format of ['markdown', 'csv', 'earl'])
    expect((await member(p.w).get(`${p.url}/export?format=${format}`).buffer(true).expect(200)).text).toContain(
      '2 barriers have become known',
    );
});

test('a severe issue at what is said to be supported puts the badge under review after fourteen days', async () => {
  const p = await published();
  const issue = await p.openIssue([0], { severity: 'high' });
  await aged(p, 14);
  expect(await badge(p)).toMatch(/^1 barrier reported since/);
  await aged(p, 15);
  expect(await badge(p)).toBe('under review, 1 barrier reported since');
  await p.tell(issue, 'It is another product.');
  expect(await badge(p)).not.toMatch(/review|barrier/);
});

test.each([
  ['one that is not severe', [1], { severity: 'medium' }],
  ['one at what does not apply', [2], { severity: 'high' }],
])('%s never puts the badge under review', async (_, places, over) => {
  const p = await published();
  await p.openIssue(places, over);
  await aged(p, 400);
  expect(await badge(p)).toMatch(/^1 barrier reported since/);
});

test('an admin tells why an issue contradicts nothing, which the page shows with its date, and may take it back', async () => {
  const p = await published();
  const issue = await p.openIssue([0]);
  const other = await p.openIssue([0]);
  const { status, body } = await p.tell(issue, 'It is <b>another</b> product.');
  expect([status, body]).toEqual([
    200,
    {
      contradiction: {
        issueNumber: issue,
        severity: null,
        openedAt: expect.any(String),
        requirements: ['1.1.1'],
        reason: 'It is <b>another</b> product.',
        reasonedAt: expect.any(String),
      },
    },
  ]);
  expect(await live(p)).toEqual([1, ['1.1.1']]);
  const page = async () => (await open(`/public/conformance/${p.token}`)).text;
  expect(await page()).toContain('the organization states a reason that this does not contradict the report:');
  expect(await page()).toContain('It is &lt;b&gt;another&lt;/b&gt; product.');
  expect(await page()).toContain('Reported since ');
  const listed = (await member(p.w).get(`${p.url}/contradictions`).expect(200)).body;
  expect([listed.total, listed.contradictions.map((one: { reason: string | null }) => one.reason)]).toEqual([
    2,
    ['It is <b>another</b> product.', null],
  ]);
  await p.tell(other, 'Nor is this.');
  expect(await live(p)).toEqual([0, []]);
  expect((await p.tell(issue, null)).body).toMatchObject({ contradiction: { reason: null, reasonedAt: null } });
  expect(await live(p)).toEqual([1, ['1.1.1']]);
  expect(await page()).not.toContain('another');
  // What was told of one that has been closed since is taken back, too.
  await member(p.w).patch(`${p.w.product.url}/issues/${other}`).send({ state: 'closed' }).expect(200);
  expect((await p.tell(other, null)).body).toEqual({ contradiction: null });
  expect(await p.tell(other, null).then(refusal)).toBe('409 issue_contradicts_nothing');
});

test('what was told of an issue holds no more once it was reopened, until it is told again', async () => {
  const p = await published();
  const issue = await p.openIssue([0]);
  const move = (state: string) => member(p.w).patch(`${p.w.product.url}/issues/${issue}`).send({ state }).expect(200);
  await p.tell(issue, 'It is another product.');
  expect(await live(p)).toEqual([0, []]);
  await move('closed');
  await move('open');
  expect(await live(p)).toEqual([1, ['1.1.1']]);
  const { contradictions } = (await member(p.w).get(`${p.url}/contradictions`).expect(200)).body;
  expect(contradictions).toMatchObject([{ issueNumber: issue, reason: null, reasonedAt: null }]);
  await p.tell(issue, 'It is another product.');
  expect(await live(p)).toEqual([0, []]);
});

test('each change leaves one event, and saying the same again none', async () => {
  const p = await published();
  const issue = await p.openIssue([0]);
  for (const reason of ['One.', 'One.', 'Two.', null, null]) expect((await p.tell(issue, reason)).status).toBe(200);
  const { changes } = (
    await service
      .as(p.w.owner.token)
      .get(`${p.w.organization.url}/changes?type=conformance_report.contradiction_updated`)
      .expect(200)
  ).body;
  expect(changes.map((change: { changes: object }) => change.changes).reverse()).toEqual([
    [{ field: 'reason', from: null, to: 'One.' }],
    [{ field: 'reason', from: 'One.', to: 'Two.' }],
    [{ field: 'reason', from: 'Two.', to: null }],
  ]);
});

test('what contradicts nothing, is in a draft, too long, or of an archived product is refused', async () => {
  const p = await published();
  const [admitted, closed, unlinked] = [await p.openIssue([3]), await p.openIssue([0]), await p.openIssue([])];
  await member(p.w).patch(`${p.w.product.url}/issues/${closed}`).send({ state: 'closed' }).expect(200);
  for (const issue of [admitted, closed, unlinked])
    expect(refusal(await p.tell(issue, 'No.'))).toBe('409 issue_contradicts_nothing');
  expect(refusal(await p.tell(99, 'No.'))).toBe('404 not_found');
  const issue = await p.openIssue([0]);
  expect(refusal(await p.tell(issue, 'No.', p.w.member.token))).toMatch(/^403 /);
  for (const reason of ['', ' ', 'x'.repeat(2_001)])
    expect(refusal(await p.tell(issue, reason))).toBe('400 invalid_input');
  expect((await p.tell(issue, 'x'.repeat(2_000))).status).toBe(200);
  const draft = await admin(p.w).post(`${p.url}/revise`).expect(201);
  const revision = `${p.w.product.url}/conformance-reports/${draft.body.conformanceReport.number}`;
  expect(refusal(await admin(p.w).put(`${revision}/contradictions/${issue}`).send({ reason: 'No.' }))).toBe(
    '409 report_draft',
  );
  expect(refusal(await member(p.w).get(`${revision}/contradictions`))).toBe('409 report_draft');
  await service.as(p.w.owner.token).post(`${p.w.product.url}/archive`).expect(200);
  expect(refusal(await p.tell(issue, 'No.'))).toBe('409 product_archived');
});

test('all reasons of a report together have an end', async () => {
  const p = await published();
  const reason = 'é'.repeat(2_000);
  const statuses: string[] = [];
  for (let i = 0; i < 17; i += 1) statuses.push(refusal(await p.tell(await p.openIssue([0]), reason)));
  expect([...new Set(statuses.slice(0, 16)), statuses[16]]).toEqual(['200 undefined', '409 report_too_long']);
});

test('a report that supports everything says no longer that no inaccessible content is known', async () => {
  const w = await world(service);
  const url = await filledReport(service, w, 'wcag-2-2');
  const { verdicts } = (await member(w).get(`${url}/verdicts`).expect(200)).body;
  const failing = verdicts.filter((one: { verdict: string }) => one.verdict !== 'supports');
  const supports = { verdict: 'supports', remarks: null, evidence: [{ kind: 'audit', number: 1 }] };
  const all = failing.map(({ requirementId }: { requirementId: string }) => ({ requirementId, ...supports }));
  await member(w).patch(`${url}/verdicts`).send({ verdicts: all }).expect(200);
  const { publicToken } = (await admin(w).post(`${url}/publish`).expect(200)).body.conformanceReport;
  const NONE = 'No non-accessible content is known.';
  expect((await open(`/public/statement/${publicToken}`)).text).toContain(NONE);
  const { issue } = (await member(w).post(`${w.product.url}/issues`).send({ title: 'Secret' }).expect(201)).body;
  // As long as nobody has said what it fails, it contradicts no requirement, and is known all the same.
  const unlinked = (await open(`/public/statement/${publicToken}`)).text;
  expect(unlinked).not.toContain(NONE);
  expect(unlinked).toContain('1 open issue has not yet been assigned to a requirement.');
  const { body: live } = await open(`/public/conformance/${publicToken}.json`).expect(200);
  expect([live.barriers, live.unlinked]).toEqual([0, 1]);
  const { message } = (await open(`/public/badge/${publicToken}.json`).expect(200)).body;
  expect(message).toMatch(/^1 open issue without a requirement, conforms, /);
  const requirementIds = [verdicts[0].requirementId];
  await member(w).put(`${w.product.url}/issues/${issue.number}/requirements`).send({ requirementIds }).expect(200);
  const { text } = await open(`/public/statement/${publicToken}`);
  expect(text).not.toContain(NONE);
  expect(text).toContain('1 barrier has become known that this statement does not cover');
  expect(text).toContain('Reported since ');
  expect(text).not.toContain('not yet been assigned');
});

test('what means several criteria of the RGAA is known, although none of them is guessed', async () => {
  const w = await world(service);
  const url = await filledReport(service, w, 'rgaa');
  const { publicToken } = (await admin(w).post(`${url}/publish`).expect(200)).body.conformanceReport;
  const [wcag] = await service.database.query(
    `SELECT r.id FROM requirements r JOIN standards s ON s.id = r.standard_id WHERE s.slug = 'wcag-2-1' AND '1.1.1' = ANY (r.wcag)`,
  );
  const { issue } = (await member(w).post(`${w.product.url}/issues`).send({ title: 'Secret' }).expect(201)).body;
  const requirementIds = [wcag.id];
  await member(w).put(`${w.product.url}/issues/${issue.number}/requirements`).send({ requirementIds }).expect(200);
  const { body: live } = await open(`/public/conformance/${publicToken}.json`).expect(200);
  expect([live.barriers, live.unlinked]).toEqual([0, 1]);
  await member(w).patch(`${w.product.url}/issues/${issue.number}`).send({ state: 'closed' }).expect(200);
  expect((await open(`/public/conformance/${publicToken}.json`).expect(200)).body.unlinked).toBe(0);
});
