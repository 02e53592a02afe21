import { addMonths, DAY_MS } from '#libs/dates';
import type { PublicState } from '../conformance-document.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';

/** How long a statement holds without a review: the Decision wants one each year. */
const REVIEW_MONTHS = 12;

/** Until when a published report is to be reviewed. */
export const reviewBy = ({ reviewedAt, publishedAt }: Pick<PublishedDates, 'reviewedAt' | 'publishedAt'>): Date =>
  addMonths(reviewedAt ?? publishedAt!, REVIEW_MONTHS);

/** The moments of a published report that decide what is true of it today. */
export type PublishedDates = Pick<
  ConformanceReport,
  'withdrawnAt' | 'supersededAt' | 'validUntil' | 'publishedAt' | 'reviewedAt'
>;

/**
 * Whether a published report is still said, what of that matters most to its readers first, since when, and whether its
 * review is due.
 */
export function publicStateOf(
  report: PublishedDates,
  now: Date,
): Pick<PublicState, 'state' | 'since' | 'reviewedAt' | 'reviewDue'> {
  const { withdrawnAt, supersededAt, validUntil, publishedAt, reviewedAt } = report;
  const is = (state: PublicState['state'], since: Date) => ({
    state,
    since: since.toISOString(),
    reviewedAt: reviewedAt?.toISOString() ?? null,
    reviewDue: state === 'published' && reviewBy(report) < now,
  });
  if (withdrawnAt) return is('withdrawn', withdrawnAt);
  if (supersededAt) return is('superseded', supersededAt);
  if (validUntil! <= now) return is('expired', validUntil!);
  return is('published', publishedAt!);
}

/** How many whole days, in UTC, an organization has to judge anew what a severe issue contradicts. */
const JUDGING_DAYS = 14;

const dayOf = (moment: Date): number => Math.floor(moment.getTime() / DAY_MS);

/**
 * Whether a severe issue has contradicted "supports" for so long that the badge says no result any more. @param
 * severeSince null: none does
 */
export function isUnderReview(
  severeSince: Date | null,
  { publishedAt }: Pick<PublishedDates, 'publishedAt'>,
  now: Date,
): boolean {
  if (!severeSince) return false;
  const since = Math.max(dayOf(severeSince), dayOf(publishedAt!));
  return dayOf(now) > since + JUDGING_DAYS;
}
