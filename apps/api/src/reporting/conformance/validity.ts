import { addMonths } from '#libs/dates';

/** How long a report may rest on an audit. */
export const AUDIT_HOLDS_MONTHS = 36;

/** Until when a report may rest on an audit. */
export const auditHoldsUntil = (completedAt: Date): Date => addMonths(completedAt, AUDIT_HOLDS_MONTHS);

/** When what is published ends to be said: with the first of its audits, unless its author named an earlier end. */
export function endOfReport(validUntil: Date | null, auditsCompletedAt: readonly Date[]): Date {
  const ends = [...auditsCompletedAt.map(auditHoldsUntil), ...(validUntil ? [validUntil] : [])];
  return ends.toSorted((a, b) => +a - +b)[0]!;
}
