import type { FindingStatus } from './finding.entity.js';

/** What a finding's state depends on. */
export interface Triage {
  status: FindingStatus;
  dismissedUntil: Date | null;
}

/** The state as it shows: a dismissal that has run out shows as pending, with no job needed. */
export function effectiveStatus({ status, dismissedUntil }: Triage, now: Date): FindingStatus {
  return status === 'dismissed' && dismissedUntil !== null && dismissedUntil <= now ? 'pending' : status;
}

/** What a person can do with a finding in this state. */
export function actionsOf(status: FindingStatus): 'confirm'[] {
  return status === 'pending' || status === 'dismissed' ? ['confirm'] : [];
}
