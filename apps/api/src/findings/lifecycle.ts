import type { FindingStatus } from './finding.entity.js';

/** What a finding's state depends on. */
export interface TriageState {
  status: FindingStatus;
  dismissedUntil: Date | null;
}

/** What people do with findings. */
export const TRIAGE_ACTIONS = ['confirm', 'dismiss', 'reopen'] as const;
export type TriageAction = (typeof TRIAGE_ACTIONS)[number];

/** Why an action is refused: the code of its 409. */
export type TriageRefusal = 'finding_confirmed' | 'finding_resolved';

/** The state as it shows: a dismissal that has run out shows as pending, with no job needed. */
export function effectiveStatus({ status, dismissedUntil }: TriageState, now: Date): FindingStatus {
  return status === 'dismissed' && dismissedUntil !== null && dismissedUntil <= now ? 'pending' : status;
}

/** In SQL: whether the dismissal of this finding has run out; never null. */
export const isDismissalExpired = (finding: string, now = 'now()'): string =>
  `(${finding}.status = 'dismissed' AND ${finding}.dismissed_until IS NOT NULL AND ${finding}.dismissed_until <= ${now})`;

/** In SQL: whether this finding shows as pending; the same as `effectiveStatus`. */
export const isPending = (finding: string, now = 'now()'): string =>
  `(${finding}.status = 'pending' OR ${isDismissalExpired(finding, now)})`;

/** In SQL: the state as it shows; the same as `effectiveStatus`. */
export const shownStatus = (finding: string, now = 'now()'): string =>
  `CASE WHEN ${isDismissalExpired(finding, now)} THEN 'pending' ELSE ${finding}.status END`;

/** In SQL: what people have decided of this finding. Where no sweep has had the last word, that is its status. */
export const decidedStatus = (finding: string): string =>
  `CASE WHEN ${finding}.issue_id IS NOT NULL THEN 'confirmed' WHEN ${finding}.dismissal_reason IS NOT NULL THEN 'dismissed' ELSE 'pending' END::finding_status`;

/**
 * What people can do in each state, and what follows (decisions on findings and their triage): the next state, or the
 * code of the refusal. A confirmed finding is dealt with in its issue; a resolved one must be reopened first.
 */
export const TRIAGE_TRANSITIONS: Record<FindingStatus, Record<TriageAction, FindingStatus | TriageRefusal>> = {
  pending: { confirm: 'confirmed', dismiss: 'dismissed', reopen: 'pending' },
  confirmed: { confirm: 'confirmed', dismiss: 'finding_confirmed', reopen: 'finding_confirmed' },
  dismissed: { confirm: 'confirmed', dismiss: 'dismissed', reopen: 'pending' },
  resolved: { confirm: 'finding_resolved', dismiss: 'finding_resolved', reopen: 'pending' },
};

/** What a person can do with a finding in this state that makes a difference. */
export function actionsOf(status: FindingStatus): TriageAction[] {
  return TRIAGE_ACTIONS.filter((action) => {
    const next = TRIAGE_TRANSITIONS[status][action];
    return !isRefusal(next) && (next !== status || status === 'dismissed');
  });
}

/** Whether an entry of the table is a refusal. */
export const isRefusal = (next: FindingStatus | TriageRefusal): next is TriageRefusal => next.startsWith('finding_');
