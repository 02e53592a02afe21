import { DAY_MS } from '#libs/dates';
import { type Letter, rank } from '../../products/products/grade/codes.js';
import { evidenceReasons, limitsOfEvidence, missingEvidence } from './evidence.js';
import type { CountedRecords, GradeFacts, Loss } from './facts.js';
import { betterThan, type NextStep, stepTo } from './next-step.js';
import { type Reason, reason } from './reason.js';
import { halfPoints, letterOfLoss, scoreOf } from './score.js';

/** Incremented with every change of the rules, so that a stored Grade names the formula it was computed by. */
export const FORMULA_VERSION = 2;

/** A finding that waits since a day of UTC is overdue from the beginning of the day that is so many days later. */
export const OVERDUE_AFTER_DAYS = 15;

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
  next: NextStep | null;
  /** The letter if all that is pending were confirmed. */
  potentialLetter: Letter | null;
}

// Later years do not fit a timestamp with a four-digit year.
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

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
  const missing = missingEvidence(facts);
  if (missing) return { letter: null, reasons: [missing] };
  const reasons = [...issueReasons(facts), untriaged(facts), scopeReason(facts), ...evidenceReasons(facts)].filter(
    (found) => found !== undefined,
  );
  const ranked = reasons.sort((a, b) => rank(b.cap!) - rank(a.cap!));
  return { letter: ranked[0]?.cap ?? 'A', reasons: ranked };
}

function issueReasons(facts: GradeFacts): (Reason | undefined)[] {
  const { scope, lost, linked, basic, critical, blocking, high, unlinked } = facts;
  const basicCount = lost.filter((loss) => loss.basic).length;
  const ifAny = (code: Reason['code'], cap: Letter, records: CountedRecords): Reason | undefined =>
    records.count > 0 ? reason(code, cap, records) : undefined;
  return [
    ifAny('requirements_lost', letterOfLoss(scope, halfPoints(lost)), { ...linked, count: lost.length }),
    ifAny('basic_requirement_failed', 'C', { ...basic, count: basicCount }),
    ifAny('critical_issues', 'D', critical),
    ifAny('blocking_issues', 'D', blocking),
    ifAny('high_severity_issues', 'C', high),
    ifAny('unlinked_issues', 'B', unlinked),
  ];
}

function untriaged({ waiting, now }: GradeFacts): Reason | undefined {
  const isOverdue = (day: string | null): boolean => day !== null && now.getTime() >= overdueFrom(day);
  if (!isOverdue(waiting.firstDay)) return undefined;
  const cause = { count: waiting.overdue, findings: waiting.longest };
  return reason('untriaged_findings', isOverdue(waiting.firstHighDay) ? 'C' : 'B', cause);
}

const overdueFrom = (day: string): number => Date.parse(day) + OVERDUE_AFTER_DAYS * DAY_MS;

const scopeReason = ({ scope }: GradeFacts): Reason | undefined =>
  scope === 0 ? reason('nothing_in_scope', 'B') : undefined;

function withPending(facts: GradeFacts): GradeFacts {
  const { pending, lost, unlinked, high, blocking } = facts;
  const merged = new Map(lost.map((loss) => [loss.requirementId, loss]));
  for (const loss of pending.lost) {
    const severe = loss.severe || merged.get(loss.requirementId)?.severe === true;
    merged.set(loss.requirementId, { ...loss, severe } satisfies Loss);
  }
  return {
    ...facts,
    lost: [...merged.values()],
    unlinked: { ...unlinked, count: unlinked.count + pending.unlinked },
    high: { ...high, count: high.count + pending.high },
    blocking: { ...blocking, count: blocking.count + pending.blocking },
    waiting: { firstDay: null, firstHighDay: null, overdue: 0, overdueHigh: 0, longest: [] },
  };
}

/**
 * Age changes the letter one millisecond after a limit of evidence, or with the day on which findings become overdue:
 * the first of these that does.
 */
function validUntil(facts: GradeFacts, letter: Letter | null): Date | undefined {
  if (letter === null) return undefined;
  const { firstDay, firstHighDay } = facts.waiting;
  const days = [firstDay, firstHighDay].filter((day) => day !== null);
  return [...limitsOfEvidence(facts).map((limit) => limit.getTime() + 1), ...days.map(overdueFrom)]
    .filter((moment) => moment > facts.now.getTime() && moment <= LAST_MOMENT)
    .sort((a, b) => a - b)
    .map((moment) => new Date(moment))
    .find((moment) => evaluate({ ...facts, now: moment }).letter !== letter);
}

function nextStep(facts: GradeFacts, letter: Letter | null, reasons: Reason[]): NextStep | null {
  if (letter === 'A') return null;
  if (letter !== null) return stepTo(betterThan(letter), facts, reasons);
  const evaluated = evaluate({ ...facts, newestEvidence: facts.now }).letter!;
  return { letter: evaluated, todo: [{ code: 'add_evidence', count: 1 }] };
}
