import { maskMailAddress } from './mask-mail-address.js';

test.each([
  ['carol@example.org', 'c…@example.org'],
  ['c@example.org', 'c…@example.org'],
  ['"a@b"@example.org', '"…@example.org'],
  ['élodie@example.org', 'é…@example.org'],
  ['no address', '…'],
  [null, null],
])('%s is told as %s', (address, told) => {
  expect(maskMailAddress(address)).toBe(told);
});
