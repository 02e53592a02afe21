import { mapInSlices } from '#libs/queues';
import { grouped } from '../../../platform/lists/grouped.js';
import { ADMITTING, isContradictedByIssues } from '../contradicted.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import type { ReportRequirement } from '../standard/report-standard.js';
import type { StatementProblem } from '../statements/statement-problems.js';
import type { Component, Verdict } from '../statement-terms.js';
import { AUDIT_HOLDS_MONTHS } from '../validity.js';
import type { ConformanceVerdict } from '../verdicts/conformance-verdict.entity.js';
import { type EvidenceDates, nameOf } from '../verdicts/evidence.js';
import { againstVerdict, type AuditedOutcomes } from './audited-outcomes.js';
import {
  requirementsInScope,
  type AuditedStandards,
  type AuditFacts,
  auditFor,
  type CoveredStandard,
} from './audits-of-standards.js';
import type { ReportedIssues } from './linked-issues.sql.js';

/** What keeps a report from being published. */
export const PROBLEMS = {
  audit_missing: 'The report is not based on an audit.',
  audit_not_completed: 'The audit is not completed.',
  audit_not_full: 'The audit is not a full audit.',
  audit_of_another_standard: 'The audit is for another standard, or for a lower level.',
  audit_too_old: `The audit was completed ${AUDIT_HOLDS_MONTHS} or more months ago.`,
  validity_ended: 'The report would be published after its expiry: `validUntil` has passed.',
  verdict_missing: 'The requirement has no verdict.',
  not_evaluated: 'The requirement was not evaluated.',
  remarks_missing: 'The verdict requires remarks.',
  evidence_missing: 'The verdict requires evidence, or some of it has been deleted.',
  not_stated_by_a_person: 'The verdict was stated with an API key. A person must state it.',
  issue_open: 'An issue contradicts the verdict: it is open, or was open when the verdict was stated.',
  findings_untriaged: 'Pending findings contradict "supports". Triage them, or give the reason in `untriagedReason`.',
  outcome_failed: 'The requirement failed in the audit. Change the verdict, or give the reason in `outcomesReason`.',
  outcome_undecided:
    'The audit has no outcome for the requirement. Change the verdict, or give the reason in `outcomesReason`.',
  nothing_applicable: 'No requirement of the level applies.',
  author_incomplete: 'The report has no author.',
  contact_incomplete: 'The report has no contact.',
} as const;
type ProblemKind = keyof typeof PROBLEMS;

/** One of them or of a form of statement, of the whole report, of a standard or of a requirement. */
export interface ReportProblem {
  code: ProblemKind | StatementProblem;
  /** Of a report on several standards; absent: it concerns the whole report. */
  standardId?: string;
  requirementId: string | null;
  /** The number of the requirement. */
  requirement: string | null;
  component: Component | null;
  message: string;
}

/** All that decides whether a report may be published. */
export interface ReportFacts extends AuditedStandards<AuditFacts> {
  report: Pick<ConformanceReport, 'author' | 'contact' | 'validUntil' | 'untriagedReason' | 'outcomesReason'>;
  verdicts: readonly ConformanceVerdict[];
  evidence: EvidenceDates;
  issues: ReadonlyMap<string, ReportedIssues>;
  /** What the audits have of requirements. */
  outcomes: AuditedOutcomes;
  /** The requirements that pending findings fail, which nobody has triaged. */
  untriaged: ReadonlySet<string>;
}

/**
 * Everything that keeps a report from being published: first what concerns it as a whole, then by requirement, a few
 * milliseconds at a time.
 */
export async function problemsOf(facts: ReportFacts): Promise<ReportProblem[]> {
  const { report, product, standards, verdicts, now } = facts;
  const byRequirement = grouped(verdicts, ({ requirementId }) => requirementId);
  const all = (codes: readonly ProblemKind[], place: ProblemPlace = {}) => codes.map((code) => problem(code, place));
  const placeOf = ({ standard }: CoveredStandard): ProblemPlace =>
    standards.length > 1 ? { standardId: standard.id } : {};
  const requirementsByStandard = new Map(standards.map((covered) => [covered, requirementsInScope(covered, product)]));
  const nothingApplies = (covered: CoveredStandard): boolean =>
    requirementsByStandard.get(covered)!.every(({ id }) => appliesNowhere(byRequirement.get(id)));
  const ofRequirements: ReportProblem[][] = [];
  for (const covered of standards) {
    const inScope = new Set(requirementsByStandard.get(covered));
    const problemsAt = requirementProblems(placeOf(covered), inScope, facts, byRequirement);
    ofRequirements.push(...(await mapInSlices(covered.standard.requirements, problemsAt)));
  }
  return [
    ...(standards.length === 0 ? all(auditFor(null, facts).problems) : []),
    ...standards.flatMap((covered) => all(auditFor(covered, facts).problems, placeOf(covered))),
    ...(report.validUntil && report.validUntil <= now ? all(['validity_ended']) : []),
    ...(standards.length === 0 ? all(['nothing_applicable']) : []),
    ...standards.filter(nothingApplies).flatMap((covered) => all(['nothing_applicable'], placeOf(covered))),
    ...(report.author ? [] : all(['author_incomplete'])),
    ...(report.contact ? [] : all(['contact_incomplete'])),
    ...ofRequirements.flat(),
  ];
}

/** What of a report a problem is about. */
interface ProblemPlace {
  standardId?: string;
  requirement?: ReportRequirement;
  component?: Component;
}

/** What each requirement of a standard lacks. */
const requirementProblems =
  (
    standard: ProblemPlace,
    inScope: ReadonlySet<ReportRequirement>,
    facts: ReportFacts,
    byRequirement: ReadonlyMap<string, ConformanceVerdict[]>,
  ) =>
  (requirement: ReportRequirement): ReportProblem[] => {
    const place = { ...standard, requirement };
    const verdicts = byRequirement.get(requirement.id) ?? [];
    if (verdicts.length === 0) return inScope.has(requirement) ? [problem('verdict_missing', place)] : [];
    return verdicts.flatMap((verdict) =>
      verdictProblems(verdict, verdicts, inScope.has(requirement), facts).map((code) =>
        problem(code, { ...place, component: verdict.component }),
      ),
    );
  };

const problem = (code: ProblemKind, { standardId, requirement, component }: ProblemPlace): ReportProblem => ({
  code,
  ...(standardId !== undefined && { standardId }),
  requirementId: requirement?.id ?? null,
  requirement: requirement?.number ?? null,
  component: component ?? null,
  message: PROBLEMS[code],
});

const WITH_REMARKS: readonly Verdict[] = [...ADMITTING, 'not_applicable'];

function verdictProblems(
  stated: ConformanceVerdict,
  ofRequirement: readonly ConformanceVerdict[],
  isInScope: boolean,
  { report, evidence: known, issues, outcomes, untriaged }: ReportFacts,
): ProblemKind[] {
  const { verdict, remarks, evidence, statedByName, requirementId } = stated;
  const against = issues.get(requirementId);
  const ofAudit =
    report.outcomesReason === null ? againstVerdict(outcomes.get(requirementId), stated, ofRequirement) : undefined;
  const problems: Partial<Record<ProblemKind, boolean>> = {
    not_evaluated: verdict === 'not_evaluated' && isInScope,
    remarks_missing: WITH_REMARKS.includes(verdict) && !remarks?.trim(),
    evidence_missing:
      (verdict === 'supports' && evidence.length === 0) || evidence.some((record) => !known.has(nameOf(record))),
    not_stated_by_a_person: !ADMITTING.includes(verdict) && statedByName === null,
    issue_open:
      isContradictedByIssues(stated, ofRequirement) && against !== undefined && (against.open > 0 || against.openThen),
    findings_untriaged: verdict === 'supports' && report.untriagedReason === null && untriaged.has(requirementId),
    ...(ofAudit && { [ofAudit]: true }),
  };
  return Object.entries(problems).flatMap(([code, isFound]) => (isFound ? [code as ProblemKind] : []));
}

const appliesNowhere = (verdicts: readonly ConformanceVerdict[] | undefined): boolean =>
  verdicts !== undefined && verdicts.every(({ verdict }) => verdict === 'not_applicable');
