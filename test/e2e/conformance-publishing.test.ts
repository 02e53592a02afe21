import { createHash } from 'node:crypto';
import { endOfReport } from '../../apps/api/src/reporting/conformance/validity.js';
import { REPORT, reporting, type Reporting } from '../support/conformance.js';
import { fromNow, hoursAhead } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;
const admin = (w: World) => service.as(w.admin.token);
const member = (w: World) => service.as(w.member.token);
const publish = (w: World, url: string) => admin(w).post(`${url}/publish`);

async function published(): Promise<{ w: World; r: Reporting; report: Record<string, string> }> {
  const w = await world(service);
  const r = await reporting(service, w);
  await r.fill({ 1: { verdict: 'partially_supports', remarks: 'Grey on grey' } });
  return { w, r, report: (await publish(w, r.url).expect(200)).body.conformanceReport };
}

async function issueAt(w: World, requirementId: string): Promise<string> {
  const url = (await member(w).post(`${w.product.url}/issues`).send({ title: 'Barrier' }).expect(201)).headers[
    'location'
  ]!;
  await member(w)
    .put(`${url}/requirements`)
    .send({ requirementIds: [requirementId] })
    .expect(200);
  return url;
}

test('what is published is frozen, byte for byte, whatever becomes of what it rests on', async () => {
  const { w, r, report } = await published();
  expect(report).toMatchObject({
    status: 'published',
    superseded: false,
    publicToken: expect.stringMatching(/^[\w-]{43}$/),
  });
  const { completedAt } = (await member(w).get(r.audit.url)).body.audit;
  expect(report['validUntil']).toBe(endOfReport(null, [new Date(completedAt)]).toISOString());
  const bytes = async () => (await member(w).get(`${r.url}/document`).expect(200)).text;
  const text = await bytes();
  expect(createHash('sha256').update(text).digest('hex')).toBe(report['sha256']);
  const document = JSON.parse(text);
  expect(document).toMatchObject({
    schema: 1,
    number: 1,
    title: REPORT.title,
    organization: { name: 'Example' },
    standard: { name: 'House rules', catalogue: null, levels: ['A', 'AA'] },
    conformanceLevel: 'AA',
    audit: { number: 1 },
    groups: [{ key: 1, number: '1', name: 'Principle', parent: null }],
    requirements: [
      { number: '1.1.1', name: 'Text alternatives', level: 'A', group: 1, wcag: '1.1.1', inScope: true },
      { number: '1.4.3', verdicts: [{ component: 'web', verdict: 'partially_supports', remarks: 'Grey on grey' }] },
      {
        number: '2.1',
        group: null,
        verdicts: [{ evidence: [{ kind: 'audit', number: 1, date: expect.any(String) }] }],
      },
      { number: '2.2', level: 'AA' },
    ],
  });
  // Nothing leaves that leads to a row or to a person who stated a verdict, nor what an audit is called inside.
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}|statedBy/);
  expect(text).not.toContain(w.member.name);
  expect(text).not.toContain('For colleagues');

  for (const request of [
    member(w).patch(r.url).send({ title: 'Better' }),
    member(w).delete(r.url),
    publish(w, r.url),
    member(w)
      .patch(`${r.url}/verdicts`)
      .send({ verdicts: [{ requirementId: r.requirements[0]!.id, verdict: null }] }),
    member(w).put(`${r.url}/verdicts/${r.requirements[0]!.id}`).send({ verdict: 'supports' }),
    member(w).put(`${r.url}/verdicts/groups/${r.group.id}`).send({ remarks: 'x' }),
  ])
    expect(refusal(await request)).toBe('409 report_published');

  await admin(w).delete(r.audit.url).expect(204);
  await service.as(w.owner.token).delete(`${w.organization.url}/standards/${r.standard.slug}`).expect(204);
  const renamed = { organizationId: w.organization.id, data: { name: 'Renamed' } };
  await service.as(w.owner.token).post('/api/auth/organization/update').send(renamed).expect(200);
  await service.as(w.member.token).post('/api/auth/delete-user').send({}).expect(200);
  const after = (await admin(w).get(r.url)).body.conformanceReport;
  expect(after).toMatchObject({
    standardId: r.standard.id,
    conformanceLevel: r.standard.levels[1]!.id,
    auditId: r.audit.id,
  });
  expect((await admin(w).get(`${r.url}/document`)).text).toBe(text);
  const { verdicts } = (await admin(w).get(`${r.url}/verdicts`)).body;
  expect(verdicts).toHaveLength(4);
  expect(verdicts[0].statedBy).toEqual({ userId: null, name: w.member.name });
  const revised = (await admin(w).post(`${r.url}/revise`).expect(201)).body.conformanceReport;
  expect(revised).toMatchObject({ standardId: null, conformanceLevel: null, auditId: null });
});

test('the secret of public addresses is for those who may renew it, and stored so that nobody reads it', async () => {
  const { w, r, report } = await published();
  expect((await member(w).get(r.url)).body.conformanceReport.publicToken).toBeNull();
  expect((await admin(w).get(r.url)).body.conformanceReport.publicToken).toBe(report['publicToken']);
  const { publicToken } = (await admin(w).post(`${r.url}/public-token`).expect(200)).body;
  expect(publicToken).not.toBe(report['publicToken']);
  expect((await admin(w).get(r.url)).body.conformanceReport.publicToken).toBe(publicToken);
  const [{ found }] = await service.database.query<[{ found: string }]>(
    `SELECT string_agg(r::text || coalesce(t::text, ''), '') AS found FROM conformance_reports r
     LEFT JOIN conformance_tokens t ON t.organization_id = r.organization_id WHERE r.organization_id = $1`,
    [w.organization.id],
  );
  expect(found).not.toContain(publicToken);
  await admin(w).delete(`${r.url}/public-token`).expect(204);
  await admin(w).delete(`${r.url}/public-token`).expect(204);
  expect((await admin(w).get(r.url)).body.conformanceReport.publicToken).toBeNull();
  for (const path of ['publish', 'withdraw', 'revise', 'review', 'public-token'])
    expect(refusal(await member(w).post(`${r.url}/${path}`))).toBe('403 role_too_low');
  expect(refusal(await member(w).delete(`${r.url}/public-token`))).toBe('403 role_too_low');
});

test('a revision says what was published, and takes over its public address once it is published itself', async () => {
  const { w, r, report } = await published();
  const created = await admin(w).post(`${r.url}/revise`).expect(201);
  const second = `${w.product.url}/conformance-reports/2`;
  expect(created.headers['location']).toBe(second);
  expect(created.body.conformanceReport).toMatchObject({
    number: 2,
    status: 'draft',
    revisionOf: 1,
    title: REPORT.title,
    auditId: r.audit.id,
    sha256: null,
    publicToken: null,
    validUntil: null,
  });
  const said = async (url: string) =>
    (await member(w).get(`${url}/verdicts`)).body.verdicts.map(
      ({ revision: _, ...verdict }: { revision: number }) => verdict,
    );
  expect(await said(second)).toEqual(await said(r.url));
  const next = (await publish(w, second).expect(200)).body.conformanceReport;
  expect(next.publicToken).toBe(report['publicToken']);
  expect((await admin(w).get(r.url)).body.conformanceReport).toMatchObject({ superseded: true, publicToken: null });
  expect(refusal(await admin(w).post(`${r.url}/public-token`))).toBe('409 report_superseded');
  // Whoever revises an earlier one ends what has replaced it.
  await admin(w).post(`${r.url}/revise`).expect(201);
  const third = (await publish(w, `${w.product.url}/conformance-reports/3`).expect(200)).body.conformanceReport;
  expect(third).toMatchObject({ revisionOf: 1, publicToken: report['publicToken'] });
  expect((await admin(w).get(second)).body.conformanceReport).toMatchObject({ superseded: true, publicToken: null });
});

test('whichever report is revised, only its latest publication is said, at the one address', async () => {
  const { w, r, report } = await published();
  const url = (number: number) => `${w.product.url}/conformance-reports/${number}`;
  const standing = async () => {
    const { conformanceReports } = (await admin(w).get(`${w.product.url}/conformance-reports`)).body;
    return conformanceReports
      .filter(({ status, superseded }: { status: string; superseded: boolean }) => status !== 'draft' && !superseded)
      .map(({ number }: { number: number }) => number);
  };
  for (const _ of [2, 3]) await admin(w).post(`${r.url}/revise`).expect(201);
  await publish(w, url(2)).expect(200);
  await admin(w)
    .post(`${url(2)}/withdraw`)
    .expect(200);
  await publish(w, url(3)).expect(200);
  expect(await standing()).toEqual([3]);
  for (const [revised, next] of [
    [2, 4],
    [3, 5],
    [1, 6],
  ] as const) {
    await admin(w)
      .post(`${url(revised)}/revise`)
      .expect(201);
    const said = (await publish(w, url(next)).expect(200)).body.conformanceReport;
    expect(said).toMatchObject({ revisionOf: revised, publicToken: report['publicToken'] });
    expect(await standing()).toEqual([next]);
  }
});

test('of revisions published at once one is said, and has the public address', async () => {
  const { w, r, report } = await published();
  const numbers = [2, 3, 4, 5, 6];
  for (const _ of numbers) await admin(w).post(`${r.url}/revise`).expect(201);
  const url = (number: number) => `${w.product.url}/conformance-reports/${number}`;
  await Promise.all(numbers.map((number) => publish(w, url(number)).expect(200)));
  const reports = await Promise.all(numbers.map((number) => admin(w).get(url(number))));
  const said = reports.map(({ body }) => body.conformanceReport).filter(({ superseded }) => !superseded);
  expect(said).toEqual([expect.objectContaining({ publicToken: report['publicToken'] })]);
  await admin(w)
    .delete(`${url(said[0].number)}/public-token`)
    .expect(204);
  await service.as().get(`/public/conformance/${report['publicToken']}`).expect(404);
});

test('withdrawing, reviewing and taking away the public address go on in an archived product, and nothing else', async () => {
  const { w, r } = await published();
  const draft = `${w.product.url}/conformance-reports/2`;
  await member(w).post(`${w.product.url}/conformance-reports`).send(REPORT).expect(201);
  for (const path of ['withdraw', 'revise', 'review', 'public-token'])
    expect(refusal(await admin(w).post(`${draft}/${path}`))).toBe('409 report_draft');
  expect(refusal(await admin(w).delete(`${draft}/public-token`))).toBe('409 report_draft');
  expect(refusal(await member(w).get(`${draft}/document`))).toBe('409 report_draft');
  await admin(w).post(`${w.product.url}/archive`).expect(200);
  for (const [url, path] of [
    [draft, 'publish'],
    [r.url, 'revise'],
    [r.url, 'public-token'],
  ])
    expect(refusal(await admin(w).post(`${url}/${path}`))).toBe('409 product_archived');
  expect((await admin(w).post(`${r.url}/review`).expect(200)).body.conformanceReport.reviewedAt).toEqual(
    expect.any(String),
  );
  await admin(w).delete(`${r.url}/public-token`).expect(204);
  const withdrawn = (await admin(w).post(`${r.url}/withdraw`).expect(200)).body.conformanceReport;
  expect(withdrawn).toMatchObject({ status: 'withdrawn', withdrawnAt: expect.any(String) });
  expect((await admin(w).post(`${r.url}/withdraw`).expect(200)).body.conformanceReport).toEqual(withdrawn);
  expect((await member(w).get(`${r.url}/problems`)).body).toEqual({ problems: [] });
});

describe('a report is refused, and says why', () => {
  test('while it is empty', async () => {
    const w = await world(service);
    const r = await reporting(service, w);
    await member(w).patch(r.url).send({ author: null, contact: null, auditId: null });
    const problems = ['audit_missing', 'author_incomplete', 'contact_incomplete'];
    const missing = ['1.1.1', '1.4.3', '2.1', '2.2'].map((number) => `verdict_missing ${number}`);
    expect(await r.problems()).toEqual([...problems, ...missing]);
    const refused = await publish(w, r.url);
    expect(refusal(refused)).toBe('409 report_incomplete');
    expect(refused.body.problems).toEqual((await member(w).get(`${r.url}/problems`)).body.problems);
    expect(refused.body.problems[3]).toEqual({
      code: 'verdict_missing',
      requirementId: r.requirements[0]!.id,
      requirement: '1.1.1',
      component: null,
      message: expect.any(String),
    });
    await member(w).patch(r.url).send({ standardId: null });
    expect(await r.problems()).toEqual([problems[0], 'nothing_applicable', problems[1], problems[2]]);
  });

  test.each<[string, object, string[]]>([
    ['an audit that is not completed', { status: 'in_progress' }, ['audit_not_completed']],
    ['an audit whose completion has not come', { completedAt: '2999-01-01T00:00:00Z' }, ['audit_not_completed']],
    ['an audit of a small scope', { type: 'small_scope' }, ['audit_not_full']],
    ['an audit of no standard', { standardId: null }, ['audit_of_another_standard']],
    ['an audit that is too old', { completedAt: '2020-01-01T00:00:00Z' }, ['audit_too_old']],
    ['an audit of all levels', { conformanceLevel: null }, []],
  ])('for %s', async (_, change, problems) => {
    const w = await world(service);
    const r = await reporting(service, w);
    await r.fill();
    await member(w).patch(r.audit.url).send(change).expect(200);
    expect(await r.problems()).toEqual(problems);
  });

  test('for an end that has passed, which would let it begin expired', async () => {
    const w = await world(service);
    const r = await reporting(service, w);
    await r.fill();
    const until = (validUntil: Date) => member(w).patch(r.url).send({ validUntil }).expect(200);
    await until(fromNow(-1));
    expect(await r.problems()).toEqual(['validity_ended']);
    expect(refusal(await publish(w, r.url))).toBe('409 report_incomplete');
    const said = hoursAhead(1);
    await until(said);
    const { conformanceReport } = (await publish(w, r.url).expect(200)).body;
    expect(conformanceReport.validUntil).toBe(said.toISOString());
  });

  test('for an audit of a lower level, and rests on one of a higher level', async () => {
    const w = await world(service);
    const r = await reporting(service, w);
    await r.fill();
    const [a, aa] = r.standard.levels.map(({ id }) => id);
    const of = async (audited: string, reported: string | null) => {
      await member(w).patch(r.audit.url).send({ conformanceLevel: audited }).expect(200);
      await member(w).patch(r.url).send({ conformanceLevel: reported }).expect(200);
      return r.problems();
    };
    expect([await of(a!, aa!), await of(a!, null), await of(aa!, a!)]).toEqual([
      ['audit_of_another_standard'],
      ['audit_of_another_standard'],
      [],
    ]);
  });

  test.each<[string, Record<number, object | null>, string[]]>([
    ['a requirement of which nothing is said', { 0: null }, ['verdict_missing 1.1.1']],
    ['one that was not evaluated', { 0: { verdict: 'not_evaluated' } }, ['not_evaluated 1.1.1']],
    ['a failure without remarks', { 1: { verdict: 'does_not_support' } }, ['remarks_missing 1.4.3']],
    ['remarks that are blank', { 1: { verdict: 'not_applicable', remarks: ' ' } }, ['remarks_missing 1.4.3']],
    ['support without evidence', { 3: { evidence: [] } }, ['evidence_missing 2.2']],
    [
      'what applies to nothing',
      Object.fromEntries([0, 1, 2, 3].map((place) => [place, { verdict: 'not_applicable', remarks: 'No' }])),
      ['nothing_applicable'],
    ],
  ])('for %s', async (_, exceptions, problems) => {
    const w = await world(service);
    const r = await reporting(service, w);
    await r.fill(exceptions);
    expect(await r.problems()).toEqual(problems);
  });

  test('for what a key has stated, unless that is a failure; a person who has left still counts', async () => {
    const w = await world(service);
    const r = await reporting(service, w);
    await r.fill();
    const verdicts = r.requirements.map(({ id: requirementId }, index) => ({
      requirementId,
      remarks: 'By a program',
      verdict: ['supports', 'not_applicable', 'partially_supports', 'does_not_support'][index],
    }));
    await service.as(w.keys.write).patch(`${r.url}/verdicts`).send({ verdicts }).expect(200);
    expect(await r.problems()).toEqual(['not_stated_by_a_person 1.1.1', 'not_stated_by_a_person 1.4.3']);
    await r.fill();
    await service.as(w.member.token).post('/api/auth/delete-user').send({}).expect(200);
    expect((await admin(w).get(`${r.url}/problems`)).body.problems).toEqual([]);
  });

  test('for evidence that is gone', async () => {
    const w = await world(service);
    const r = await reporting(service, w);
    const { testActivity } = (await member(w).post(`${w.product.url}/test-activity`).send({ type: 'manual_test' }))
      .body;
    const issue = await issueAt(w, r.requirements[1]!.id);
    await r.fill({
      0: { evidence: [{ kind: 'test_activity', number: testActivity.number }] },
      1: { verdict: 'partially_supports', remarks: 'x', evidence: [{ kind: 'issue', number: 1 }] },
    });
    expect(await r.problems()).toEqual([]);
    await service.as(w.owner.token).delete(`${w.product.url}/test-activity/${testActivity.number}`).expect(204);
    await service.as(w.owner.token).delete(issue).expect(204);
    expect(await r.problems()).toEqual(['evidence_missing 1.1.1', 'evidence_missing 1.4.3']);
  });

  test('while an issue speaks against a verdict, and until somebody has judged anew once it is closed', async () => {
    const w = await world(service);
    const r = await reporting(service, w);
    await r.fill({ 2: { verdict: 'not_applicable', remarks: 'No text' } });
    // Through the WCAG number of another standard's requirement too.
    const { requirements } = (await member(w).get(`${w.organization.url}/standards/wcag-2-2/requirements`)).body;
    const same = requirements.find(({ metadata }: { metadata: { wcag?: string } }) => metadata.wcag === '1.4.3').id;
    const issues = [await issueAt(w, same), await issueAt(w, r.requirements[2]!.id)];
    expect(await r.problems()).toEqual(['issue_open 1.4.3', 'issue_open 2.1']);
    // Judged while it was open.
    await r.fill({ 2: { verdict: 'not_applicable', remarks: 'No text' } });
    for (const url of issues) await member(w).patch(url).send({ state: 'closed' }).expect(200);
    expect(await r.problems()).toEqual(['issue_open 1.4.3', 'issue_open 2.1']);
    await r.fill();
    expect(await r.problems()).toEqual([]);
    await member(w).patch(issues[0]!).send({ state: 'open' }).expect(200);
    await r.state({ requirementId: r.requirements[1]!.id, verdict: 'partially_supports', remarks: 'Known' });
    expect(await r.problems()).toEqual([]);
  });

  test('while nobody has judged anew where an issue was open then, which was deleted or unlinked since', async () => {
    const w = await world(service);
    const r = await reporting(service, w);
    const [deleted, unlinked] = [await issueAt(w, r.requirements[1]!.id), await issueAt(w, r.requirements[2]!.id)];
    await r.fill();
    await service.as(w.owner.token).delete(deleted).expect(204);
    await member(w).put(`${unlinked}/requirements`).send({ requirementIds: [] }).expect(200);
    expect(await r.problems()).toEqual(['issue_open 1.4.3', 'issue_open 2.1']);
    expect(refusal(await publish(w, r.url))).toBe('409 report_incomplete');
    await r.fill();
    expect(await r.problems()).toEqual([]);
  });
});

test('suggestions tell what speaks against each requirement, and never that it is supported', async () => {
  const w = await world(service);
  const r = await reporting(service, w);
  const issue = await issueAt(w, r.requirements[0]!.id);
  const finding = { title: 'Contrast', ruleId: 'color-contrast', wcag: ['1.4.3'] };
  await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: w.product.slug, type: 'automated_scan', tool: 'axe', findings: [finding] })
    .expect(201);
  const suggestions = async () =>
    (await member(w).get(`${r.url}/suggestions`).expect(200)).body.suggestions.map((s: Record<string, unknown>) => [
      s['component'],
      s['verdict'],
      s['issues'],
      s['findings'],
      s['testActivities'],
    ]);
  const nothing = ['web', null, [], 0, []];
  const contrast = ['web', null, [], 1, []];
  expect(await suggestions()).toEqual([['web', 'partially_supports', [1], 0, []], contrast, nothing, nothing]);
  await member(w).patch(issue).send({ state: 'closed' }).expect(200);
  expect(await suggestions()).toEqual([nothing, contrast, nothing, nothing]);
  expect((await member(w).get(`${r.url}/verdicts`)).body.verdicts).toEqual([]);
  await w.disable('testing');
  expect((await suggestions())[1]).toEqual(['web', null, [], null, []]);
});
