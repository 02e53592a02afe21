import { allDeadlines, changedDeadlines, dueBy, type GivenDeadlines } from './deadlines.js';
import type { Deadlines } from './organization.entity.js';

const from = new Date('2030-01-01T00:00:00Z');
const deadlines = (given: GivenDeadlines): Deadlines => allDeadlines(changedDeadlines(null, given));
const OF_ORGANIZATION = deadlines({ severity: { high: 10, low: 90 }, priority: { critical: 3 } });
const OF_PRODUCT = deadlines({ severity: { high: 30, low: 60 } });

test.each([
  ['none applies', { severity: null, priority: null }, null],
  ['none of this severity', { severity: 'medium', priority: 'low' }, null],
  ['that of the organization is shorter', { severity: 'high', priority: null }, '2030-01-11'],
  ['that of the product is shorter', { severity: 'low', priority: 'high' }, '2030-03-02'],
  ['that of the priority is shorter', { severity: 'high', priority: 'critical' }, '2030-01-04'],
] as const)('the shortest deadline that applies holds: %s', (_case, rated, day) => {
  const due = dueBy([OF_ORGANIZATION, OF_PRODUCT], rated, from);
  expect(due?.toISOString().slice(0, 10) ?? null).toBe(day);
});

test('who has no deadlines dates nothing', () => {
  expect(dueBy([null, null], { severity: 'high', priority: 'critical' }, from)).toBeNull();
});

test('absent deadlines stay, null clears one, and without any there are none', () => {
  const changed = changedDeadlines(OF_ORGANIZATION, { severity: { high: null, medium: 5 } })!;
  expect(changed.severity).toEqual({ high: null, medium: 5, low: 90 });
  expect(changed.priority).toEqual(OF_ORGANIZATION.priority);
  expect(changedDeadlines(OF_PRODUCT, { severity: { high: null, low: null } })).toBeNull();
  expect(changedDeadlines(OF_PRODUCT, null)).toBeNull();
  expect(changedDeadlines(null, {})).toBeNull();
});
