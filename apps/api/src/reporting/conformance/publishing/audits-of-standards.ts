import type { Audit } from '../../../records/audits/audit.entity.js';
import type { Applicant } from '../../../standards/catalogue/applies-to.js';
import { coversLevel, scopeOf } from '../../../standards/standards/in-scope.js';
import type { ReportRequirement, ReportStandard } from '../standard/report-standard.js';
import { auditHoldsUntil } from '../validity.js';

/** A standard that a report covers. */
export interface CoveredStandard {
  standard: ReportStandard;
  conformanceLevelId: string | null;
}

/** What keeps an audit from carrying a report on a standard. */
export type AuditProblem =
  'audit_missing' | 'audit_not_completed' | 'audit_not_full' | 'audit_of_another_standard' | 'audit_too_old';

/** What of an audit decides that. */
export type AuditFacts = Pick<
  Audit,
  'type' | 'status' | 'completedAt' | 'standardId' | 'conformanceLevelId' | 'standardRemoved'
>;

/** @param covered null: the report has no standard */
function problemsOfAudit(audit: AuditFacts, covered: CoveredStandard | null, now: Date): AuditProblem[] {
  const { completedAt, type, standardId, conformanceLevelId, standardRemoved } = audit;
  // People may enter any date: one that has not come would let a report hold for as long as they like.
  const isCompleted = audit.status === 'completed' && completedAt !== null && completedAt <= now;
  const covers =
    covered !== null &&
    !standardRemoved &&
    standardId === covered.standard.id &&
    coversLevel(covered.standard, conformanceLevelId, covered.conformanceLevelId);
  return [
    ...(isCompleted ? [] : (['audit_not_completed'] as const)),
    ...(type === 'full' ? [] : (['audit_not_full'] as const)),
    ...(covers ? [] : (['audit_of_another_standard'] as const)),
    ...(isCompleted && auditHoldsUntil(completedAt) <= now ? (['audit_too_old'] as const) : []),
  ];
}

/** The requirements that a report's level asks for, of the product. */
export const requirementsInScope = (
  { standard, conformanceLevelId }: CoveredStandard,
  product: Applicant,
): ReportRequirement[] =>
  standard.requirements.filter((one) => scopeOf(standard, conformanceLevelId, product, one).inScope);

/**
 * The standard whose audit carries the report on another one too, since that asks for nothing but criteria that it has.
 * Itself where there is none: each standard needs an audit of its own.
 */
function carrierOf(covered: CoveredStandard, all: readonly CoveredStandard[], product: Applicant): CoveredStandard {
  const criteriaOf = (one: CoveredStandard): Set<string> =>
    new Set(requirementsInScope(one, product).flatMap(({ wcag }) => (wcag.length === 1 ? wcag : [])));
  const requirements = requirementsInScope(covered, product);
  const criteria = criteriaOf(covered);
  if (requirements.length === 0 || requirements.length > criteria.size) return covered;
  const larger = all.find((other) => {
    const others = criteriaOf(other);
    return others.size > criteria.size && [...criteria].every((criterion) => others.has(criterion));
  });
  return larger === undefined ? covered : carrierOf(larger, all, product);
}

/** All that decides on which audits a report rests. */
export interface AuditedStandards<A extends AuditFacts> {
  standards: readonly CoveredStandard[];
  audits: readonly A[];
  product: Applicant;
  now: Date;
}

/**
 * The audit that a report on a standard rests on, of those that it names: the one with the fewest problems. Where that
 * is the audit of another standard, the problems are told there.
 * @param covered null: the report has no standard
 */
export function auditFor<A extends AuditFacts>(
  covered: CoveredStandard | null,
  { standards, audits, product, now }: AuditedStandards<A>,
): { audit: A | null; problems: AuditProblem[] } {
  const best = (one: CoveredStandard | null): { audit: A | null; problems: AuditProblem[] } =>
    audits
      .map((audit) => ({ audit, problems: problemsOfAudit(audit, one, now) }))
      .toSorted((a, b) => a.problems.length - b.problems.length)[0] ?? { audit: null, problems: ['audit_missing'] };
  const own = best(covered);
  if (covered === null || own.problems.length === 0) return own;
  const carrier = carrierOf(covered, standards, product);
  return carrier === covered ? own : { audit: best(carrier).audit, problems: [] };
}
