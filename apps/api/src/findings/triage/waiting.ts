import type { Finding } from './finding.entity.js';

type Waiting = Pick<Finding, 'firstSeenAt' | 'waitsFrom' | 'dismissedUntil'>;

/**
 * Since when a finding that awaits triage does: it was first seen, its dismissal has ended, or it was opened again,
 * whichever is latest.
 */
export const waitingSince = ({ firstSeenAt, waitsFrom, dismissedUntil }: Waiting): Date =>
  [waitsFrom, dismissedUntil].reduce<Date>(
    (latest, moment) => (moment && moment > latest ? moment : latest),
    firstSeenAt,
  );

/**
 * SQL: the same, and of a finding that is dismissed until a moment: since when it will. An index has this expression.
 */
export const waitingSinceSql = (finding: string): string =>
  `greatest(${finding}.first_seen_at, ${finding}.waits_from, ${finding}.dismissed_until)`;

/** SQL: the day of UTC since which a finding waits. */
export const waitingDay = (finding: string): string => `(${waitingSinceSql(finding)} AT TIME ZONE 'UTC')::date`;

/** The day of UTC of a moment. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/**
 * SQL: whether a finding counts as awaiting triage, now or once its dismissal has ended: `pendingFrom` says when. An
 * index has this condition.
 */
export const isAwaited = (finding: string): string =>
  `(NOT ${finding}.needs_review AND ${finding}.landed AND ${finding}.absent_at IS NULL
    AND (${finding}.status = 'pending' OR (${finding}.status = 'dismissed' AND ${finding}.dismissed_until IS NOT NULL)))`;
