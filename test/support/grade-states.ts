import type { GradeFacts, Loss } from '../../apps/api/src/reporting/grading/facts.js';

type Rating = 'low' | 'medium' | 'high' | null;

/**
 * A barrier. Its requirements are places in the scope; those from its end on are beyond the level; without any it is
 * linked to nothing.
 */
interface Barrier {
  requirements: readonly number[];
  severity?: Rating;
  impact?: Rating;
}

export type StateIssue = Barrier & { critical?: boolean };

/**
 * A finding that awaits triage, since so many days. `outside`: what it fails the standard lacks, or its tool could not
 * decide.
 */
export type StateFinding = Barrier & { days: number; outside?: boolean };

interface StateTest {
  kind: 'scan' | 'human';
  days: number;
  /** It names a tool, a target, an address or findings. */
  says?: boolean;
}

interface StateAudit {
  full: boolean;
  days: number;
  /** An issue names it, or it is described. */
  says: boolean;
  covers: boolean;
}

/** What is known of a product, record by record. */
export interface State {
  auditFrequency: number | null;
  /** Whether each requirement in scope is basic. */
  scope: readonly boolean[];
  issues: readonly StateIssue[];
  pending: readonly StateFinding[];
  tests: readonly StateTest[];
  audits: readonly StateAudit[];
}

/** The moment of states. */
export const NOW = new Date('2026-11-21T12:00:00.000Z');
const DAY = 24 * 60 * 60 * 1000;
const daysAgo = (days: number): Date => new Date(NOW.getTime() - Math.round(days * DAY));

/** The facts of a state, gathered as the database gathers them. */
export function factsOf({ auditFrequency, scope, issues, pending, tests, audits }: State): GradeFacts {
  const inScope = (requirement: number): boolean => requirement < scope.length;
  const isLinked = ({ requirements }: Barrier): boolean => requirements.some(inScope);
  const isUnlinked = ({ requirements }: Barrier): boolean => requirements.length === 0;
  const isBasic = ({ requirements }: Barrier): boolean => requirements.some((one) => scope[one] === true);
  const isHigh = ({ severity }: Barrier): boolean => severity === 'high';
  const isBlocking = ({ severity, impact }: Barrier): boolean => severity === 'high' && impact === 'high';
  const counted = issues.filter((issue) => isLinked(issue) || isUnlinked(issue));
  const waiting = pending.filter((finding) => !finding.outside && (isLinked(finding) || isUnlinked(finding)));
  const records = (those: readonly StateIssue[]) => ({
    count: those.length,
    numbers: those.map((issue) => issues.indexOf(issue) + 1).slice(0, 10),
  });
  const lost = (barriers: readonly (Barrier & { critical?: boolean })[]): Loss[] =>
    scope.flatMap((basic, place) => {
      const failing = barriers.filter(({ requirements }) => requirements.includes(place));
      if (failing.length === 0) return [];
      const severe = failing.some((barrier) => isHigh(barrier) || barrier.critical === true);
      return [{ requirementId: `${place}`, severe, basic }];
    });
  const dayOf = ({ days }: StateFinding): string => daysAgo(days).toISOString().slice(0, 10);
  const firstDay = (those: readonly StateFinding[]): string | null => those.map(dayOf).sort()[0] ?? null;
  const overdue = waiting
    .filter((finding) => daysBetween(dayOf(finding), NOW.toISOString().slice(0, 10)) >= 15)
    .sort((a, b) => b.days - a.days);
  const newest = (those: readonly { days: number }[]): Date | null =>
    those.length === 0 ? null : daysAgo(Math.min(...those.map(({ days }) => days)));
  const named = (those: readonly StateAudit[]) => {
    const [latest] = those.toSorted((a, b) => a.days - b.days || audits.indexOf(b) - audits.indexOf(a));
    return latest
      ? { number: audits.indexOf(latest) + 1, completedAt: daysAgo(latest.days), covers: latest.covers }
      : null;
  };
  const full = audits.filter((audit) => audit.full);
  const substantiated = named(full.filter(({ says }) => says));
  const human = tests.filter(({ kind, says }) => kind === 'human' && says);
  return {
    now: NOW,
    auditFrequency,
    scope: scope.length,
    lost: lost(issues),
    linked: records(issues.filter(isLinked)),
    basic: records(issues.filter(isBasic)),
    unlinked: records(issues.filter(isUnlinked)),
    high: records(counted.filter(isHigh)),
    blocking: records(counted.filter(isBlocking)),
    critical: records(counted.filter(({ critical }) => critical)),
    pending: {
      lost: lost(pending.filter(({ outside }) => !outside)),
      unlinked: waiting.filter(isUnlinked).length,
      high: waiting.filter(isHigh).length,
      blocking: waiting.filter(isBlocking).length,
    },
    waiting: {
      firstDay: firstDay(waiting),
      firstHighDay: firstDay(waiting.filter(isHigh)),
      overdue: overdue.length,
      overdueHigh: overdue.filter(isHigh).length,
      longest: overdue.map((finding) => `${pending.indexOf(finding)}`).slice(0, 10),
    },
    newestEvidence: newest([...tests.filter(({ kind }) => kind === 'scan'), ...human, ...audits]),
    newestHumanTest: newest(human),
    audits: {
      substantiated: newest(audits.filter(({ says }) => says)),
      covering: newest(full.filter(({ says, covers }) => says && covers)),
      full: substantiated && { number: substantiated.number, completedAt: substantiated.completedAt },
      unsubstantiated: named(full.filter(({ says }) => !says)),
    },
  };
}

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);
