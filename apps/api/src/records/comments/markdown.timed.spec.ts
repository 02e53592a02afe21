import { readMarkdown } from './markdown.js';

const ADA = '0192aaaa-0000-7000-8000-00000000000a';
const existing = { people: new Map([[ADA, 'Ada <L>']]), issues: new Set(['#12', 'shop#3']) };

test.each([
  ['[', 20_000],
  ['*a_ ', 5_000],
  ['[a](<b', 3_333],
  ['**x *y ', 2_857],
  ['@[x](user:', 2_000],
  [`@[x](user:${ADA})`, 400],
  ['a-#1 ', 4_000],
  ['a-', 10_000],
  ['> '.repeat(40) + '\n', 240],
])('%j many times holds nobody up', (part, times) => {
  const begun = performance.now();
  readMarkdown(part.repeat(times)).html(existing);
  expect(performance.now() - begun).toBeLessThan(1_000);
});
