import { runUrl } from './run-url.js';

const run = { organization: '0199', product: 'läden & co', number: 7 };

test('each placeholder is filled in, wherever and however often it stands', () => {
  expect(runUrl('https://app.example/{organization}/{product}?run={number}#{number}', run)).toBe(
    'https://app.example/0199/l%C3%A4den%20%26%20co?run=7#7',
  );
});

test('without a template a run has no page', () => expect(runUrl(undefined, run)).toBeNull());
