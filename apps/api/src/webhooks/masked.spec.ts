import { masked } from './masked.js';

test.each([
  ['carol@example.org', 'c…@example.org'],
  ['c@example.org', 'c…@example.org'],
  ['"a@b"@example.org', '"…@example.org'],
  ['élodie@example.org', 'é…@example.org'],
  ['no address', '…'],
  [null, null],
])('%s is told as %s', (address, told) => {
  expect(masked(address)).toBe(told);
});
