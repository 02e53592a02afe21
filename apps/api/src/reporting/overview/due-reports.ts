import { DAY_MS } from '#libs/dates';
import { reviewBy } from '../conformance/publishing/public-state.js';
import type { CurrentReport } from './overview.sql.js';

/** How many days before its review or its end a report is named. */
const AHEAD_DAYS = 30;

/** A report of which something is due: its review, or its end. */
export interface DueReport extends Pick<CurrentReport, 'number' | 'title' | 'productName' | 'productSlug'> {
  reviewBy: Date;
  validUntil: Date;
}

/** Those whose review is due or whose end comes within 30 days, the first first. */
export function dueReports(reports: readonly CurrentReport[], now: Date): DueReport[] {
  const until = now.getTime() + AHEAD_DAYS * DAY_MS;
  return reports
    .map(({ publishedAt, reviewedAt, ...report }) => ({ ...report, reviewBy: reviewBy({ publishedAt, reviewedAt }) }))
    .filter((report) => firstOf(report) <= until)
    .toSorted((a, b) => firstOf(a) - firstOf(b));
}

const firstOf = ({ reviewBy, validUntil }: DueReport): number => Math.min(reviewBy.getTime(), validUntil.getTime());
