import { createHash } from 'node:crypto';
import { evaluating } from '../support/evaluation.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;
const faults = ({ body }: { body: { errors?: { path: string; code: string }[] } }) =>
  (body.errors ?? []).map(({ path, code }) => `${path} ${code}`);
const as = (w: World) => service.as(w.member.token);

test('an audit without sample and outcomes has none, and is completed as ever', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  expect((await as(w).get(e.audit.url)).body.audit).toMatchObject({
    entryCount: 0,
    outcomeCount: 0,
    untestedCount: 0,
    acceptUntested: false,
    baseline: [],
    evaluators: [],
    leadId: null,
    retestOf: null,
  });
  expect(e.requirements.length).toBeGreaterThan(0);
  await as(w).patch(e.audit.url).send({ status: 'completed' }).expect(200);
});

describe('the sample', () => {
  test('has numbers that are never used again, an order, and names that are told apart', async () => {
    const w = await world(service);
    const { audit } = await evaluating(service, w);
    const added = await as(w)
      .post(`${audit.url}/sample`)
      .send({ name: 'Basket', description: 'After two articles.', process: 'Buying' })
      .expect(201);
    expect(added.headers['location']).toBe(`${audit.url}/sample/3`);
    expect(added.body.entry).toMatchObject({ number: 3, kind: 'process', process: 'Buying', url: null, revision: 1 });
    const faulty = await as(w).post(`${audit.url}/sample`).send({ name: 'Home' });
    expect([refusal(faulty), ...faults(faulty)]).toEqual(['400 invalid_input', '/name duplicate', '/url required']);
    const sample = async () =>
      ((await as(w).get(`${audit.url}/sample`)).body.sample as { number: number }[]).map(({ number }) => number);
    await as(w)
      .patch(`${audit.url}/sample`)
      .send({ order: [3, 1, 2] })
      .expect(200);
    expect(await sample()).toEqual([3, 1, 2]);
    for (const order of [
      [1, 2],
      [1, 1, 2],
      [1, 2, 9],
    ])
      expect(faults(await as(w).patch(`${audit.url}/sample`).send({ order }))).toEqual(['/order not_allowed']);
    await as(w).delete(`${audit.url}/sample/3`).expect(204);
    await as(w).post(`${audit.url}/sample`).send({ name: 'Basket', url: 'https://shop.example/basket' }).expect(201);
    expect(await sample()).toEqual([1, 2, 4]);
    expect((await as(w).get(audit.url)).body.audit.entryCount).toBe(3);
    await as(w).get(`${audit.url}/sample/3`).expect(404);
  });

  test('a change that was made for an earlier revision of an entry is refused with the present one', async () => {
    const w = await world(service);
    const { audit } = await evaluating(service, w);
    const url = `${audit.url}/sample/1`;
    const { headers } = await as(w).get(url).expect(200);
    await as(w).patch(url).set('If-Match', headers['etag']!).send({ name: 'Start' }).expect(200);
    const refused = await as(w).patch(url).set('If-Match', headers['etag']!).send({ name: 'Begin' });
    expect(refusal(refused)).toBe('412 changed_meanwhile');
    expect(refused.body.entry).toMatchObject({ name: 'Start', revision: 2 });
  });

  test('anybody can draw its random entries again', async () => {
    const w = await world(service);
    const { audit } = await evaluating(service, w);
    const addresses = Array.from({ length: 120 }, (_, index) => `https://shop.example/p/${index}`);
    const { drawn, addresses: known } = (
      await as(w).post(`${audit.url}/sample/draw`).send({ seed: 'spring', count: 3, addresses }).expect(200)
    ).body;
    const digest = (url: string) => createHash('sha256').update(`spring\n${url}`).digest('hex');
    expect(known).toBe(120);
    expect(drawn.map(({ url }: { url: string }) => url)).toEqual(
      [...addresses].sort((a, b) => (digest(a) < digest(b) ? -1 : 1)).slice(0, 3),
    );
    expect(drawn[0]).toMatchObject({ kind: 'random', number: 3 });
    const again = (
      await as(w)
        .post(`${audit.url}/sample/draw`)
        .send({ seed: 'spring', addresses: addresses.slice(0, 1) })
        .expect(200)
    ).body;
    expect(again.drawn.length).toBeLessThanOrEqual(1);
    const empty = await evaluating(service, await world(service), []);
    const other = await world(service);
    const { audit: alone } = await evaluating(service, other, []);
    expect(empty).toBeDefined();
    expect(faults(await as(other).post(`${alone.url}/sample/draw`).send({ seed: 'x', count: 1 }))).toEqual([
      '/addresses not_allowed',
    ]);
    expect(
      faults(
        await as(other)
          .post(`${alone.url}/sample/draw`)
          .send({ seed: 'x', addresses: ['ftp://x.example', 'https://user:secret@shop.example/'] }),
      ),
    ).toEqual(['/addresses/0 invalid_format', '/addresses/1 invalid_format']);
  });

  test('is copied from another audit of the product alone, but for names that exist', async () => {
    const w = await world(service);
    const first = await evaluating(service, w);
    const second = await evaluating(service, w, [{ name: 'Home', url: 'https://shop.example/home' }]);
    const { copied, leftOut } = (
      await as(w).post(`${second.audit.url}/sample/copy`).send({ fromAudit: first.audit.number }).expect(200)
    ).body;
    expect(copied).toMatchObject([{ number: 2, name: 'Checkout', copiedFrom: 2 }]);
    expect(leftOut).toEqual(['Home']);
    for (const fromAudit of [second.audit.number, 999])
      expect(faults(await as(w).post(`${second.audit.url}/sample/copy`).send({ fromAudit }))).toEqual([
        '/fromAudit unknown_reference',
      ]);
  });
});

describe('outcomes', () => {
  test('are decided all at once, keep their history, and say who decided them', async () => {
    const w = await world(service);
    const { audit, requirements } = await evaluating(service, w);
    const [first, second] = requirements.map(({ requirementId }) => requirementId);
    const { issue } = (await as(w).post(`${w.product.url}/issues`).send({ title: 'Barrier' }).expect(201)).body;
    const { body } = await as(w)
      .patch(`${audit.url}/outcomes`)
      .send({
        outcomes: [
          { requirementId: first, entry: 1, outcome: 'failed', note: 'No text.', issueNumbers: [issue.number] },
          { requirementId: first, entry: 'all', outcome: 'passed' },
          { requirementId: second, entry: 2, outcome: 'cannot_tell', ifRevision: 0 },
        ],
      })
      .expect(200);
    expect(body.changed).toBe(3);
    expect(body.outcomes[0]).toMatchObject({
      entry: 1,
      outcome: 'failed',
      note: 'No text.',
      issueNumbers: [issue.number],
      by: { userId: w.member.id, name: w.member.name },
      revision: 1,
      proposal: null,
      fromProposal: false,
    });
    expect(body.outcomes[1].entry).toBe('all');
    await as(w)
      .patch(`${audit.url}/outcomes`)
      .send({ outcomes: [{ requirementId: first, entry: 1, outcome: 'passed' }] })
      .expect(200);
    const { history } = (await as(w).get(`${audit.url}/outcomes/history?requirementId=${first}&entry=1`)).body;
    expect(history.map(({ outcome, revision }: { outcome: string; revision: number }) => [outcome, revision])).toEqual([
      ['passed', 2],
      ['failed', 1],
    ]);
    const kept = (await as(w).get(`${audit.url}/outcomes?entry=1`)).body;
    expect(kept.outcomes).toMatchObject([{ outcome: 'passed', note: 'No text.', issueNumbers: [issue.number] }]);
    expect(kept.pagination.total).toBe(1);
    expect((await as(w).get(audit.url)).body.audit.outcomeCount).toBe(3);
    const [event] = (await as(w).get(`${w.organization.url}/changes?type=audit.outcomes_changed`)).body.changes;
    expect(event.subject.number).toBe(audit.number);
  });

  test('name each fault by its place, and nothing is decided then', async () => {
    const w = await world(service);
    const other = await evaluating(service, await world(service));
    const { audit, requirements } = await evaluating(service, w);
    const [first] = requirements.map(({ requirementId }) => requirementId);
    const unknown = '00000000-0000-4000-8000-000000000000';
    const refused = await as(w)
      .patch(`${audit.url}/outcomes`)
      .send({
        outcomes: [
          { requirementId: first, entry: 1, outcome: 'passed' },
          { requirementId: unknown, entry: 9, outcome: 'passed' },
          { requirementId: first, entry: 1, outcome: 'failed', issueNumbers: [1] },
          { requirementId: first, entry: 2, outcome: 'passed', fromProposal: true },
        ],
      });
    expect([refusal(refused), ...faults(refused)]).toEqual([
      '400 invalid_input',
      '/outcomes/1/requirementId unknown_reference',
      '/outcomes/1/entry unknown_reference',
      '/outcomes/2/issueNumbers/0 unknown_reference',
      '/outcomes/2 duplicate',
      '/outcomes/3/fromProposal not_allowed',
    ]);
    expect((await as(w).get(`${audit.url}/outcomes`)).body.outcomes).toEqual([]);
    await as(w).patch(`${other.audit.url}/outcomes`).send({ outcomes: [] }).expect(403);
  });

  test('the second of two people in one cell is told, and sees what is there', async () => {
    const w = await world(service);
    const { audit, requirements, decide } = await evaluating(service, w);
    const requirementId = requirements[0]!.requirementId;
    await decide({ requirementId, entry: 1, outcome: 'failed', ifRevision: 0 });
    const refused = await as(w)
      .patch(`${audit.url}/outcomes`)
      .send({
        outcomes: [
          { requirementId, entry: 1, outcome: 'passed', ifRevision: 0 },
          { requirementId, entry: 2, outcome: 'passed', ifRevision: 0 },
        ],
      });
    expect(refusal(refused)).toBe('409 outcome_changed');
    expect(refused.body.outcomes).toMatchObject([{ entry: 1, outcome: 'failed', revision: 1 }]);
    expect((await as(w).get(`${audit.url}/outcomes`)).body.pagination.total).toBe(1);
  });

  test('a key fails by itself, and proposes what speaks in favour; a person takes it over', async () => {
    const w = await world(service);
    const { audit, requirements } = await evaluating(service, w);
    const [first, second] = requirements.map(({ requirementId }) => requirementId);
    const { body } = await service
      .as(w.keys.write)
      .patch(`${audit.url}/outcomes`)
      .send({
        outcomes: [
          { requirementId: first, entry: 1, outcome: 'passed' },
          { requirementId: second, entry: 1, outcome: 'failed' },
        ],
      })
      .expect(200);
    expect(body.outcomes[0]).toMatchObject({ outcome: 'untested', proposal: { outcome: 'passed' } });
    expect(body.outcomes[1]).toMatchObject({ outcome: 'failed', by: { userId: null } });
    expect((await as(w).get(audit.url)).body.audit.outcomeCount).toBe(1);
    const wrong = { requirementId: first, entry: 1, outcome: 'inapplicable', fromProposal: true };
    expect(
      faults(
        await as(w)
          .patch(`${audit.url}/outcomes`)
          .send({ outcomes: [wrong] }),
      ),
    ).toEqual(['/outcomes/0/fromProposal not_allowed']);
    const taken = await as(w)
      .patch(`${audit.url}/outcomes`)
      .send({ outcomes: [{ ...wrong, outcome: 'passed' }] })
      .expect(200);
    expect(taken.body.outcomes[0]).toMatchObject({
      outcome: 'passed',
      fromProposal: true,
      proposal: null,
      by: { userId: w.member.id },
    });
  });

  test('are copied to entries where nothing is decided, and say from where', async () => {
    const w = await world(service);
    const { audit, requirements, decide } = await evaluating(service, w);
    const [first, second] = requirements.map(({ requirementId }) => requirementId);
    await decide(
      { requirementId: first, entry: 1, outcome: 'passed' },
      { requirementId: second, entry: 1, outcome: 'failed' },
      { requirementId: second, entry: 2, outcome: 'passed' },
    );
    const { body } = await as(w)
      .post(`${audit.url}/outcomes/copy`)
      .send({ fromEntry: 1, toEntries: [2, 2, 1] })
      .expect(200);
    expect(body).toMatchObject({ changed: 1, outcomes: [{ requirementId: first, entry: 2, copiedFrom: 1 }] });
    expect(
      faults(
        await as(w)
          .post(`${audit.url}/outcomes/copy`)
          .send({ fromEntry: 1, toEntries: [7] }),
      ),
    ).toEqual(['/toEntries/0 unknown_reference']);
  });

  test('become an issue with requirement, page and audit, which stands at them', async () => {
    const w = await world(service);
    const { audit, requirements, decide } = await evaluating(service, w);
    const { requirementId, number, name } = requirements[0]!;
    await decide({ requirementId, entry: 2, outcome: 'failed' });
    const { body } = await as(w)
      .post(`${audit.url}/outcomes/issue`)
      .send({ requirementId, entries: ['2', 'all'], issue: { severity: 'high' } })
      .expect(201);
    const url = `${w.product.url}/issues/${body.issueNumber}`;
    expect((await as(w).get(url)).body.issue).toMatchObject({
      title: `${number} ${name}`,
      severity: 'high',
      auditId: audit.id,
      sourceUrl: 'https://shop.example/checkout',
    });
    const linked = (await as(w).get(`${url}/requirements`)).body.requirements as { id: string }[];
    expect(linked.map(({ id }) => id)).toEqual([requirementId]);
    const { outcomes } = (await as(w).get(`${audit.url}/outcomes`)).body;
    expect(outcomes).toMatchObject([
      { entry: 'all', outcome: 'untested', issueNumbers: [body.issueNumber] },
      { entry: 2, outcome: 'failed', issueNumbers: [body.issueNumber] },
    ]);
    const refused = await as(w)
      .post(`${audit.url}/outcomes/issue`)
      .send({ requirementId: '00000000-0000-4000-8000-000000000000', entries: ['9'] });
    expect(faults(refused)).toEqual(['/requirementId unknown_reference', '/entries/0 unknown_reference']);
  });

  test('take an issue of the product in place of a new one, beside those that they have', async () => {
    const w = await world(service);
    const { audit, requirements, decide } = await evaluating(service, w);
    const { requirementId } = requirements[0]!;
    const known = (title: string) => as(w).post(`${w.product.url}/issues`).send({ title }).expect(201);
    const [first, second] = [(await known('One')).body.issue, (await known('Two')).body.issue];
    await decide({ requirementId, entry: 1, outcome: 'failed', issueNumbers: [first.number] });
    const link = (body: object) =>
      as(w)
        .post(`${audit.url}/outcomes/issue`)
        .send({ requirementId, ...body });
    const linked = await link({ entries: ['1', '2'], issueNumber: second.number }).expect(201);
    expect(linked.body).toEqual({ issueNumber: second.number });
    const shown = async () => (await as(w).get(`${audit.url}/outcomes`)).body.outcomes;
    const there = [
      { entry: 1, outcome: 'failed', issueNumbers: [first.number, second.number], revision: 2 },
      { entry: 2, outcome: 'untested', by: null, issueNumbers: [second.number], revision: 1 },
    ];
    expect(await shown()).toMatchObject(there);
    await link({ entries: ['1'], issueNumber: second.number }).expect(201);
    expect(await shown()).toMatchObject(there);
    const { issues } = (await as(w).get(`${w.product.url}/issues`)).body;
    expect(issues).toHaveLength(2);
    expect((await as(w).get(`${w.product.url}/issues/${second.number}`)).body.issue).toEqual(second);
    const other = await w.newProduct();
    const foreign = (await as(w).post(`${other.url}/issues`).send({ title: 'Elsewhere' }).expect(201)).body.issue;
    expect(foreign.number).toBe(1);
    const refused = await link({ entries: ['9'], issueNumber: 99, issue: { title: 'New' } });
    expect(faults(refused)).toEqual([
      ...['/entries/0 unknown_reference', '/issueNumber unknown_reference', '/issue not_applicable'],
    ]);
    const many = Array.from({ length: 50 }, () => known('Many'));
    const numbers = (await Promise.all(many)).map(({ body }) => body.issue.number);
    await decide({ requirementId, entry: 1, issueNumbers: numbers });
    expect(faults(await link({ entries: ['1'], issueNumber: first.number }))).toEqual(['/issueNumber too_many']);
    await as(w).patch(audit.url).send({ status: 'completed', acceptUntested: true }).expect(200);
    expect(refusal(await link({ entries: ['2'], issueNumber: first.number }))).toBe('409 audit_completed');
    await service.as(w.owner.token).post(`${w.product.url}/archive`).expect(200);
    expect(refusal(await link({ entries: ['2'], issueNumber: first.number }))).toBe('409 product_archived');
  });

  test('become none where the organization has switched issues off', async () => {
    const w = await world(service);
    const e = await evaluating(service, w);
    const off = { module: 'issues', enabled: false };
    await service.as(w.owner.token).patch(`${w.organization.url}/settings/modules`).send(off).expect(200);
    const { requirementId } = e.requirements[0]!;
    const { status, body } = await service
      .as(w.member.token)
      .post(`${e.audit.url}/outcomes/issue`)
      .send({ requirementId, entries: ['1'] });
    expect([status, body.code, body.module]).toEqual([403, 'module_disabled', 'issues']);
  });

  test('keep what the audit asks for from changing until they are gone', async () => {
    const w = await world(service);
    const { audit, requirements, decide } = await evaluating(service, w);
    const standards = (await as(w).get(`${w.organization.url}/standards`)).body.standards as {
      id: string;
      slug: string;
    }[];
    const { id: standardId } = standards.find(({ slug }) => slug === 'rgaa')!;
    const requirementId = requirements[0]!.requirementId;
    await decide({ requirementId, entry: 1, outcome: 'passed' });
    expect(refusal(await as(w).patch(audit.url).send({ standardId }))).toBe('409 audit_has_outcomes');
    await decide({ requirementId, entry: 1, outcome: 'untested' });
    await as(w).patch(audit.url).send({ standardId }).expect(200);
    const grid = (await as(w).get(`${audit.url}/outcomes?view=grid`)).body;
    expect(grid.requirements).toHaveLength(106);
  });

  test('go with their entry only where the caller says so', async () => {
    const w = await world(service);
    const { audit, requirements, decide } = await evaluating(service, w);
    await decide({ requirementId: requirements[0]!.requirementId, entry: 1, outcome: 'passed' });
    expect(refusal(await as(w).delete(`${audit.url}/sample/1`))).toBe('409 entry_has_outcomes');
    await as(w).delete(`${audit.url}/sample/1?withOutcomes=true`).expect(204);
    expect((await as(w).get(audit.url)).body.audit).toMatchObject({ entryCount: 1, outcomeCount: 0 });
  });
});

describe('completing', () => {
  test('a full audit that names no standard is asked what the one in force asks', async () => {
    const w = await world(service);
    const { audit } = (await as(w).post(`${w.product.url}/audits`).send({ type: 'full' }).expect(201)).body;
    expect(audit.standardId).toBeNull();
    const url = `${w.product.url}/audits/${audit.number}`;
    const entry = { name: 'Home', kind: 'structured', url: 'https://a.example/' };
    await as(w).post(`${url}/sample`).send(entry).expect(201);
    const refused = await as(w).patch(url).send({ status: 'completed' });
    expect([refusal(refused), refused.body.untestedCount]).toEqual(['409 audit_incomplete', 55]);
    expect((await as(w).get(`${w.product.url}/grade`)).body.grade?.letter).not.toBe('A');
    const [{ requirementId }] = (await as(w).get(`${url}/outcomes?view=grid`)).body.requirements;
    const outcomes = [{ requirementId, entry: 'all', outcome: 'passed' }];
    await as(w).patch(`${url}/outcomes`).send({ outcomes }).expect(200);
  });

  test('a full audit with requirements untested is refused unless it accepts that, and is frozen then', async () => {
    const w = await world(service);
    const { audit, requirements, decide } = await evaluating(service, w);
    await decide({ requirementId: requirements[0]!.requirementId, entry: 'all', outcome: 'passed' });
    const refused = await as(w).patch(audit.url).send({ status: 'completed' });
    expect(refusal(refused)).toBe('409 audit_incomplete');
    expect(refused.body.untestedCount).toBe(requirements.length - 1);
    expect(refused.body.requirements[0]).toMatchObject({ requirementId: requirements[1]!.requirementId });
    const completed = await as(w)
      .patch(audit.url)
      .send({ status: 'completed', acceptUntested: true, reason: 'The rest is tested in May.' })
      .expect(200);
    expect(completed.body.audit).toMatchObject({ acceptUntested: true, untestedCount: requirements.length - 1 });
    const body = { outcomes: [{ requirementId: requirements[1]!.requirementId, entry: 1, outcome: 'passed' }] };
    expect(refusal(await as(w).patch(`${audit.url}/outcomes`).send(body))).toBe('409 audit_completed');
    expect(refusal(await as(w).post(`${audit.url}/sample`).send({ name: 'x', url: 'https://x.example/' }))).toBe(
      '409 audit_completed',
    );
    expect(refusal(await as(w).put(`${audit.url}/assignments`).send({ assignments: [] }))).toBe('409 audit_completed');
    await as(w).patch(audit.url).send({ status: 'in_progress' }).expect(200);
    await as(w).patch(`${audit.url}/outcomes`).send(body).expect(200);
  });

  test('what is decided makes an A, and what is untested does not', async () => {
    const w = await world(service);
    const { audit, conformance, decideAll, requirements } = await evaluating(service, w);
    await service.as(w.admin.token).patch(`${w.organization.url}/settings/conformance`).send(conformance).expect(200);
    const grade = async () =>
      (await as(w).get(`${w.product.url}/grade`)).body.grade as { letter: string | null; reasons: { code: string }[] };
    await as(w).patch(audit.url).send({ description: 'Five pages.' }).expect(200);
    await as(w).patch(audit.url).send({ status: 'completed', acceptUntested: true }).expect(200);
    expect((await grade()).reasons.map(({ code }) => code)).toContain('audit_not_substantiated');
    await as(w).patch(audit.url).send({ status: 'in_progress' }).expect(200);
    await decideAll('passed');
    await as(w).patch(audit.url).send({ status: 'completed' }).expect(200);
    expect((await as(w).get(audit.url)).body.audit.untestedCount).toBe(0);
    expect(requirements.length).toBeGreaterThan(0);
    expect((await grade()).letter).toBe('A');
  });

  test('nothing is changed in an archived product', async () => {
    const w = await world(service);
    const { audit, requirements } = await evaluating(service, w);
    await service.as(w.admin.token).post(`${w.product.url}/archive`).expect(200);
    const body = { outcomes: [{ requirementId: requirements[0]!.requirementId, entry: 1, outcome: 'passed' }] };
    expect(refusal(await as(w).patch(`${audit.url}/outcomes`).send(body))).toBe('409 product_archived');
    expect(refusal(await as(w).delete(`${audit.url}/sample/1`))).toBe('409 product_archived');
  });
});

test('progress counts by requirement, entry, level and person', async () => {
  const w = await world(service);
  const { audit, requirements, decide } = await evaluating(service, w);
  const [first, second] = requirements.map(({ requirementId }) => requirementId);
  await decide(
    { requirementId: first, entry: 'all', outcome: 'passed' },
    { requirementId: second, entry: 1, outcome: 'failed' },
  );
  const progress = (await as(w).get(`${audit.url}/progress`).expect(200)).body;
  expect(progress.verdicts).toMatchObject({ passed: 1, failed: 1, untested: requirements.length - 2 });
  expect(progress.outcomes).toMatchObject({ passed: 2, failed: 1 });
  expect(progress.people).toEqual([{ userId: w.member.id, name: w.member.name, decided: 2 }]);
  expect(progress.missing).toHaveLength(requirements.length - 2);
  expect(progress.entries.map(({ entry }: { entry: number }) => entry)).toEqual([1, 2]);
});

test('a retest takes over sample and scope, and what failed as untested with the former beside; a comparison says what became of it', async () => {
  const w = await world(service);
  const former = await evaluating(service, w);
  const [first, second, third] = former.requirements.map(({ requirementId }) => requirementId);
  await as(w)
    .patch(former.audit.url)
    .send({
      scopeText: 'The shop.',
      baseline: [{ browser: 'Firefox', assistiveTechnology: 'NVDA' }],
      method: 'wcag_em',
    })
    .expect(200);
  await former.decide(
    { requirementId: first, entry: 1, outcome: 'failed', note: 'No text.' },
    { requirementId: second, entry: 2, outcome: 'cannot_tell' },
    { requirementId: third, entry: 'all', outcome: 'passed' },
  );
  const { audit } = (
    await as(w).post(`${w.product.url}/audits`).send({ type: 're_audit', retestOf: former.audit.number }).expect(201)
  ).body;
  expect(audit).toMatchObject({
    type: 're_audit',
    retestOf: former.audit.number,
    scopeText: 'The shop.',
    method: 'wcag_em',
    entryCount: 2,
    outcomeCount: 0,
  });
  const url = `${w.product.url}/audits/${audit.number}`;
  const { outcomes } = (await as(w).get(`${url}/outcomes`)).body;
  expect(outcomes).toMatchObject([
    { requirementId: first, entry: 1, outcome: 'untested', former: 'failed', note: 'No text.' },
    { requirementId: second, entry: 2, outcome: 'untested', former: 'cannot_tell' },
  ]);
  await as(w)
    .patch(`${url}/outcomes`)
    .send({
      outcomes: [
        { requirementId: first, entry: 1, outcome: 'passed' },
        { requirementId: third, entry: 1, outcome: 'failed' },
      ],
    })
    .expect(200);
  const comparison = (await as(w).get(`${url}/comparison`).expect(200)).body;
  expect(comparison.with).toBe(former.audit.number);
  expect(comparison.counts).toMatchObject({ fixed: 1, new_failure: 1, worse: 1 });
  expect(faults(await as(w).get(`${former.audit.url}/comparison`))).toEqual(['/with required']);
  expect(faults(await as(w).get(`${url}/comparison?with=${audit.number}`))).toEqual(['/with unknown_reference']);
  const refused = await as(w).post(`${w.product.url}/audits`).send({ type: 'full', retestOf: former.audit.number });
  expect(faults(refused)).toEqual(['/type not_allowed']);
  expect(faults(await as(w).post(`${w.product.url}/audits`).send({ retestOf: 999 }))).toEqual([
    '/retestOf unknown_reference',
  ]);
});

test('members are assigned requirements, find theirs, and lose them when they leave', async () => {
  const w = await world(service);
  const { audit, requirements, decide } = await evaluating(service, w);
  const [first, second] = requirements.map(({ requirementId }) => requirementId);
  const body = { assignments: [{ memberId: w.member.id, requirementIds: [first] }] };
  const { assignments } = (await as(w).put(`${audit.url}/assignments`).send(body).expect(200)).body;
  expect(assignments).toEqual([{ memberId: w.member.id, name: w.member.name, requirementIds: [first], entries: null }]);
  await decide(
    { requirementId: first, entry: 1, outcome: 'passed' },
    { requirementId: second, entry: 1, outcome: 'passed' },
  );
  const mine = (await as(w).get(`${audit.url}/outcomes?assigneeId=me`)).body.outcomes;
  expect(mine.map(({ requirementId }: { requirementId: string }) => requirementId)).toEqual([first]);
  const unknown = '00000000-0000-4000-8000-000000000000';
  const refused = await as(w)
    .put(`${audit.url}/assignments`)
    .send({ assignments: [{ memberId: unknown, requirementIds: [unknown], groupIds: [unknown], entries: [9] }] });
  expect(faults(refused)).toEqual([
    '/assignments/0/memberId unknown_reference',
    '/assignments/0/requirementIds/0 unknown_reference',
    '/assignments/0/groupIds/0 unknown_reference',
    '/assignments/0/entries/0 unknown_reference',
  ]);
  await service
    .as(w.owner.token)
    .post('/api/auth/organization/remove-member')
    .send({ memberIdOrEmail: w.member.email, organizationId: w.organization.id })
    .expect(200);
  expect((await service.as(w.owner.token).get(`${audit.url}/assignments`)).body.assignments).toEqual([]);
});

test('who leads and who evaluates are members, or others by name', async () => {
  const w = await world(service);
  const { audit } = await evaluating(service, w, []);
  const unknown = '00000000-0000-4000-8000-000000000000';
  const refused = await as(w)
    .patch(audit.url)
    .send({ leadId: unknown, evaluators: [{ userId: unknown }, {}, { userId: w.member.id, name: 'Both' }] });
  expect(faults(refused)).toEqual([
    '/leadId unknown_reference',
    '/evaluators/0/userId unknown_reference',
    '/evaluators/1 not_allowed',
    '/evaluators/2 not_allowed',
  ]);
  const evaluators = [{ userId: w.member.id }, { name: 'Ada Byron' }];
  const { body } = await as(w)
    .patch(audit.url)
    .send({ leadId: w.admin.id, evaluators, dueAt: '2027-01-01T00:00:00Z' })
    .expect(200);
  expect(body.audit).toMatchObject({
    leadId: w.admin.id,
    dueAt: '2027-01-01T00:00:00.000Z',
    evaluators: [
      { userId: w.member.id, name: w.member.name },
      { userId: null, name: 'Ada Byron' },
    ],
  });
});
