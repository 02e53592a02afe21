import { DAY_MS } from '#libs/dates';
import { isUnderReview, publicStateOf } from './public-state.js';

const day = (number: number): Date => new Date(Date.UTC(2026, 0, 1) + (number - 1) * DAY_MS);
const REPORT = { publishedAt: day(1), validUntil: day(20), withdrawnAt: null, supersededAt: null, reviewedAt: null };

test.each([
  ['published', {}, 10, 'published', 1],
  ['expired from the moment at which it ends', {}, 20, 'expired', 20],
  ['superseded, although it has expired since', { supersededAt: day(5) }, 25, 'superseded', 5],
  ['withdrawn before all else', { supersededAt: day(5), withdrawnAt: day(6) }, 25, 'withdrawn', 6],
])('a report is %s', (_, change, now, state, since) => {
  expect(publicStateOf({ ...REPORT, ...change }, day(now))).toEqual({
    state,
    since: day(since).toISOString(),
    reviewedAt: null,
    reviewDue: false,
  });
});

test.each([
  [null, 366, false],
  [null, 366.001, true],
  [day(9), 367, false],
  [day(9), 375, true],
])('reviewed on %s, its review is due on day %d: %s', (reviewedAt, now, reviewDue) => {
  expect(publicStateOf({ ...REPORT, validUntil: day(1000), reviewedAt }, day(now)).reviewDue).toBe(reviewDue);
});

test('the review of what no longer holds is not due', () => {
  expect(publicStateOf({ ...REPORT, withdrawnAt: day(5) }, day(900)).reviewDue).toBe(false);
});

test('what was reviewed says when', () => {
  expect(publicStateOf({ ...REPORT, reviewedAt: day(9) }, day(10)).reviewedAt).toBe(day(9).toISOString());
});

test.each([
  ['opened on the day before', day(30), day(10), 44.99, false],
  ['opened fourteen whole days before', day(30), day(10), 45, true],
  ['opened before it was published', day(5), day(30.9), 44.99, false],
  ['opened before it was published, fourteen whole days before', day(5), day(30.9), 45, true],
  ['not there', null, day(1), 900, false],
])('a severe issue that was %s: the badge is under review: %s', (_, severeSince, publishedAt, now, underReview) => {
  expect(isUnderReview(severeSince, { publishedAt }, day(now))).toBe(underReview);
});
