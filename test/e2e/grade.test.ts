import { DAY_MS } from '#libs/dates';
import { regraded } from '../support/grades.js';
import { daysAhead, nowMs } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const get = (w: World, path: string) => service.as(w.member.token).get(path);
const log = (w: World, body: object, url = w.product.url) =>
  service.as(w.member.token).post(`${url}/test-activity`).send(body);
const run = (w: World, context: object | undefined, over: object = {}) =>
  service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: w.product.slug, type: 'automated_scan', tool: 'axe', context, ...over });

describe('the Grade', () => {
  test('is not evaluated without evidence, ignores pull requests, keeps its history, and can be simulated', async () => {
    const w = await world(service);
    const grade = async () => (await get(w, `${w.product.url}/grade`)).body.grade;
    expect(await grade()).toMatchObject({
      letter: null,
      score: null,
      validUntil: null,
      reasons: [{ code: 'not_evaluated' }],
      next: { todo: [{ code: 'add_evidence' }] },
    });
    await run(w, { trigger: 'pull_request' });
    expect((await grade()).letter).toBeNull();
    await run(w, undefined);
    expect(await grade()).toMatchObject({ letter: 'C', next: { letter: 'B', todo: [{ code: 'add_human_test' }] } });
    await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'x', priority: 'critical' });
    expect(await grade()).toMatchObject({ letter: 'D', potentialLetter: 'D' });
    expect((await get(w, w.product.url)).body.product.grade).toMatchObject({ letter: 'D' });
    const simulate = (query: string) => service.as(w.keys.read).get(`${w.product.url}/grade/simulate${query}`);
    const simulated = await simulate('?closeIssues=1');
    expect([simulated.status, simulated.body.grade.letter]).toEqual([200, 'C']);
    expect((await simulate('')).body.grade.letter).toBe('D');
    for (const unknown of ['1,2', '1&closeIssues=2'])
      expect((await simulate(`?closeIssues=${unknown}`)).body.errors[0].path).toBe('/query/closeIssues/1');
    for (const faulty of ['0', 'x', '1,,2'])
      expect((await simulate(`?closeIssues=${faulty}`)).body.errors[0].path).toBe('/query/closeIssues');
    expect((await service.as(w.keys.read).post(`${w.product.url}/grade/simulate`).send({})).status).toBe(405);
    const history = (await get(w, `${w.product.url}/grade/history`)).body;
    expect(history.grades.map(({ letter }: { letter: string }) => letter)).toEqual(['D', 'C', null]);
    await service.as(w.admin.token).delete(`${w.product.url}/test-activity/2`);
    expect((await grade()).letter).toBeNull();
  });

  test('counts a requirement of another standard through its WCAG number, and ignores what is out of scope', async () => {
    const w = await world(service);
    await log(w, { type: 'manual_test', target: 'https://shop.example/' });
    const requirement = async (slug: string, number: string) => {
      const { requirements } = (await get(w, `${w.organization.url}/standards/${slug}/requirements`)).body;
      return requirements.find(({ name }: { name: string }) => name.startsWith(`${number} `)).id;
    };
    await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'x', severity: 'high' });
    const link = async (id: string) =>
      service
        .as(w.member.token)
        .put(`${w.product.url}/issues/1/requirements`)
        .send({ requirementIds: [id] });
    const grade = async () => (await get(w, `${w.product.url}/grade`)).body.grade;
    await link(await requirement('wcag-2-0', '1.1.1'));
    expect(await grade()).toMatchObject({ letter: 'C', score: 98 });
    await link(await requirement('en-301-549', '10.1.1.1'));
    expect(await grade()).toMatchObject({ letter: 'C', score: 98 });
    // RGAA 1.2 refers to 1.1.1 and 4.1.2: which of them it is nobody knows, so it is linked to nothing.
    await link(await requirement('rgaa', '1.2'));
    expect(await grade()).toMatchObject({
      letter: 'C',
      score: 100,
      reasons: [
        { code: 'high_severity_issues', count: 1 },
        { code: 'unlinked_issues', count: 1, refs: [{ kind: 'issue', number: 1 }] },
        { code: 'no_recent_full_audit' },
      ],
    });
    await link(await requirement('wcag-2-2', '1.4.6'));
    expect(await grade()).toMatchObject({ letter: 'B', score: 100, reasons: [{ code: 'no_recent_full_audit' }] });
  });
});

/** Days ago, at midnight of UTC. */
const midnight = (days: number): string => new Date(Math.floor(nowMs() / DAY_MS - days) * DAY_MS).toISOString();
const gradeOf = async (w: World) => (await get(w, `${w.product.url}/grade`)).body.grade;
const codes = ({ reasons }: { reasons: { code: string; cap: string }[] }) =>
  reasons.map(({ code, cap }) => `${code}: ${cap}`);
const audit = async (w: World, { standard = {}, ...body }: Record<string, unknown> = {}) => {
  const created = await service.as(w.member.token).post(`${w.product.url}/audits`).send(body).expect(201);
  const { number } = created.body.audit;
  await service
    .as(w.member.token)
    .patch(`${w.product.url}/audits/${number}`)
    .send({ ...(standard as object), status: 'completed' })
    .expect(200);
  return created.body.audit;
};
const standardOf = async (w: World, slug: string) =>
  (await get(w, `${w.organization.url}/standards/${slug}`)).body.standard;
const requirementOf = async (w: World, number: string) => {
  const { requirements } = (await get(w, `${w.organization.url}/standards/wcag-2-2/requirements`)).body;
  return requirements.find(({ name }: { name: string }) => name.startsWith(`${number} `)).id;
};
const scanOf = (w: World, findings: object[], over: object = {}) =>
  run(w, undefined, {
    ...over,
    findings: findings.map((each, place) => ({ ruleId: `rule-${place}`, title: 'x', ...each })),
  });

describe('evidence', () => {
  test('an audit that shows nothing of what was examined is not substantiated until it is described, or an issue names it', async () => {
    const w = await world(service);
    const { id } = await audit(w);
    expect(await gradeOf(w)).toMatchObject({
      letter: 'C',
      reasons: [{ code: 'audit_not_substantiated', cap: 'C', count: 1, refs: [{ kind: 'audit', number: 1 }] }],
      next: { letter: 'B', todo: [{ code: 'substantiate_audit', count: 1 }] },
    });
    const member = service.as(w.member.token);
    await member.patch(`${w.product.url}/audits/1`).send({ description: ' \n' });
    expect((await gradeOf(w)).letter).toBe('C');
    await member.patch(`${w.product.url}/audits/1`).send({ description: 'Five pages, with NVDA.' });
    expect((await gradeOf(w)).letter).toBe('A');
    await member.patch(`${w.product.url}/audits/1`).send({ description: null });
    const issue = { title: 'Beyond the level', auditId: id };
    await member.post(`${w.product.url}/issues`).send(issue).expect(201);
    await member
      .put(`${w.product.url}/issues/1/requirements`)
      .send({ requirementIds: [await requirementOf(w, '1.4.6')] })
      .expect(200);
    expect((await gradeOf(w)).letter).toBe('A');
    await member.patch(`${w.product.url}/issues/1`).send({ state: 'closed' }).expect(200);
    expect((await gradeOf(w)).letter).toBe('A');
    await member.patch(`${w.product.url}/issues/1`).send({ auditId: null }).expect(200);
    expect((await gradeOf(w)).letter).toBe('C');
  });

  test('an audit is none as long as the day of its completion has not come', async () => {
    const w = await world(service);
    await audit(w);
    const patch = (body: object) =>
      service.as(w.member.token).patch(`${w.product.url}/audits/1`).send(body).expect(200);
    await patch({ description: 'Five pages, with NVDA.' });
    expect((await gradeOf(w)).letter).toBe('A');
    await patch({ completedAt: '2999-01-01T00:00:00.000Z' });
    expect(await gradeOf(w)).not.toMatchObject({ letter: expect.stringMatching(/[ABCD]/) });
    await patch({ completedAt: '2026-01-01T00:00:00.000Z' });
    expect((await gradeOf(w)).letter).toBe('A');
  });

  test('an audit whose own standard or level is deleted covers none that is in force, until one is named', async () => {
    const w = await world(service);
    const standards = `${w.organization.url}/standards`;
    const admin = service.as(w.admin.token);
    const own = { name: 'House rules', cumulative: true, levels: [{ name: 'Basic' }, { name: 'Full' }] };
    const { body } = await admin.post(standards).send(own);
    const { id, slug, levels } = body.standard;
    await admin.post(`${standards}/${slug}/requirements`).send({ name: 'Labels', level: levels[0].id }).expect(201);
    await admin.patch(w.product.url).send({ standardId: id, conformanceLevel: levels[1].id }).expect(200);
    await audit(w, { description: 'Five pages.' });
    expect((await gradeOf(w)).letter).toBe('A');
    await admin
      .patch(`${standards}/${slug}`)
      .send({ levels: [{ id: levels[0].id, name: 'Basic' }] })
      .expect(200);
    const ofAnother = { letter: 'B', reasons: [{ code: 'audit_of_another_standard' }] };
    expect(await gradeOf(w)).toMatchObject(ofAnother);
    const read = async () => (await admin.get(`${w.product.url}/audits/1`)).body.audit;
    expect(await read()).toMatchObject({ standardId: id, conformanceLevel: null, standardRemoved: true });
    await admin.delete(`${standards}/${slug}`).expect(204);
    expect(await gradeOf(w)).toMatchObject(ofAnother);
    expect(await read()).toMatchObject({ standardId: null, standardRemoved: true });
    const inForce = await standardOf(w, 'wcag-2-2');
    const named = { standardId: inForce.id, conformanceLevel: inForce.levels[2].id };
    await admin.patch(`${w.product.url}/audits/1`).send(named).expect(200);
    expect((await gradeOf(w)).letter).toBe('A');
    expect((await read()).standardRemoved).toBe(false);
  });

  test('an audit of another standard, or of a lower level, allows B; one of a higher level is as good as that in force', async () => {
    const w = await world(service);
    const older = await standardOf(w, 'wcag-2-0');
    await audit(w, { description: 'x', standard: { standardId: older.id, conformanceLevel: older.levels[0].id } });
    expect(await gradeOf(w)).toMatchObject({
      letter: 'B',
      reasons: [{ code: 'audit_of_another_standard', count: 1, refs: [{ kind: 'audit', number: 1 }] }],
      next: { letter: 'A', todo: [{ code: 'complete_full_audit', count: 1 }] },
    });
    const { id: standardId, levels } = await standardOf(w, 'wcag-2-2');
    await audit(w, { description: 'x', standard: { standardId, conformanceLevel: levels[0].id } });
    expect((await gradeOf(w)).reasons).toMatchObject([{ refs: [{ number: 2 }] }]);
    await audit(w, { description: 'x', standard: { standardId, conformanceLevel: levels[2].id } });
    expect(await gradeOf(w)).toMatchObject({ letter: 'A', reasons: [] });
    await audit(w);
    expect(await gradeOf(w)).toMatchObject({ letter: 'A', reasons: [] });
  });

  test('a test of people that says nothing of what it tested is none, and takes nothing from other evidence', async () => {
    const w = await world(service);
    await log(w, { type: 'manual_test', target: ' ' });
    expect(await gradeOf(w)).toMatchObject({ letter: null, reasons: [{ code: 'not_evaluated' }] });
    await scanOf(w, []);
    expect(codes(await gradeOf(w))).toEqual(['automated_only: C']);
    for (const said of [
      { tool: 'NVDA' },
      { target: 'https://shop.example/' },
      { externalUrl: 'https://notes.example/' },
    ]) {
      const { number } = (await log(w, { type: 'user_research', ...said }).expect(201)).body.testActivity;
      expect(codes(await gradeOf(w))).toEqual(['no_recent_full_audit: B']);
      await service.as(w.admin.token).delete(`${w.product.url}/test-activity/${number}`).expect(204);
    }
    await run(w, undefined, { type: 'manual_test', tool: undefined, findings: [{ ruleId: 'a', title: 'a' }] }).expect(
      201,
    );
    expect(codes(await gradeOf(w))).toEqual(['unlinked_issues: B', 'no_recent_full_audit: B']);
  });

  test('a standard that asks for nothing of the product allows B', async () => {
    const w = await world(service);
    const own = await service.as(w.owner.token).post(`${w.organization.url}/standards`).send({ name: 'Ours' });
    await service.as(w.owner.token).patch(w.product.url).send({ standardId: own.body.standard.id }).expect(200);
    await audit(w, { description: 'x' });
    expect(await gradeOf(w)).toMatchObject({
      letter: 'B',
      score: 100,
      reasons: [{ code: 'nothing_in_scope', count: 0, refs: [] }],
      next: { letter: 'A', todo: [{ code: 'put_requirements_in_scope', count: 1 }] },
    });
  });
});

describe('barriers', () => {
  test('one that fails a criterion of Level A allows C, whatever its severity; one that is severe in both ways D', async () => {
    const w = await world(service);
    const member = service.as(w.member.token);
    await audit(w, { description: 'x' });
    await member.post(`${w.product.url}/issues`).send({ title: 'Keyboard trap' }).expect(201);
    const link = async (...numbers: string[]) =>
      member
        .put(`${w.product.url}/issues/1/requirements`)
        .send({ requirementIds: await Promise.all(numbers.map((number) => requirementOf(w, number))) })
        .expect(200);
    await link('2.1.2', '2.1.1', '1.4.3');
    expect(await gradeOf(w)).toMatchObject({
      letter: 'C',
      reasons: [
        { code: 'basic_requirement_failed', cap: 'C', count: 2, refs: [{ kind: 'issue', number: 1 }] },
        { code: 'requirements_lost', count: 3 },
      ],
      next: { letter: 'B', todo: [{ code: 'clear_basic_requirements', count: 2 }] },
    });
    await link('1.4.3');
    expect(codes(await gradeOf(w))).toEqual(['requirements_lost: B']);
    await member.patch(`${w.product.url}/issues/1`).send({ severity: 'high', impact: 'high' }).expect(200);
    const blocked = ['blocking_issues: D', 'high_severity_issues: C', 'requirements_lost: B'];
    expect(codes(await gradeOf(w))).toEqual(blocked);
    const simulated = await get(w, `${w.product.url}/grade/simulate?closeIssues=1`);
    expect(simulated.body.grade).toMatchObject({ letter: 'A', reasons: [] });
    expect(codes(await gradeOf(w))).toEqual(blocked);
  });

  test('findings that nobody has triaged for 15 days lower the letter, one of severity high more, and triage takes it back', async () => {
    const w = await world(service);
    await audit(w, { description: 'x' });
    await scanOf(
      w,
      [{ wcag: ['1.4.3'] }, { wcag: ['1.4.3'], severity: 'low' }, { wcag: ['1.4.6'], severity: 'high' }],
      {
        completedAt: midnight(14),
      },
    );
    expect(await gradeOf(w)).toMatchObject({ letter: 'A', potentialLetter: 'B', validUntil: midnight(-1) });
    await scanOf(w, [{ ruleId: 'older', wcag: ['1.4.3'] }], { completedAt: midnight(15) });
    const { findings } = (await get(w, `${w.product.url}/findings`)).body;
    const older = findings.find(({ ruleId }: { ruleId: string }) => ruleId === 'older');
    expect(older.waitingSince).toBe(midnight(15));
    expect(await gradeOf(w)).toMatchObject({
      letter: 'B',
      potentialLetter: 'B',
      reasons: [{ code: 'untriaged_findings', cap: 'B', count: 1, refs: [{ kind: 'finding', id: older.id }] }],
      next: { letter: 'A', todo: [{ code: 'triage_findings', count: 1 }] },
    });
    const member = service.as(w.member.token);
    await member.patch(`${w.product.url}/findings/${older.id}`).send({ severity: 'high' }).expect(200);
    expect(codes(await gradeOf(w))).toEqual(['untriaged_findings: C']);
    await member.post(`${w.product.url}/findings/${older.id}/dismiss`).send({ reason: 'accepted' }).expect(200);
    expect(await gradeOf(w)).toMatchObject({ letter: 'A', reasons: [] });
  });

  test('a finding waits anew since it was reopened, since its dismissal ended, and since its issue was deleted', async () => {
    const w = await world(service);
    await audit(w, { description: 'x' });
    await scanOf(w, [{ wcag: ['1.4.3'] }], { completedAt: midnight(40) });
    const [{ id }] = (await get(w, `${w.product.url}/findings`)).body.findings;
    const member = service.as(w.member.token);
    const act = (action: string, body: object = {}) =>
      member.post(`${w.product.url}/findings/${id}/${action}`).send(body);
    const since = async () => (await get(w, `${w.product.url}/findings/${id}`)).body.finding.waitingSince;
    expect(await since()).toBe(midnight(40));
    expect((await gradeOf(w)).letter).toBe('B');
    await act('dismiss', { reason: 'accepted' }).expect(200);
    expect(await since()).toBeNull();
    await act('reopen').expect(200);
    expect(Date.parse(await since())).toBeGreaterThan(nowMs() - 60_000);
    expect(await gradeOf(w)).toMatchObject({ letter: 'A', potentialLetter: 'B' });
    await act('confirm').expect(201);
    expect(await since()).toBeNull();
    const before = nowMs();
    await service.as(w.admin.token).delete(`${w.product.url}/issues/1`).expect(204);
    expect(Date.parse(await since())).toBeGreaterThanOrEqual(before - 1);
    expect(await gradeOf(w)).toMatchObject({ letter: 'A', validUntil: midnight(-15) });
    // As if time had passed: dismissed for a while that ended 16 days ago.
    await act('dismiss', { reason: 'accepted', until: daysAhead(1).toISOString() }).expect(200);
    await service.database.query(`UPDATE findings SET dismissed_until = $2, waits_from = $3 WHERE id = $1`, [
      id,
      midnight(16),
      midnight(30),
    ]);
    await regraded(service, w.product.id);
    expect(await since()).toBe(midnight(16));
    expect(codes(await gradeOf(w))).toEqual(['untriaged_findings: B']);
  });

  test('what has become overdue since the Grade was computed counts on the next read', async () => {
    const w = await world(service);
    await audit(w, { description: 'x' });
    await scanOf(w, [{ wcag: ['1.4.3'] }], { completedAt: midnight(20) });
    await scanOf(w, [{ ruleId: 'later', wcag: ['1.4.3'] }], { completedAt: midnight(15) });
    const stale = { ...(await gradeOf(w)), computedAt: midnight(1) };
    stale.reasons[0].count = 1;
    await service.database.query('UPDATE current_grades SET grade = $2 WHERE product_id = $1', [w.product.id, stale]);
    expect((await gradeOf(w)).reasons).toMatchObject([{ code: 'untriaged_findings', count: 2 }]);
  });
});

test('a Grade of the formula of before is computed anew by whoever reads it, which the log says once', async () => {
  const w = await world(service);
  await audit(w);
  const former = {
    ...(await gradeOf(w)),
    letter: 'A',
    potentialLetter: 'A',
    reasons: [],
    formulaVersion: 1,
    next: null,
  };
  await service.database.query('UPDATE current_grades SET grade = $2 WHERE product_id = $1', [w.product.id, former]);
  const grades = await Promise.all([1, 2, 3].map(() => gradeOf(w)));
  expect(grades.map(({ letter, formulaVersion }) => [letter, formulaVersion])).toEqual([
    ['C', 2],
    ['C', 2],
    ['C', 2],
  ]);
  const { changes } = (await get(w, `${w.product.url}/changes?type=product.grade_changed`)).body;
  expect(changes).toMatchObject([
    {
      actor: { kind: 'system', name: 'Curbcut' },
      changes: [
        { field: 'letter', from: 'A', to: 'C' },
        { field: 'formulaVersion', from: 1, to: 2 },
      ],
    },
  ]);
  const [last] = (await get(w, `${w.product.url}/grade/history`)).body.grades;
  expect(last).toMatchObject({ letter: 'C', formulaVersion: 2 });
  const { points } = (await get(w, `${w.product.url}/insights/trends`)).body;
  expect(points.at(-1)).toMatchObject({ grade: 'C', potentialLetter: 'C', formulaVersion: 2 });
});
