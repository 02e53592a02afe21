import { jsonWithList } from './json-list.js';

test.each([0, 1, 3])('a list of %i is written as all at once', async (length) => {
  const items = Array.from({ length }, (_, index) => index);
  const write = (index: number) => ({ index, text: 'two\nlines', deep: { list: [index, {}] }, empty: [] });
  const object = { '@context': { a: 'b' }, none: null };
  expect(await jsonWithList(object, 'list', items, write)).toBe(
    JSON.stringify({ ...object, list: items.map(write) }, null, 2),
  );
});
