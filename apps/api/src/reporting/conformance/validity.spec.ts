import { endOfReport } from './validity.js';

const COMPLETED = new Date('2026-03-31T10:00:00.000Z');

test.each([
  [null, '2029-03-31T10:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2029-03-31T09:59:59.999Z', '2029-03-31T09:59:59.999Z'],
  ['2035-01-01T00:00:00.000Z', '2029-03-31T10:00:00.000Z'],
])('a report of which the author says %s ends at %s', (said, end) => {
  expect(endOfReport(said === null ? null : new Date(said), [COMPLETED]).toISOString()).toBe(end);
});

test('a report that rests on several audits ends with the first of them', () => {
  const later = new Date('2027-03-31T10:00:00.000Z');
  expect(endOfReport(null, [later, COMPLETED]).toISOString()).toBe('2029-03-31T10:00:00.000Z');
});
