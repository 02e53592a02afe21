import { productNamedIn } from './product-named-in.js';

test.each([
  ['{"productRef":"shop","type":"x"}', 'shop'],
  ['{"findings":[], "productRef" :\n "shop"}', 'shop'],
  ['{"type":"x"}', undefined],
  ['{"productRef":7}', undefined],
  ['{"productRef":"cut off', undefined],
  ['', undefined],
])('the product of %s is %s', (report, product) => {
  expect(productNamedIn(Buffer.from(report))).toBe(product);
});
