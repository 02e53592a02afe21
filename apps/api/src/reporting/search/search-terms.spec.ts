import { searchTerms } from './search-terms.js';

test.each([
  ['12', { words: null, number: 12, slug: '12' }],
  ['#123', { words: '***=#123', number: 123, slug: '#123' }],
  ['9999999999', { words: '***=9999999999', number: null, slug: '9999999999' }],
  [' Web Shop ', { words: '***=Web Shop', number: null, slug: 'web shop' }],
  ['ä', { words: null, number: null, slug: 'ä' }],
  ['   ', { words: null, number: null, slug: null }],
])('%p may mean %j', (text, expected) => {
  expect(searchTerms(text)).toEqual(expected);
});
