import type { PublicState } from '../conformance-document.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';

/** Whether a published report is still said, what of that matters most to its readers first, and since when. */
export function publicStateOf(
  report: Pick<ConformanceReport, 'withdrawnAt' | 'supersededAt' | 'validUntil' | 'publishedAt' | 'reviewedAt'>,
  now: Date,
): Pick<PublicState, 'state' | 'since' | 'reviewedAt'> {
  const { withdrawnAt, supersededAt, validUntil, publishedAt } = report;
  const reviewedAt = report.reviewedAt?.toISOString() ?? null;
  const is = (state: PublicState['state'], since: Date) => ({ state, since: since.toISOString(), reviewedAt });
  if (withdrawnAt) return is('withdrawn', withdrawnAt);
  if (supersededAt) return is('superseded', supersededAt);
  if (validUntil! <= now) return is('expired', validUntil!);
  return is('published', publishedAt!);
}
