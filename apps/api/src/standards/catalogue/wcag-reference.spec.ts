import { criterionOf } from './wcag-reference.js';

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
  ['rgaa:1.1', 'rgaa:1.1'],
  [' RGAA:10.12 ', 'rgaa:10.12'],
  ['rgaa:1.1.1', 'rgaa:1.1'],
  ['RGAA-1.1.3', 'rgaa:1.1'],
  ['RGAAv4', null],
  ['rgaa:', null],
])('%s names %p', (entry, number) => {
  expect(criterionOf(entry)).toBe(number);
});
