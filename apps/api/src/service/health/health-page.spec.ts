import { healthPage } from './health-page.js';

const WELL = { works: true, readOnly: undefined, isDownInPart: false };
const until = new Date('2030-01-31T06:00:00Z');

test.each([
  [WELL, 200, 'Curbcut is available'],
  [{ ...WELL, isDownInPart: true }, 200, 'Curbcut is partly available'],
  [{ ...WELL, readOnly: { until } }, 200, 'Curbcut is read-only'],
  [{ works: false, readOnly: { until }, isDownInPart: true }, 503, 'Curbcut is currently unavailable'],
])('people are told how the service is: %j', (health, status, title) => {
  expect(healthPage(health)).toMatchObject({ status, title });
});

test('while nothing can be changed, its end is told where there is one', () => {
  expect(healthPage({ ...WELL, readOnly: { until } }).body.text).toContain('until 2030-01-31 06:00 UTC');
  expect(healthPage({ ...WELL, readOnly: { until: null } }).body.text).toContain('temporarily');
});
