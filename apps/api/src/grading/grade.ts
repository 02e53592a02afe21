import { addMonths, DAY_MS } from '#libs/dates';
import { named } from '#libs/fields';

/** Incremented with every change of the rules below, so that a stored Grade names the formula it was computed by. */
const FORMULA_VERSION = 1;

/** Best first. */
export const LETTERS = named('Letter', ['A', 'B', 'C', 'D', 'E']);
export type Letter = (typeof LETTERS)[number];

/** Why a letter is not better, or, the first two, why there is none. */
export const REASON_CODES = named(
  'GradeReasonCode',
  [
    'not_evaluated',
    'evidence_expired',
    'requirements_lost',
    'critical_issues',
    'high_severity_issues',
    'unlinked_issues',
    'evidence_old',
    'automated_only',
    'no_recent_full_audit',
  ],
  'Too little or too old evidence, requirements that issues fail, issues that are severe, or that no requirement is linked to.',
);
export type ReasonCode = (typeof REASON_CODES)[number];

/** What would earn the next letter. */
export const TODO_CODES = named(
  'GradeTodoCode',
  [
    'add_evidence',
    'clear_requirements',
    'close_critical_issues',
    'close_high_severity_issues',
    'close_unlinked_issues',
    'add_recent_evidence',
    'add_human_test',
    'complete_full_audit',
  ],
  'What to do: close issues, or add evidence.',
);
export type TodoCode = (typeof TODO_CODES)[number];

/** How many records, and the lowest numbers among them. */
interface CountedRecords {
  count: number;
  numbers: number[];
}

/** The input of the Grade. Pull-request runs, dismissed findings and issues outside the scope are not included. */
export interface GradeFacts {
  now: Date;
  /** Months between full audits; null or 0: none set. */
  auditFrequency: number | null;
  /** How many requirements the effective standard and level put in scope. */
  scope: number;
  /** Requirements in scope with an open linked issue; `severe`: one of severity high or priority critical. */
  lost: { requirementId: string; severe: boolean }[];
  /** Open issues linked to a requirement in scope. */
  linked: CountedRecords;
  /** Open issues linked to no requirement at all. */
  unlinked: CountedRecords;
  /** Open issues of severity high, and of priority critical, in scope or unlinked. */
  high: CountedRecords;
  critical: CountedRecords;
  /** What would be added if all pending findings were confirmed. */
  pending: { lost: { requirementId: string; severe: boolean }[]; unlinked: number; high: number };
  /** Latest `completedAt` of: any evidence, human tests, completed audits, completed full audits. */
  newestEvidence: Date | null;
  newestHumanTest: Date | null;
  newestAudit: Date | null;
  newestFullAudit: Date | null;
}

/** One cause of the letter, with the records behind it. */
interface Reason {
  code: ReasonCode;
  /** The best letter that it allows; null: none at all. */
  cap: Letter | null;
  /** How many issues; of `requirements_lost` how many requirements; 0 where the cause is age or a lack of evidence. */
  count: number;
  /** The lowest numbers of the open issues behind it, as many as the facts name. */
  refs: { kind: 'issue'; number: number }[];
}

/** A letter with its reasons: never a bare number, and never a claim of conformance. */
export interface Grade {
  letter: Letter | null;
  /** 0 to 100; null with the letter. */
  score: number | null;
  formulaVersion: number;
  computedAt: string;
  /** The first moment at which age alone changes the letter; null: never, or after the year 9999. */
  validUntil: string | null;
  reasons: Reason[];
  /** The next better letter and what earns it; null at the best. */
  next: { letter: Letter; todo: { code: TodoCode; count: number }[] } | null;
  /** The letter if all that is pending were confirmed. */
  potentialLetter: Letter | null;
}

const EXPIRES_AFTER_DAYS = 1095;
const OLD_AFTER_DAYS = 365;
const AUDIT_MONTHS_IF_NONE = 36;
// Later years do not fit a timestamp with a four-digit year.
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const THRESHOLDS: readonly [Letter, number][] = [
  ['B', 95],
  ['C', 85],
  ['D', 60],
];

/** The Grade of a product. */
export function grade(facts: GradeFacts): Grade {
  const { letter, reasons } = evaluate(facts);
  return {
    letter,
    score: letter === null ? null : scoreOf(facts.scope, halfPoints(facts.lost)),
    formulaVersion: FORMULA_VERSION,
    computedAt: facts.now.toISOString(),
    validUntil: validUntil(facts, letter)?.toISOString() ?? null,
    reasons,
    next: nextStep(facts, letter, reasons),
    potentialLetter: evaluate(withPending(facts)).letter,
  };
}

function evaluate(facts: GradeFacts): { letter: Letter | null; reasons: Reason[] } {
  const { newestEvidence, now } = facts;
  if (!newestEvidence) return { letter: null, reasons: [reason('not_evaluated', null)] };
  if (olderThan(newestEvidence, EXPIRES_AFTER_DAYS, now))
    return { letter: null, reasons: [reason('evidence_expired', null)] };
  const reasons = [lossReason(facts), ...issueCaps(facts), ...evidenceCaps(facts)].filter(
    (found) => found !== undefined,
  );
  const ranked = reasons.sort((a, b) => rank(b.cap!) - rank(a.cap!));
  return { letter: ranked[0]?.cap ?? 'A', reasons: ranked };
}

function lossReason(facts: GradeFacts): Reason | undefined {
  if (facts.lost.length === 0) return undefined;
  const cap = letterOfLoss(facts.scope, halfPoints(facts.lost));
  return { ...reason('requirements_lost', cap, facts.linked), count: facts.lost.length };
}

const issueCaps = ({ critical, high, unlinked }: GradeFacts): (Reason | undefined)[] => [
  critical.count > 0 ? reason('critical_issues', 'D', critical) : undefined,
  high.count > 0 ? reason('high_severity_issues', 'C', high) : undefined,
  unlinked.count > 0 ? reason('unlinked_issues', 'B', unlinked) : undefined,
];

function evidenceCaps(facts: GradeFacts): (Reason | undefined)[] {
  const { now, newestEvidence, newestHumanTest, newestAudit } = facts;
  const within = (moment: Date | null): boolean => moment !== null && !olderThan(moment, OLD_AFTER_DAYS, now);
  const audited = hasRecentFullAudit(facts);
  const byHumans = within(newestHumanTest) || within(newestAudit);
  return [
    newestEvidence && olderThan(newestEvidence, OLD_AFTER_DAYS, now) ? reason('evidence_old', 'D') : undefined,
    audited || byHumans ? undefined : reason('automated_only', 'C'),
    !audited && byHumans ? reason('no_recent_full_audit', 'B') : undefined,
  ];
}

const hasRecentFullAudit = (facts: GradeFacts): boolean => {
  const until = fullAuditCountsUntil(facts);
  return until !== null && facts.now <= until;
};

/** The last moment at which the newest full audit is within its months; null without one. */
function fullAuditCountsUntil({ newestFullAudit, auditFrequency }: GradeFacts): Date | null {
  if (!newestFullAudit) return null;
  const until = addMonths(newestFullAudit, auditFrequency || AUDIT_MONTHS_IF_NONE);
  // Six months after August 30, 23:00 and after August 31, 01:00 are both February 28. In this case the limit is the
  // end of the day: by the hour, the newer audit would expire first, and adding it could lower the letter.
  if (until.getUTCDate() < newestFullAudit.getUTCDate()) until.setUTCHours(23, 59, 59, 999);
  return until;
}

/** Half-points kept of those in scope, in whole percent; 100 when nothing is in scope. */
const scoreOf = (scope: number, lost: number): number =>
  scope === 0 ? 100 : Math.floor((100 * (2 * scope - lost)) / (2 * scope));

const halfPointsOf = ({ severe }: GradeFacts['lost'][number]): number => (severe ? 2 : 1);

const halfPoints = (lost: GradeFacts['lost']): number => lost.reduce((sum, loss) => sum + halfPointsOf(loss), 0);

function letterOfLoss(scope: number, lost: number): Letter {
  if (lost === 0) return 'A';
  const score = scoreOf(scope, lost);
  return THRESHOLDS.find(([, least]) => score >= least)?.[0] ?? 'E';
}

const rank = (letter: Letter): number => LETTERS.indexOf(letter);

const olderThan = (moment: Date, days: number, now: Date): boolean => now.getTime() - moment.getTime() > days * DAY_MS;

const reason = (code: ReasonCode, cap: Letter | null, records: CountedRecords = { count: 0, numbers: [] }): Reason => ({
  code,
  cap,
  count: records.count,
  refs: records.numbers.map((number) => ({ kind: 'issue', number })),
});

function withPending(facts: GradeFacts): GradeFacts {
  const { pending, lost, unlinked, high } = facts;
  const severe = new Map(lost.map((loss) => [loss.requirementId, loss.severe]));
  for (const loss of pending.lost)
    severe.set(loss.requirementId, loss.severe || severe.get(loss.requirementId) === true);
  return {
    ...facts,
    lost: [...severe].map(([requirementId, isSevere]) => ({ requirementId, severe: isSevere })),
    unlinked: { ...unlinked, count: unlinked.count + pending.unlinked },
    high: { ...high, count: high.count + pending.high },
  };
}

/**
 * Rules of age change only one millisecond after one of these limits; returns the first such moment that changes the
 * letter.
 */
function validUntil(facts: GradeFacts, letter: Letter | null): Date | undefined {
  if (letter === null) return undefined;
  const { newestEvidence, newestHumanTest, newestAudit, now } = facts;
  const limits = [
    daysAfter(newestEvidence, OLD_AFTER_DAYS),
    daysAfter(newestEvidence, EXPIRES_AFTER_DAYS),
    daysAfter(newestHumanTest, OLD_AFTER_DAYS),
    daysAfter(newestAudit, OLD_AFTER_DAYS),
    fullAuditCountsUntil(facts),
  ];
  return limits
    .filter((limit) => limit !== null)
    .map((limit) => limit.getTime() + 1)
    .filter((moment) => moment > now.getTime() && moment <= LAST_MOMENT)
    .sort((a, b) => a - b)
    .map((moment) => new Date(moment))
    .find((moment) => evaluate({ ...facts, now: moment }).letter !== letter);
}

const daysAfter = (moment: Date | null, days: number): Date | null =>
  moment && new Date(moment.getTime() + days * DAY_MS);

function nextStep(facts: GradeFacts, letter: Letter | null, reasons: Reason[]): Grade['next'] {
  if (letter === 'A') return null;
  if (letter === null) {
    const evaluated = evaluate({ ...facts, newestEvidence: facts.now }).letter!;
    return { letter: evaluated, todo: [{ code: 'add_evidence', count: 1 }] };
  }
  const target = LETTERS[rank(letter) - 1]!;
  const todo = reasons
    .filter(({ cap }) => rank(cap!) > rank(target))
    .map(({ code, count }) => TODO[code as keyof typeof TODO](facts, target, count));
  return { letter: target, todo };
}

type Todo = (facts: GradeFacts, target: Letter, count: number) => { code: TodoCode; count: number };

const TODO = {
  requirements_lost: (facts, target) => ({ code: 'clear_requirements', count: requirementsToClear(facts, target) }),
  critical_issues: (_facts, _target, count) => ({ code: 'close_critical_issues', count }),
  high_severity_issues: (_facts, _target, count) => ({ code: 'close_high_severity_issues', count }),
  unlinked_issues: (_facts, _target, count) => ({ code: 'close_unlinked_issues', count }),
  evidence_old: () => ({ code: 'add_recent_evidence', count: 1 }),
  automated_only: () => ({ code: 'add_human_test', count: 1 }),
  no_recent_full_audit: () => ({ code: 'complete_full_audit', count: 1 }),
} satisfies Partial<Record<ReasonCode, Todo>>;

/** How many requirements must be cleared of open issues to reach the target, those that cost most first. */
function requirementsToClear({ scope, lost }: GradeFacts, target: Letter): number {
  const dearestFirst = lost.map(halfPointsOf).sort((a, b) => b - a);
  let left = halfPoints(lost);
  for (const [index, loss] of dearestFirst.entries()) {
    left -= loss;
    if (rank(letterOfLoss(scope, left)) <= rank(target)) return index + 1;
  }
  return lost.length;
}
