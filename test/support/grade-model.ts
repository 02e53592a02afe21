import type { GradeFacts } from '../../apps/api/src/reporting/grading/facts.js';

/** What the model says of a Grade. */
export interface ExpectedGrade {
  letter: string | null;
  score: number | null;
  formulaVersion: number;
  validUntil: string | null;
  potentialLetter: string | null;
  /** The code, the cap, how many, and the records, worst first. */
  reasons: [code: string, cap: string | null, count: number, refs: (number | string)[]][];
}

type Expected = ExpectedGrade['reasons'][number];

const DAY = 24 * 60 * 60 * 1000;
const WORST_FIRST = 'EDCBA';

/** The second formula once more, written down from what it promises and not from the code. */
export function expectedGrade(facts: GradeFacts): ExpectedGrade {
  const reasons = reasonsAt(facts, facts.now.getTime());
  const letter = letterOf(reasons);
  const confirmed = letterOf(reasonsAt(allConfirmed(facts), facts.now.getTime()));
  const half = lostHalves(facts.lost);
  return {
    letter,
    score: letter === null ? null : percent(facts.scope, half),
    formulaVersion: 2,
    validUntil: letter === null ? null : firstChange(facts, letter),
    potentialLetter: confirmed,
    reasons,
  };
}

function reasonsAt(facts: GradeFacts, now: number): Expected[] {
  const age = (moment: Date | null): number => (moment ? now - moment.getTime() : Infinity);
  if (!facts.newestEvidence) return [['not_evaluated', null, 0, []]];
  if (age(facts.newestEvidence) > 1095 * DAY) return [['evidence_expired', null, 0, []]];
  const found: Expected[] = [];
  const add = (code: string, cap: string, count = 0, refs: (number | string)[] = []) =>
    found.push([code, cap, count, refs]);

  if (facts.lost.length > 0) {
    const score = percent(facts.scope, lostHalves(facts.lost));
    const cap = score >= 95 ? 'B' : score >= 85 ? 'C' : score >= 60 ? 'D' : 'E';
    add('requirements_lost', cap, facts.lost.length, facts.linked.numbers);
  }
  const basic = facts.lost.filter((lost) => lost.basic).length;
  if (basic > 0) add('basic_requirement_failed', 'C', basic, facts.basic.numbers);
  if (facts.critical.count > 0) add('critical_issues', 'D', facts.critical.count, facts.critical.numbers);
  if (facts.blocking.count > 0) add('blocking_issues', 'D', facts.blocking.count, facts.blocking.numbers);
  if (facts.high.count > 0) add('high_severity_issues', 'C', facts.high.count, facts.high.numbers);
  if (facts.unlinked.count > 0) add('unlinked_issues', 'B', facts.unlinked.count, facts.unlinked.numbers);
  const isOverdue = (day: string | null): boolean => day !== null && now >= midnightAfter(day, 15);
  if (isOverdue(facts.waiting.firstDay))
    add(
      'untriaged_findings',
      isOverdue(facts.waiting.firstHighDay) ? 'C' : 'B',
      facts.waiting.overdue,
      facts.waiting.longest,
    );
  if (facts.scope === 0) add('nothing_in_scope', 'B');
  if (age(facts.newestEvidence) > 365 * DAY) add('evidence_old', 'D');

  const { covering, full, substantiated, unsubstantiated } = facts.audits;
  const counts = (audit: Date | undefined | null): boolean => !!audit && now <= lastMoment(audit, facts.auditFrequency);
  const people = [facts.newestHumanTest, substantiated].some((moment) => age(moment) <= 365 * DAY);
  if (!counts(covering)) {
    if (people && counts(full?.completedAt)) add('audit_of_another_standard', 'B', 1, [full!.number]);
    else if (people) add('no_recent_full_audit', 'B');
    else if (counts(unsubstantiated?.completedAt)) add('audit_not_substantiated', 'C', 1, [unsubstantiated!.number]);
    else add('automated_only', 'C');
  }
  return [...WORST_FIRST].flatMap((letter) => found.filter(([, cap]) => cap === letter));
}

const letterOf = (reasons: Expected[]): string | null => (reasons.length === 0 ? 'A' : reasons[0]![1]);

/**
 * The last moment at which a full audit of this moment counts. Months are those of the calendar; a day that a month
 * lacks is the whole of its last.
 */
function lastMoment(audit: Date, auditFrequency: number | null): number {
  const months = auditFrequency === null || auditFrequency === 0 ? 36 : auditFrequency;
  const [year, month, day] = [audit.getUTCFullYear(), audit.getUTCMonth() + months, audit.getUTCDate()];
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return days < day
    ? Date.UTC(year, month, days, 23, 59, 59, 999)
    : Date.UTC(year, month, day) + (audit.getTime() % DAY);
}

const midnightAfter = (day: string, days: number): number => new Date(`${day}T00:00:00Z`).getTime() + days * DAY;

const lostHalves = (lost: GradeFacts['lost']): number => lost.length + lost.filter(({ severe }) => severe).length;

const percent = (scope: number, half: number): number =>
  scope === 0 ? 100 : Math.floor((100 * (2 * scope - half)) / (2 * scope));

function allConfirmed({ pending, ...facts }: GradeFacts): GradeFacts {
  const ids = new Set([...facts.lost, ...pending.lost].map(({ requirementId }) => requirementId));
  const lost = [...ids].map((requirementId) => {
    const all = [...facts.lost, ...pending.lost].filter((loss) => loss.requirementId === requirementId);
    return { requirementId, severe: all.some(({ severe }) => severe), basic: all[0]!.basic };
  });
  const more = ({ count, numbers }: GradeFacts['high'], added: number) => ({ count: count + added, numbers });
  return {
    ...facts,
    pending,
    lost,
    unlinked: more(facts.unlinked, pending.unlinked),
    high: more(facts.high, pending.high),
    blocking: more(facts.blocking, pending.blocking),
    waiting: { firstDay: null, firstHighDay: null, overdue: 0, overdueHigh: 0, longest: [] },
  };
}

/** Tries every moment at which a rule of age may end. */
function firstChange(facts: GradeFacts, letter: string): string | null {
  const { newestEvidence, newestHumanTest, audits, waiting, auditFrequency } = facts;
  const dates = [
    newestEvidence,
    newestHumanTest,
    audits.substantiated,
    audits.covering,
    audits.full?.completedAt,
    audits.unsubstantiated?.completedAt,
  ].filter((date) => date instanceof Date);
  const ends = dates.flatMap((date) => [
    date.getTime() + 365 * DAY + 1,
    date.getTime() + 1095 * DAY + 1,
    lastMoment(date, auditFrequency) + 1,
  ]);
  const midnights = [waiting.firstDay, waiting.firstHighDay].flatMap((day) => (day ? [midnightAfter(day, 15)] : []));
  const change = [...ends, ...midnights]
    .sort((a, b) => a - b)
    .find((moment) => moment > facts.now.getTime() && letterOf(reasonsAt(facts, moment)) !== letter);
  return change === undefined || change >= Date.UTC(10_000, 0) ? null : new Date(change).toISOString();
}
