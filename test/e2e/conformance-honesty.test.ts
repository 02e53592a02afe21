import fc from 'fast-check';
import { reporting, type Reporting } from '../support/conformance.js';
import { isFull } from '../support/figures.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const RULES = [
  { ruleId: 'image-alt', wcag: ['1.1.1'] },
  { ruleId: 'color-contrast', wcag: ['1.4.3'] },
  { ruleId: 'landmark' },
];

/** What scans and their triage do; none of it says anything of conformance. */
type Step =
  | { act: 'scan'; rules: number[]; branch: string | undefined }
  | { act: 'manual'; rules: number[] }
  | { act: 'confirm' | 'dismiss' | 'reopen'; finding: number }
  | { act: 'close' | 'open'; issue: number };

const rules = fc.subarray([0, 1, 2]);
const place = fc.nat(4);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant('scan' as const), rules, branch: fc.constantFrom(undefined, 'staging') }),
  fc.record({ act: fc.constant('manual' as const), rules: fc.subarray([0, 1, 2], { minLength: 1 }) }),
  fc.record({ act: fc.constantFrom('confirm' as const, 'dismiss' as const, 'reopen' as const), finding: place }),
  fc.record({ act: fc.constantFrom('close' as const, 'open' as const), issue: place }),
);

/** Runs a step; what it cannot do just now is refused, and no matter here. */
async function run(w: World, step: Step): Promise<void> {
  const member = service.as(w.member.token);
  const ingest = (body: object) =>
    service
      .as(w.keys.ingest)
      .post('/api/ingest/test-activity')
      .send({ productRef: w.product.slug, ...body })
      .expect(201);
  if (step.act === 'scan') {
    const findings = step.rules.map((rule) => ({ title: 'Fault', ...RULES[rule]! }));
    const context = step.branch ? { context: { trigger: 'schedule', environment: step.branch } } : {};
    await ingest({ type: 'automated_scan', tool: 'axe', coverage: 'complete', ...context, findings });
  } else if (step.act === 'manual') {
    const findings = step.rules.map((rule) => {
      const { ruleId, ...criteria } = RULES[rule]!;
      return { title: `Barrier of ${ruleId}`, ...criteria };
    });
    await ingest({ type: 'manual_test', findings });
  } else if ('finding' in step) {
    const { findings } = (await member.get(`${w.product.url}/findings`)).body;
    const found = findings[step.finding % Math.max(1, findings.length)];
    if (!found) return;
    const body = step.act === 'dismiss' ? { reason: 'false_positive' } : {};
    await member.post(`${w.product.url}/findings/${found.id}/${step.act}`).send(body);
  } else {
    const { issues } = (await member.get(`${w.product.url}/issues`)).body;
    const found = issues[step.issue % Math.max(1, issues.length)];
    if (!found) return;
    const state = step.act === 'close' ? 'closed' : 'open';
    await member.patch(`${w.product.url}/issues/${found.number}`).send({ state });
  }
}

/** Reports that each lack something that only people can say, and one that lacks nothing. */
const DRAFTS: Record<string, (w: World, r: Reporting) => Promise<unknown>> = {
  'nothing is said': async () => undefined,
  'a requirement is left out': (_, r) => r.fill({ 1: null }),
  'no evidence is named': (_, r) => r.fill({ 0: { evidence: [] } }),
  'its audit is under way': async (w, r) => {
    await r.fill();
    await service.as(w.member.token).patch(r.audit.url).send({ status: 'in_progress' });
  },
  'a program has stated it': async (w, r) => {
    await r.fill();
    const [first] = r.requirements;
    const verdict = { verdict: 'supports', evidence: [{ kind: 'audit', number: r.audit.number }] };
    await service.as(w.keys.write).put(`${r.url}/verdicts/${first!.id}`).send(verdict);
  },
  'it lacks nothing': (_, r) => r.fill(),
};

test.each(Object.keys(DRAFTS))(
  'no sequence of ingests, triage and scans changes a verdict, or makes a report publishable of which %s',
  async (name) => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: isFull ? 20 : 6 }), async (steps) => {
      const w = await world(service);
      const r = await reporting(service, w);
      await DRAFTS[name]!(w, r);
      const verdicts = async () => (await service.as(w.member.token).get(`${r.url}/verdicts`)).body;
      const [said, before] = [await verdicts(), await r.problems()];
      for (const one of steps) await run(w, one);
      expect(await verdicts()).toEqual(said);
      // What was missing is missing still; issues can only speak against more.
      expect(await r.problems()).toEqual(expect.arrayContaining(before));
    });
    await fc.assert(property, { numRuns: isFull ? 50 : 2 });
  },
);
