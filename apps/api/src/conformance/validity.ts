import { addMonths } from '#libs/dates';

/** How long a report may rest on an audit. */
export const AUDIT_HOLDS_MONTHS = 36;

/** Until when a report may rest on an audit. */
export const auditHoldsUntil = (completedAt: Date): Date => addMonths(completedAt, AUDIT_HOLDS_MONTHS);

/** When what is published ends to be said: with its audit, unless its author named an earlier end. */
export function endOfReport(validUntil: Date | null, auditCompletedAt: Date): Date {
  const holdsUntil = auditHoldsUntil(auditCompletedAt);
  return validUntil && validUntil < holdsUntil ? validUntil : holdsUntil;
}
