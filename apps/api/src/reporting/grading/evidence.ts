import { addMonths, DAY_MS } from '#libs/dates';
import type { GradeFacts } from './facts.js';
import { type Reason, reason } from './reason.js';

const EXPIRES_AFTER_DAYS = 1095;
const OLD_AFTER_DAYS = 365;
const AUDIT_MONTHS_IF_NONE = 36;

/** Why there is no letter; undefined where there is one. */
export function missingEvidence({ newestEvidence, now }: GradeFacts): Reason | undefined {
  if (!newestEvidence) return reason('not_evaluated', null);
  if (olderThan(newestEvidence, EXPIRES_AFTER_DAYS, now)) return reason('evidence_expired', null);
  return undefined;
}

/** What the age and the kind of the evidence allow. */
export function evidenceReasons(facts: GradeFacts): (Reason | undefined)[] {
  const { newestEvidence, audits } = facts;
  const old = newestEvidence !== null && !isRecent(newestEvidence, facts) ? reason('evidence_old', 'D') : undefined;
  return [old, isWithinMonths(audits.covering, facts) ? undefined : lackOfAudit(facts)];
}

function lackOfAudit(facts: GradeFacts): Reason {
  const { full, unsubstantiated, substantiated } = facts.audits;
  if (isRecent(facts.newestHumanTest, facts) || isRecent(substantiated, facts))
    return full && isWithinMonths(full.completedAt, facts)
      ? reason('audit_of_another_standard', 'B', { audit: full.number })
      : reason('no_recent_full_audit', 'B');
  return unsubstantiated && isWithinMonths(unsubstantiated.completedAt, facts)
    ? reason('audit_not_substantiated', 'C', { audit: unsubstantiated.number })
    : reason('automated_only', 'C');
}

/** Whether the audit that is not substantiated would earn a better letter once it is. */
export function substantiatingHelps(facts: GradeFacts): boolean {
  const audit = facts.audits.unsubstantiated;
  return audit !== null && (audit.covers || isRecent(audit.completedAt, facts));
}

/** The last moments at which evidence still counts as it does. */
export const limitsOfEvidence = (facts: GradeFacts): Date[] =>
  [
    daysAfter(facts.newestEvidence, OLD_AFTER_DAYS),
    daysAfter(facts.newestEvidence, EXPIRES_AFTER_DAYS),
    daysAfter(facts.newestHumanTest, OLD_AFTER_DAYS),
    daysAfter(facts.audits.substantiated, OLD_AFTER_DAYS),
    monthsAfter(facts.audits.covering, facts),
  ].filter((limit) => limit !== null);

const isRecent = (moment: Date | null, { now }: GradeFacts): boolean =>
  moment !== null && !olderThan(moment, OLD_AFTER_DAYS, now);

function isWithinMonths(audit: Date | null, facts: GradeFacts): boolean {
  const until = monthsAfter(audit, facts);
  return until !== null && facts.now <= until;
}

/** The last moment at which a full audit is within its months; null without one. */
function monthsAfter(audit: Date | null, { auditFrequency }: GradeFacts): Date | null {
  if (!audit) return null;
  const until = addMonths(audit, auditFrequency || AUDIT_MONTHS_IF_NONE);
  // Six months after August 30, 23:00 and after August 31, 01:00 are both February 28. In this case the limit is the
  // end of the day: by the hour, the newer audit would expire first, and adding it could lower the letter.
  if (until.getUTCDate() < audit.getUTCDate()) until.setUTCHours(23, 59, 59, 999);
  return until;
}

const olderThan = (moment: Date, days: number, now: Date): boolean => now.getTime() - moment.getTime() > days * DAY_MS;

const daysAfter = (moment: Date | null, days: number): Date | null =>
  moment && new Date(moment.getTime() + days * DAY_MS);
