import { wcagNumber } from './wcag-reference.js';

test.each([
  ['1.4.3', '1.4.3'],
  [' 1.4.3 ', '1.4.3'],
  ['WCAG 1.4.3', '1.4.3'],
  ['WCAG 2.1 1.4.10', '1.4.10'],
  ['SC 1.4.11 Non-text Contrast', '1.4.11'],
  ['wcag143', '1.4.3'],
  ['WCAG1410', '1.4.10'],
  ['wcag2aa', null],
  ['wcag21a', null],
  ['9.1.4.3', null],
  ['1.4', null],
  ['5.1.1', null],
  ['best-practice', null],
])('%s names %p', (entry, number) => {
  expect(wcagNumber(entry)).toBe(number);
});
