import { named } from '#libs/fields';
import type { FindingStatus } from './finding.entity.js';

/** The triage actions. */
export const TRIAGE_ACTIONS = named(
  'TriageAction',
  ['confirm', 'dismiss', 'reopen'],
  'A decision on a finding; `reopen` reverses a dismissal.',
);
export type TriageAction = (typeof TRIAGE_ACTIONS)[number];

/** The code of the 409 for an action that is not permitted. */
export type TriageRefusal = 'finding_confirmed' | 'finding_resolved';

/**
 * The triage transitions: for each status and action the next status, or the error code. A confirmed finding is handled
 * in its issue; a resolved one must be reopened first.
 */
export const TRIAGE_TRANSITIONS: Record<FindingStatus, Record<TriageAction, FindingStatus | TriageRefusal>> = {
  pending: { confirm: 'confirmed', dismiss: 'dismissed', reopen: 'pending' },
  confirmed: { confirm: 'confirmed', dismiss: 'finding_confirmed', reopen: 'finding_confirmed' },
  dismissed: { confirm: 'confirmed', dismiss: 'dismissed', reopen: 'pending' },
  resolved: { confirm: 'finding_resolved', dismiss: 'finding_resolved', reopen: 'pending' },
};

/**
 * The next status of a finding, or the code of the refusal.
 * @param isInProposal a proposal has it: what it shows can be answered, also where main lines have mended it
 */
export const transitionOf = (
  status: FindingStatus,
  action: TriageAction,
  isInProposal = false,
): FindingStatus | TriageRefusal =>
  TRIAGE_TRANSITIONS[status === 'resolved' && isInProposal ? 'pending' : status][action];

/** The actions that have an effect on a finding in this status. */
export function actionsOf(status: FindingStatus, isInProposal = false): TriageAction[] {
  return TRIAGE_ACTIONS.filter((action) => {
    const next = transitionOf(status, action, isInProposal);
    return !isRefusal(next) && (next !== status || status === 'dismissed');
  });
}

/** Whether an entry of the table is a refusal. */
export const isRefusal = (next: FindingStatus | TriageRefusal): next is TriageRefusal => next.startsWith('finding_');
