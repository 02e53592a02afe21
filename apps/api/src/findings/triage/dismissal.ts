import { clock } from '#libs/clock';
import type { DismissFinding } from './dto/triage.dto.js';
import type { Finding } from './finding.entity.js';
import { statusOf } from './status.js';

/** What a finding has while it is dismissed. */
export interface Dismissal extends Pick<Finding, 'dismissalComment' | 'dismissedUntil' | 'duplicateOfId'> {
  dismissalReason: NonNullable<Finding['dismissalReason']>;
}

/** A finding with the status that it shows: a dismissal that has ended is none. */
type Shown = Pick<Finding, 'status' | 'dismissalComment' | 'dismissedUntil' | 'duplicateOfId'>;

/**
 * How a request dismisses a finding. What it leaves out stays as long as the finding is dismissed: an exception with an
 * end must not become one for good where somebody only mends its reason. A finding is a duplicate for no other reason.
 */
export function dismissalOf(
  { status, ...before }: Shown,
  { reason, comment, until, duplicateOfId }: DismissFinding,
): Dismissal {
  const kept: Partial<Shown> = status === 'dismissed' ? before : {};
  return {
    dismissalReason: reason,
    dismissalComment: comment === undefined ? (kept.dismissalComment ?? null) : comment,
    dismissedUntil: until === undefined ? (kept.dismissedUntil ?? null) : until,
    duplicateOfId:
      duplicateOfId === undefined && reason === 'duplicate' ? (kept.duplicateOfId ?? null) : (duplicateOfId ?? null),
  };
}

/** How a finding was dismissed until a moment that has passed; null: it was not, or somebody has decided since. */
export function endedDismissalOf(
  finding: Pick<Finding, 'status' | 'dismissalReason' | 'dismissalComment' | 'dismissedUntil' | 'absentAt'>,
): { reason: Dismissal['dismissalReason']; comment: string | null; until: Date } | null {
  const { dismissalReason: reason, dismissalComment: comment, dismissedUntil: until } = finding;
  if (reason === null || until === null || statusOf(finding, clock.now()) === 'dismissed') return null;
  return { reason, comment, until };
}
