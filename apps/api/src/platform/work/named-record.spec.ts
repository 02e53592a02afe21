import { recordNamed } from './named-record.js';

const ID = '0190a5d2-0000-7000-8000-00000000000a';
const records = [
  { id: '0190a5d2-0000-7000-8000-00000000000b', slug: ID, formerSlugs: ['shop'] },
  { id: ID, slug: 'store', formerSlugs: ['kiosk'] },
];

test.each([
  ['store', 1],
  ['shop', 0],
  ['kiosk', 1],
  ['Store', undefined],
])('%s names the record that has or had this slug', (name, index) => {
  expect(recordNamed(records, name)).toBe(index === undefined ? undefined : records[index]);
});

test('an id wins over a slug that looks like it, however it is written', () => {
  expect(recordNamed(records, ID.toUpperCase())).toBe(records[1]);
  expect(recordNamed(records.slice(0, 1), ID)).toBe(records[0]);
});
