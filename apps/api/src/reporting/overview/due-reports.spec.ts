import { dueReports } from './due-reports.js';

const NOW = new Date('2026-06-15T00:00:00Z');
const report = (number: number, publishedAt: string, validUntil: string, reviewedAt?: string) => ({
  number,
  title: 'Report',
  productName: 'Shop',
  productSlug: 'shop',
  publishedAt: new Date(publishedAt),
  reviewedAt: reviewedAt ? new Date(reviewedAt) : null,
  validUntil: new Date(validUntil),
});
const numbers = (...reports: ReturnType<typeof report>[]) => dueReports(reports, NOW).map(({ number }) => number);

test('a report is due from 30 days before its review or its end, and the first comes first', () => {
  expect(
    numbers(
      report(1, '2026-01-01', '2026-07-15'),
      report(2, '2026-01-01', '2026-07-16'),
      report(3, '2025-07-15', '2028-01-01'),
      report(4, '2025-07-16', '2028-01-01'),
      report(5, '2024-01-01', '2028-01-01', '2025-07-01'),
      report(6, '2024-01-01', '2028-01-01', '2026-06-01'),
      report(7, '2024-01-01', '2028-01-01'),
    ),
  ).toEqual([7, 5, 1, 3]);
});
