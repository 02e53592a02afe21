import type { Audit } from '../../audits/audit.entity.js';
import { grouped } from '../../lists/grouped.js';
import type { Applicant } from '../../catalogue/applies-to.js';
import { coversLevel, scopeOf } from '../../standards/in-scope.js';
import { ADMITTING, isContradictedByIssues } from '../contradicted.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import type { ReportRequirement, ReportStandard } from '../standard/report-standard.js';
import type { StatementProblem } from '../statements/statement-problems.js';
import type { Component, Verdict } from '../statement-terms.js';
import { AUDIT_HOLDS_MONTHS, auditHoldsUntil } from '../validity.js';
import type { ConformanceVerdict } from '../verdicts/conformance-verdict.entity.js';
import { type EvidenceDates, nameOf } from '../verdicts/evidence.js';
import type { ReportedIssues } from './linked-issues.sql.js';

/** What keeps a report from being published. */
export const PROBLEMS = {
  audit_missing: 'The report rests on no audit.',
  audit_not_completed: 'The audit is not completed.',
  audit_not_full: 'The audit is not a full one.',
  audit_of_another_standard: 'The audit is of another standard, or of a lower level.',
  audit_too_old: `The audit was completed ${AUDIT_HOLDS_MONTHS} months ago or earlier.`,
  validity_ended: 'The report would have expired before it is published: `validUntil` has passed.',
  verdict_missing: 'Nothing is said of the requirement.',
  not_evaluated: 'The requirement was not evaluated.',
  remarks_missing: 'The verdict needs remarks.',
  evidence_missing: 'The verdict needs evidence, or some of it is gone.',
  not_stated_by_a_person: 'The verdict was stated with an API key; a person has to state it.',
  issue_open: 'An issue speaks against the verdict: it is open, or was when the verdict was stated.',
  findings_untriaged:
    'Findings that are not triaged speak against "supports"; `untriagedReason` may say why they are not.',
  nothing_applicable: 'No requirement of the level applies.',
  author_incomplete: 'The report names no author.',
  contact_incomplete: 'The report names no contact.',
} as const;
type ProblemKind = keyof typeof PROBLEMS;

/** One of them or of a form of statement, of the whole report or of a requirement. */
export interface ReportProblem {
  code: ProblemKind | StatementProblem;
  requirementId: string | null;
  /** The number of the requirement. */
  requirement: string | null;
  component: Component | null;
  message: string;
}

/** All that decides whether a report may be published. */
export interface ReportFacts {
  report: Pick<
    ConformanceReport,
    'standardId' | 'conformanceLevelId' | 'author' | 'contact' | 'validUntil' | 'untriagedReason'
  >;
  product: Applicant;
  /** Null where it was deleted. */
  standard: ReportStandard | null;
  audit: Pick<
    Audit,
    'type' | 'status' | 'completedAt' | 'standardId' | 'conformanceLevelId' | 'standardRemoved'
  > | null;
  verdicts: readonly ConformanceVerdict[];
  evidence: EvidenceDates;
  issues: ReadonlyMap<string, ReportedIssues>;
  /** The requirements that pending findings fail, which nobody has triaged. */
  untriaged: ReadonlySet<string>;
  now: Date;
}

/** Everything that keeps a report from being published: first what concerns it as a whole, then by requirement. */
export function problemsOf(facts: ReportFacts): ReportProblem[] {
  const { report, product, standard, verdicts, now } = facts;
  const byRequirement = grouped(verdicts, ({ requirementId }) => requirementId);
  const requirements = standard?.requirements ?? [];
  const asked = requirements.filter(
    (requirement) => standard && scopeOf(standard, report.conformanceLevelId, product, requirement).inScope,
  );
  const general: ProblemKind[] = [
    ...auditProblems(facts),
    ...(report.validUntil && report.validUntil <= now ? (['validity_ended'] as const) : []),
    ...(asked.every(({ id }) => appliesNowhere(byRequirement.get(id))) ? (['nothing_applicable'] as const) : []),
    ...(report.author ? [] : (['author_incomplete'] as const)),
    ...(report.contact ? [] : (['contact_incomplete'] as const)),
  ];
  const isAsked = new Set(asked);
  return [
    ...general.map((code) => problem(code)),
    ...requirements.flatMap((requirement) => {
      const verdicts = byRequirement.get(requirement.id) ?? [];
      if (verdicts.length === 0) return isAsked.has(requirement) ? [problem('verdict_missing', requirement)] : [];
      return verdicts.flatMap((verdict) =>
        verdictProblems(verdict, verdicts, isAsked.has(requirement), facts).map((code) =>
          problem(code, requirement, verdict.component),
        ),
      );
    }),
  ];
}

const problem = (
  code: ProblemKind,
  requirement?: ReportRequirement,
  component: Component | null = null,
): ReportProblem => ({
  code,
  requirementId: requirement?.id ?? null,
  requirement: requirement?.number ?? null,
  component,
  message: PROBLEMS[code],
});

function auditProblems({ audit, report, standard, now }: ReportFacts): ProblemKind[] {
  if (!audit) return ['audit_missing'];
  const { completedAt, type, standardId, conformanceLevelId, standardRemoved } = audit;
  // People may enter any date: one that has not come would let a report hold for as long as they like.
  const isCompleted = audit.status === 'completed' && completedAt !== null && completedAt <= now;
  const covers =
    standard !== null &&
    !standardRemoved &&
    standardId === report.standardId &&
    coversLevel(standard, conformanceLevelId, report.conformanceLevelId);
  return [
    ...(isCompleted ? [] : (['audit_not_completed'] as const)),
    ...(type === 'full' ? [] : (['audit_not_full'] as const)),
    ...(covers ? [] : (['audit_of_another_standard'] as const)),
    ...(isCompleted && auditHoldsUntil(completedAt) <= now ? (['audit_too_old'] as const) : []),
  ];
}

const WITH_REMARKS: readonly Verdict[] = [...ADMITTING, 'not_applicable'];

function verdictProblems(
  stated: ConformanceVerdict,
  ofRequirement: readonly ConformanceVerdict[],
  isAsked: boolean,
  { report, evidence: known, issues, untriaged }: ReportFacts,
): ProblemKind[] {
  const { verdict, remarks, evidence, statedByName, requirementId } = stated;
  const against = issues.get(requirementId);
  const problems: Partial<Record<ProblemKind, boolean>> = {
    not_evaluated: verdict === 'not_evaluated' && isAsked,
    remarks_missing: WITH_REMARKS.includes(verdict) && !remarks?.trim(),
    evidence_missing:
      (verdict === 'supports' && evidence.length === 0) || evidence.some((record) => !known.has(nameOf(record))),
    not_stated_by_a_person: !ADMITTING.includes(verdict) && statedByName === null,
    issue_open:
      isContradictedByIssues(stated, ofRequirement) && against !== undefined && (against.open > 0 || against.openThen),
    findings_untriaged: verdict === 'supports' && report.untriagedReason === null && untriaged.has(requirementId),
  };
  return Object.entries(problems).flatMap(([code, isFound]) => (isFound ? [code as ProblemKind] : []));
}

const appliesNowhere = (verdicts: readonly ConformanceVerdict[] | undefined): boolean =>
  verdicts !== undefined && verdicts.every(({ verdict }) => verdict === 'not_applicable');
