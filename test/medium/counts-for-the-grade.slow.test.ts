import fc from 'fast-check';
import { BUILT_IN_STANDARDS, DEFAULT_STANDARD_ID } from '../../apps/api/src/standards/catalogue/built-in.js';
import type { Applicant } from '../../apps/api/src/standards/catalogue/applies-to.js';
import { gatherFacts, type GradeScope } from '../../apps/api/src/reporting/grading/gather-facts.js';
import type { GradeFacts } from '../../apps/api/src/reporting/grading/facts.js';
import { FUNCTIONAL_NEEDS } from '../../apps/api/src/standards/taxonomy/built-in-needs.js';
import { checkCounts, recounted } from '../support/counts.js';
import { factsOfRows } from '../support/facts-of-rows.js';
import { daysAhead } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ LOG_LEVEL: 'silent' });

/** How many random sequences, and from which seed. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 12);
const SEED = Number(process.env['MODEL_SEED'] ?? 1);

const rating = fc.constantFrom(null, 'low', 'high');
const priority = fc.constantFrom(null, 'low', 'critical');
const state = fc.constantFrom('open', 'closed');
const pick = fc.nat(99);
const words = fc.constantFrom(undefined, ' \n ', 'The home page.');
const picks = fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 });
const finding = fc.record(
  {
    ruleId: fc.constantFrom('a', 'b', 'c', 'd'),
    title: fc.constant('Barrier'),
    severity: fc.constantFrom('low', 'high'),
    impact: fc.constantFrom('medium', 'high'),
    wcag: fc.subarray(['1.1.1', '1.4.3', '2.4.11', '9.9.9'], { minLength: 1 }),
  },
  { requiredKeys: ['ruleId', 'title'] },
);
const findings = fc.uniqueArray(finding, { maxLength: 4, selector: ({ ruleId }) => ruleId });
type Values<M> = { [Name in keyof M]: M[Name] extends fc.Arbitrary<infer T> ? T : never };
const kind = <K extends string, M extends Record<string, fc.Arbitrary<unknown>>>(name: K, model: M) =>
  fc.record({ ...model, kind: fc.constant(name) }) as unknown as fc.Arbitrary<Values<M> & { kind: K }>;

const step = fc.oneof(
  { weight: 3, arbitrary: kind('open', { severity: rating, impact: rating, priority }) },
  { weight: 4, arbitrary: kind('link', { pick, requirements: fc.subarray([0, 1, 2, 3, 4, 5, 6]) }) },
  { weight: 2, arbitrary: kind('need', { pick, needs: fc.subarray([0, 1, 2]) }) },
  {
    weight: 2,
    arbitrary: kind('patch', {
      pick,
      values: fc.record({ severity: rating, impact: rating, priority, state }, { requiredKeys: [] }),
    }),
  },
  {
    weight: 2,
    arbitrary: kind('patchMany', {
      picks,
      values: fc.record({ severity: rating, impact: rating, priority, state }, { requiredKeys: [] }),
    }),
  },
  { weight: 1, arbitrary: kind('deleteIssue', { pick }) },
  { weight: 1, arbitrary: kind('deleteIssues', { picks }) },
  { weight: 2, arbitrary: kind('addRequirement', { wcag: fc.constantFrom('1.1.1', '1.4.3', undefined) }) },
  { weight: 2, arbitrary: kind('deleteRequirement', { pick }) },
  { weight: 1, arbitrary: kind('deleteStandard', {}) },
  { weight: 1, arbitrary: kind('chooseStandard', { own: fc.boolean() }) },
  { weight: 4, arbitrary: kind('scan', { findings, complete: fc.boolean(), tool: fc.constantFrom('axe', 'pa11y') }) },
  { weight: 1, arbitrary: kind('manualTest', { findings }) },
  { weight: 2, arbitrary: kind('logTest', { type: fc.constantFrom('manual_test', 'user_research'), target: words }) },
  {
    weight: 3,
    arbitrary: kind('audit', {
      type: fc.constantFrom('full', 'full', 're_audit'),
      standard: fc.constantFrom('wcag-2-2', 'wcag-2-0', null),
      level: fc.constantFrom(0, 1, 2, null),
      description: words,
    }),
  },
  { weight: 2, arbitrary: kind('nameAudit', { pick, audit: fc.oneof(pick, fc.constant(-1)) }) },
  { weight: 1, arbitrary: kind('undo', { pick }) },
  { weight: 3, arbitrary: kind('dismiss', { pick, days: fc.constantFrom(undefined, 1, 1, 5) }) },
  { weight: 2, arbitrary: kind('confirm', { pick, link: fc.boolean() }) },
  { weight: 1, arbitrary: kind('reopen', { pick }) },
  { weight: 1, arbitrary: kind('editFinding', { pick, severity: rating }) },
  { weight: 1, arbitrary: kind('triageMany', { picks, action: fc.constantFrom('confirm', 'dismiss', 'reopen') }) },
  { weight: 1, arbitrary: kind('runOut', {}) },
  { weight: 2, arbitrary: kind('growOld', { pick, days: fc.integer({ min: 1, max: 30 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What a sequence acts on. `until` are the moments at which dismissals end. */
interface Scene {
  w: World;
  until: string[];
  ownStandard: { slug: string; id: string } | undefined;
}

const at = <T>(rows: readonly T[], index: number): T | undefined => rows[index % rows.length];
const some = <T>(rows: readonly T[], indexes: readonly number[]): T[] => indexes.flatMap((index) => rows[index] ?? []);

/** Takes a step where it can be taken; any refusal is as good as no step, but a fault is none. */
async function take({ w, ...scene }: Scene, taken: Step): Promise<Pick<Scene, 'ownStandard'>> {
  const as = service.as(w.admin.token);
  const rows = <T>(sql: string): Promise<T[]> => service.database.query(sql, [w.product.id]);
  const issues = await rows<{ id: string; number: number }>(
    'SELECT id, number FROM issues WHERE product_id = $1 ORDER BY number',
  );
  const known = await rows<{ id: string }>('SELECT id FROM findings WHERE product_id = $1 ORDER BY tool, rule_id');
  const ids = (of: readonly { id: string }[], indexes: readonly number[]) => some(of, indexes).map(({ id }) => id);
  const report = (body: object) =>
    service
      .as(w.keys.ingest)
      .post('/api/ingest/test-activity')
      .send({ productRef: w.product.slug, ...body });
  const triage = async (index: number, action: string, body: object): Promise<void> => {
    const one = at(known, index);
    if (one) await as.post(`${w.product.url}/findings/${one.id}/${action}`).send(body);
  };
  const requirementsOf = async (slug: string): Promise<{ id: string; name: string }[]> =>
    (await as.get(`${w.organization.url}/standards/${slug}/requirements`)).body.requirements;

  if (taken.kind === 'open') {
    const { severity, impact, priority } = taken;
    await as.post(`${w.product.url}/issues`).send({ title: 'Issue', severity, impact, priority }).expect(201);
  } else if (taken.kind === 'link') {
    const issue = at(issues, taken.pick);
    const pool = [
      ...(await requirementsOf('wcag-2-2')).slice(0, 2),
      ...(await requirementsOf('wcag-2-0')).slice(0, 2),
      ...(scene.ownStandard ? await requirementsOf(scene.ownStandard.slug) : []),
    ];
    const requirementIds = ids(pool, taken.requirements);
    if (issue)
      await as.put(`${w.product.url}/issues/${issue.number}/requirements`).send({ requirementIds }).expect(200);
  } else if (taken.kind === 'need') {
    const issue = at(issues, taken.pick);
    const functionalNeedIds = ids(FUNCTIONAL_NEEDS, taken.needs);
    if (issue)
      await as.put(`${w.product.url}/issues/${issue.number}/functional-needs`).send({ functionalNeedIds }).expect(200);
  } else if (taken.kind === 'patch') {
    const issue = at(issues, taken.pick);
    if (issue) await as.patch(`${w.product.url}/issues/${issue.number}`).send(taken.values).expect(200);
  } else if (taken.kind === 'patchMany') {
    const body = { ids: ids(issues, taken.picks), data: taken.values };
    await as.patch(`${w.organization.url}/issues/bulk`).send(body);
  } else if (taken.kind === 'deleteIssue') {
    const issue = at(issues, taken.pick);
    if (issue) await as.delete(`${w.product.url}/issues/${issue.number}`).expect(204);
  } else if (taken.kind === 'deleteIssues') {
    await as.delete(`${w.organization.url}/issues/bulk`).send({ ids: ids(issues, taken.picks) });
  } else if (taken.kind === 'addRequirement') {
    const ownStandard =
      scene.ownStandard ??
      (await as.post(`${w.organization.url}/standards`).send({ name: 'Our own' }).expect(201)).body.standard;
    await as
      .post(`${w.organization.url}/standards/${ownStandard.slug}/requirements`)
      .send({ name: 'A rule', metadata: taken.wcag ? { wcag: taken.wcag } : {} })
      .expect(201);
    return { ownStandard };
  } else if (taken.kind === 'deleteRequirement') {
    if (!scene.ownStandard) return scene;
    const url = `${w.organization.url}/standards/${scene.ownStandard.slug}/requirements`;
    const requirement = at(await requirementsOf(scene.ownStandard.slug), taken.pick);
    if (requirement) await as.delete(`${url}/${requirement.id}`).expect(204);
  } else if (taken.kind === 'deleteStandard') {
    if (scene.ownStandard) await as.delete(`${w.organization.url}/standards/${scene.ownStandard.slug}`).expect(204);
    return { ownStandard: undefined };
  } else if (taken.kind === 'chooseStandard') {
    const standardId = taken.own ? (scene.ownStandard?.id ?? null) : null;
    await as.patch(w.product.url).send({ standardId }).expect(200);
  } else if (taken.kind === 'scan') {
    const coverage = taken.complete ? 'complete' : 'partial';
    const body = { type: 'automated_scan', tool: taken.tool, coverage, findings: taken.findings };
    await report(body).expect(201);
  } else if (taken.kind === 'manualTest') {
    await report({ type: 'manual_test', findings: taken.findings }).expect(201);
  } else if (taken.kind === 'logTest') {
    const { type, target } = taken;
    await as.post(`${w.product.url}/test-activity`).send({ type, target });
  } else if (taken.kind === 'audit') {
    const { type, description, standard, level } = taken;
    const { body } = await as.post(`${w.product.url}/audits`).send({ type, description }).expect(201);
    const built = BUILT_IN_STANDARDS.find(({ slug }) => slug === standard);
    const conformanceLevel = built && level !== null ? built.levels[level]!.id : null;
    await as
      .patch(`${w.product.url}/audits/${body.audit.number}`)
      .send({ standardId: built?.id ?? null, conformanceLevel, status: 'completed' })
      .expect(200);
  } else if (taken.kind === 'nameAudit') {
    const issue = at(issues, taken.pick);
    const audits = await rows<{ id: string }>('SELECT id FROM audits WHERE product_id = $1 ORDER BY number');
    const auditId = at(audits, taken.audit)?.id ?? null;
    if (issue) await as.patch(`${w.product.url}/issues/${issue.number}`).send({ auditId }).expect(200);
  } else if (taken.kind === 'growOld') {
    const one = at(known, taken.pick);
    await service.database.query(
      `UPDATE findings SET first_seen_at = first_seen_at - $2 * interval '1 day', waits_from = waits_from - $2 * interval '1 day' WHERE id = $1`,
      [one?.id, taken.days],
    );
    await recounted(service, w.product.id);
  } else if (taken.kind === 'undo') {
    const runs = await rows<{ number: number }>(
      'SELECT number FROM test_activities WHERE product_id = $1 ORDER BY number',
    );
    const run = at(runs, taken.pick);
    if (run) await as.delete(`${w.product.url}/test-activity/${run.number}`).expect(204);
  } else if (taken.kind === 'dismiss') {
    await triage(taken.pick, 'dismiss', { reason: 'accepted', until: taken.days && scene.until[taken.days] });
  } else if (taken.kind === 'confirm') {
    await triage(taken.pick, 'confirm', taken.link ? { issueNumber: issues[0]?.number } : {});
  } else if (taken.kind === 'reopen') {
    await triage(taken.pick, 'reopen', {});
  } else if (taken.kind === 'editFinding') {
    const one = at(known, taken.pick);
    if (one) await as.patch(`${w.product.url}/findings/${one.id}`).send({ severity: taken.severity }).expect(200);
  } else if (taken.kind === 'triageMany') {
    const data = {
      action: taken.action,
      ...(taken.action === 'dismiss' ? { reason: 'third_party', until: scene.until[5] } : {}),
    };
    await as.patch(`${w.organization.url}/findings/bulk`).send({ ids: ids(known, taken.picks), data });
  } else {
    await service.database.query(
      `UPDATE findings SET dismissed_until = now() - interval '1 second' WHERE product_id = $1 AND dismissed_until IS NOT NULL`,
      [w.product.id],
    );
    await recounted(service, w.product.id);
  }
  return scene;
}

const inOneOrder = (facts: GradeFacts | undefined): unknown => {
  const losses = (lost: GradeFacts['lost']) => lost.toSorted((a, b) => a.requirementId.localeCompare(b.requirementId));
  return (
    facts && { ...facts, lost: losses(facts.lost), pending: { ...facts.pending, lost: losses(facts.pending.lost) } }
  );
};

/** Compares the facts of now, of later moments, under several standards, and without some issues. */
async function compareFacts({ w, ownStandard }: Scene, withoutIssues: number[]): Promise<void> {
  const { manager } = service.database;
  const levels = [null, ...BUILT_IN_STANDARDS.find(({ id }) => id === DEFAULT_STANDARD_ID)!.levels.map(({ id }) => id)];
  const website: Applicant = { type: 'website', features: ['support'], drawnIn: [] };
  const app: Applicant = { type: 'mobile-app', features: ['web_content'], drawnIn: [] };
  const standards = BUILT_IN_STANDARDS.filter(({ slug }) => ['en-301-549', 'section-508', 'rgaa'].includes(slug));
  const scopes: Omit<GradeScope, 'productId' | 'auditFrequency' | 'now'>[] = [
    ...levels.map((levelId) => ({ ...website, standardId: DEFAULT_STANDARD_ID, levelId })),
    ...(ownStandard ? [{ ...website, standardId: ownStandard.id, levelId: null }] : []),
    ...standards.flatMap(({ id }) => [website, app].map((product) => ({ ...product, standardId: id, levelId: null }))),
    { ...website, standardId: DEFAULT_STANDARD_ID, levelId: null, withoutIssues },
  ];
  for (const scope of scopes)
    for (const days of [0, 2, 16]) {
      const now = daysAhead(days);
      const whole = [{ ...scope, now, auditFrequency: null, productId: w.product.id }];
      const kept = await gatherFacts(manager, w.organization.id, whole);
      const counted = await factsOfRows(manager, w.organization.id, whole);
      expect(inOneOrder(kept.get(w.product.id))).toEqual(inOneOrder(counted.get(w.product.id)));
    }
}

test('after any sequence of changes the kept counts are those of the rows, and the Grade has the same facts from both', async () => {
  const taken: Record<string, number> = {};
  const run = async (steps: Step[], withoutIssues: number[]): Promise<void> => {
    const w = await world(service);
    const until = Array.from({ length: 6 }, (_, days) => daysAhead(days).toISOString());
    const scene: Scene = { w, until, ownStandard: undefined };
    for (const each of steps) {
      Object.assign(scene, await take(scene, each));
      await checkCounts(service);
      taken[each.kind] = (taken[each.kind] ?? 0) + 1;
    }
    await compareFacts(scene, withoutIssues);
  };
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 3 });
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), numbers, run), {
    numRuns: RUNS,
    seed: SEED,
  });
  expect(Object.keys(taken).filter((kind) => taken[kind]! > RUNS / 8)).toHaveLength(24);
}, 3_600_000);
