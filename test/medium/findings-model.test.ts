import { type Principal } from '#libs/access';
import fc from 'fast-check';
import { TriageService } from '../../apps/api/src/findings/triage.service.js';
import { TestActivitiesService } from '../../apps/api/src/test-activities/test-activities.service.js';
import { IngestService } from '../../apps/api/src/ingest/ingest.service.js';
import { IssuesService } from '../../apps/api/src/issues/issues.service.js';
import { Organization } from '../../apps/api/src/organizations/organization.entity.js';
import { Product } from '../../apps/api/src/products/product.entity.js';
import { FindingsModel, type ModelFinding, type ShownFinding, type ShownIssue } from '../support/findings-model.js';
import { checkCounts, recounted } from '../support/counts.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ LOG_LEVEL: 'silent' });

/** How many random sequences, and from which seed; the proof runs thousands, from another seed each time. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 60);
const SEED = Number(process.env['MODEL_SEED'] ?? 1);
const DAYS = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
const RULES = ['a', 'b', 'c', 'd'];

/** `pick` chooses among what there is at that moment. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      tool: fc.constantFrom('axe', 'pa11y'),
      day: fc.nat(2),
      rules: fc.subarray(RULES),
      complete: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), pick: fc.nat(99) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('confirm' as const, 'link' as const, 'dismiss' as const, 'reopen' as const),
      pick: fc.nat(99),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('expire' as const, 'edit' as const), pick: fc.nat(99) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('bulk' as const), picks: fc.subarray([0, 1, 2, 3, 4, 5]) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('close' as const, 'open' as const, 'delete' as const),
      pick: fc.nat(99),
    }),
  },
);

test('any sequence of reports, sweeps, triage and deletions leaves findings and issues as the model says', async () => {
  const ingest = service.app.get(IngestService);
  const triage = service.app.get(TriageService);
  const activities = service.app.get(TestActivitiesService);
  const issues = service.app.get(IssuesService);
  const w = await world(service);
  const organization = await service.database.manager.findOneByOrFail(Organization, { id: w.organization.id });
  const principal = { userId: null, name: 'ci', key: { productId: null } } as unknown as Principal;

  const shown = async (product: Product): Promise<{ findings: ShownFinding[]; issues: ShownIssue[] }> => ({
    findings: (
      await service.database.query(
        `SELECT tool, rule_id AS rule, i.number AS issue, edited <> '{}' AS edited, regression_count AS regressions,
           first_seen_at AS "firstSeen", last_seen_at AS "lastSeen",
           CASE WHEN status = 'dismissed' AND dismissed_until <= now() THEN 'pending' ELSE status::text END AS status
         FROM findings f LEFT JOIN issues i ON i.id = f.issue_id WHERE f.product_id = $1 ORDER BY tool, rule_id`,
        [product.id],
      )
    ).map((row: { firstSeen: Date; lastSeen: Date }) => ({
      ...row,
      firstSeen: +row.firstSeen,
      lastSeen: +row.lastSeen,
    })),
    issues: (
      await issues.page(
        { organization, product },
        { page: 1, pageSize: 100, sortField: 'number', sortDirection: 'asc' },
      )
    ).items.map(({ issue: { number, state }, regressed, noLongerReported }) => ({
      number,
      state,
      regressed,
      noLongerReported,
    })),
  });

  const run = async (steps: (typeof step extends fc.Arbitrary<infer S> ? S : never)[]): Promise<void> => {
    const { id } = await w.newProduct('Model');
    const product = await service.database.manager.findOneByOrFail(Product, { id });
    const model = new FindingsModel();
    const idOf = async ({ tool, rule }: ModelFinding): Promise<string> =>
      (
        await service.database.query('SELECT id FROM findings WHERE product_id = $1 AND tool = $2 AND rule_id = $3', [
          ...[product.id, tool, rule],
        ])
      )[0].id;
    const outcome = (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => 'done',
        (error: { code: string }) => error.code,
      );

    for (const taken of steps) {
      const pick = <T>(from: readonly T[]): T | undefined => from['pick' in taken ? taken.pick % from.length : 0];
      const finding = pick(model.findings);
      const issue = pick([...model.issues.keys()]);
      if (taken.kind === 'report') {
        const { tool, day, rules, complete } = taken;
        const findings = rules.map((ruleId) => ({ ruleId, title: `${ruleId} reported` }));
        const body = {
          type: 'automated_scan',
          productRef: product.slug,
          tool,
          findings,
          completedAt: DAYS[day],
        } as const;
        const { activity } = await ingest.ingest(
          organization,
          principal,
          { ...body, coverage: complete ? 'complete' : 'partial' },
          false,
        );
        expect(activity.delta).toEqual(model.report(tool, Date.parse(DAYS[day]!), rules, complete));
      } else if (taken.kind === 'undo') {
        const known = pick(model.runs);
        if (!known) continue;
        await activities.delete(product, known.number);
        model.undo(known.number);
      } else if (taken.kind === 'bulk') {
        const chosen = model.findings.filter((_, index) => taken.picks.includes(index));
        if (chosen.length === 0) continue;
        const ids = await Promise.all(chosen.map(idOf));
        const dismissal = { action: 'dismiss', reason: 'accepted' } as const;
        const refused = chosen.some((one) => ['confirmed', 'resolved'].includes(model.status(one)));
        expect(await outcome(triage.bulk(organization, ids, dismissal, null)).then((code) => code === 'done')).toBe(
          !refused,
        );
        if (!refused) for (const one of chosen) model.dismiss(one);
      } else if (taken.kind === 'close' || taken.kind === 'open') {
        if (issue === undefined) continue;
        const state = taken.kind === 'close' ? 'closed' : 'open';
        await issues.update(product, issue, { state });
        model.setIssue(issue, state);
      } else if (taken.kind === 'delete') {
        if (issue === undefined) continue;
        await issues.delete(product, issue);
        model.deleteIssue(issue);
      } else if (finding) {
        const findingId = await idOf(finding);
        const status = model.status(finding);
        if (taken.kind === 'confirm' || taken.kind === 'link') {
          const issueNumber = taken.kind === 'link' ? issue : undefined;
          const code = await outcome(triage.confirm(organization, product, findingId, { issueNumber }, null));
          expect(code).toBe(status === 'resolved' ? 'finding_resolved' : 'done');
          if (status === 'pending' || status === 'dismissed') model.confirm(finding, issueNumber);
        } else if (taken.kind === 'dismiss') {
          const code = await outcome(triage.dismiss(product, findingId, { reason: 'third_party' }));
          const refusal = status === 'confirmed' || status === 'resolved' ? `finding_${status}` : 'done';
          expect(code).toBe(refusal);
          if (refusal === 'done') model.dismiss(finding);
        } else if (taken.kind === 'reopen') {
          const code = await outcome(triage.reopen(product, findingId));
          expect(code).toBe(status === 'confirmed' ? 'finding_confirmed' : 'done');
          if (status !== 'confirmed') model.reopen(finding);
        } else if (taken.kind === 'edit') {
          await triage.update(product, findingId, { title: 'In better words' });
          model.edit(finding, 'In better words');
        } else if (status === 'dismissed') {
          await service.database.query(
            `UPDATE findings SET dismissed_until = now() - interval '1 second' WHERE id = $1`,
            [findingId],
          );
          await recounted(service, product.id);
          model.expire(finding);
        }
      }
      await checkCounts(service);
      expect(await shown(product)).toEqual({ findings: model.showFindings(), issues: model.showIssues() });
      const kept = await service.database.query(
        `SELECT DISTINCT title FROM findings WHERE product_id = $1 AND edited <> '{}'`,
        [product.id],
      );
      expect(kept.every(({ title }: { title: string }) => title === 'In better words')).toBe(true);
    }
  };

  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), run), {
    numRuns: RUNS,
    seed: SEED,
  });
}, 3_600_000);
