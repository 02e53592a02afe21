import { freeSlug, slugOf } from './slugs.js';

test.each([
  ['Web Shop', 'web-shop'],
  ['Façade & Söhne', 'facade-and-soehne'],
  ['日本語', '日本語'],
  ['!!!', 'product'],
  ['🙂', 'product'],
])('%s becomes %s', (name, slug) => {
  expect(slugOf(name, 'product')).toBe(slug);
});

test('slugs of the same name are numbered from two', () => {
  expect(freeSlug('shop', [])).toBe('shop');
  expect(freeSlug('shop', ['shop'])).toBe('shop-2');
  expect(freeSlug('shop', ['shop', 'shop-2', 'shop-4'])).toBe('shop-3');
});
