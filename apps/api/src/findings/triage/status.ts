import type { Finding, FindingStatus } from './finding.entity.js';

/** The facts that the status of a finding depends on. Moments are dates, or milliseconds. */
interface StatusFacts<Moment extends Date | number> {
  /** The last decision. The stored status is the same, except that absent findings are stored as resolved. */
  decided: FindingStatus;
  /** When its dismissal ends; null: never. */
  dismissedUntil: Moment | null;
  /** It is present in no line, and no person holds it open. */
  isAbsent: boolean;
}

/** The status of a finding at a moment. An expired dismissal no longer applies; no job is needed for that. */
export function statusAt<Moment extends Date | number>(
  { decided, dismissedUntil, isAbsent }: StatusFacts<Moment>,
  now: Moment,
): FindingStatus {
  if (decided === 'dismissed' && (dismissedUntil === null || dismissedUntil > now)) return 'dismissed';
  if (isAbsent) return 'resolved';
  return decided === 'confirmed' ? 'confirmed' : 'pending';
}

/** The same of a stored finding. */
export const statusOf = (
  { status, dismissedUntil, absentAt }: Pick<Finding, 'status' | 'dismissedUntil' | 'absentAt'>,
  now: Date,
): FindingStatus => statusAt({ decided: status, dismissedUntil, isAbsent: absentAt !== null }, now);

/**
 * SQL: whether a finding has this status at a moment, in terms of the indexed column; never null. The twin of
 * `statusAt`.
 */
export function hasStatus(finding: string, status: FindingStatus, now = 'now()'): string {
  const stored = `${finding}.status = '${status}'`;
  const hasEnded = `(${finding}.dismissed_until IS NOT NULL AND ${finding}.dismissed_until <= ${now})`;
  if (status === 'confirmed') return `(${stored})`;
  if (status === 'dismissed') return `(${stored} AND NOT ${hasEnded})`;
  const absent = `${finding}.absent_at IS ${status === 'pending' ? 'NULL' : 'NOT NULL'}`;
  return `(${stored} OR (${finding}.status = 'dismissed' AND ${hasEnded} AND ${absent}))`;
}

/**
 * SQL: the moment from which a finding counts for the Grade as pending; null while nothing but a decision or a run can
 * make it count. What only proposals have, what needs review, and what is absent never counts; of all else it says what
 * `hasStatus` says.
 */
export const pendingFrom = (finding: string): string =>
  `CASE WHEN ${finding}.needs_review OR NOT ${finding}.landed OR ${finding}.absent_at IS NOT NULL THEN NULL
    WHEN ${finding}.status = 'pending' THEN '-infinity'::timestamptz
    WHEN ${finding}.status = 'dismissed' THEN ${finding}.dismissed_until END`;
