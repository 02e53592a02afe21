import { addMonths } from '#libs/dates';
import type { PublicState } from '../conformance-document.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';

/** How long a statement holds without a review: the Decision wants one each year. */
const REVIEW_MONTHS = 12;

/** The moments of a published report that decide what is true of it today. */
export type PublishedDates = Pick<
  ConformanceReport,
  'withdrawnAt' | 'supersededAt' | 'validUntil' | 'publishedAt' | 'reviewedAt'
>;

/** Whether a published report is still said, what of that matters most to its readers first, since when, and whether its review is due. */
export function publicStateOf(
  report: PublishedDates,
  now: Date,
): Pick<PublicState, 'state' | 'since' | 'reviewedAt' | 'reviewDue'> {
  const { withdrawnAt, supersededAt, validUntil, publishedAt, reviewedAt } = report;
  const is = (state: PublicState['state'], since: Date) => ({
    state,
    since: since.toISOString(),
    reviewedAt: reviewedAt?.toISOString() ?? null,
    reviewDue: state === 'published' && addMonths(reviewedAt ?? publishedAt!, REVIEW_MONTHS) < now,
  });
  if (withdrawnAt) return is('withdrawn', withdrawnAt);
  if (supersededAt) return is('superseded', supersededAt);
  if (validUntil! <= now) return is('expired', validUntil!);
  return is('published', publishedAt!);
}
