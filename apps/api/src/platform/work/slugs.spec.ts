import { freeSlug, renamed, slugOf } from './slugs.js';

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

test('a record keeps the last five slugs that it had, and never its present one', () => {
  const record = { slug: 'f', formerSlugs: ['e', 'd', 'c', 'b', 'a'] };
  expect(renamed(record, 'g')).toEqual({ slug: 'g', formerSlugs: ['f', 'e', 'd', 'c', 'b'] });
  expect(renamed(record, 'c')).toEqual({ slug: 'c', formerSlugs: ['f', 'e', 'd', 'b', 'a'] });
  expect(renamed(record, 'f')).toEqual({ slug: 'f', formerSlugs: record.formerSlugs });
});

test('a name in the form of an id becomes no slug that leads to another record', () => {
  const id = '01a21a55-7eb3-73a3-96f3-6780050f43aa';
  expect(slugOf(id, 'product')).toBe(`product-${id}`);
});
