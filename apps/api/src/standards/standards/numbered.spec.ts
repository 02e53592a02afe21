import { BUILT_IN_STANDARDS } from '../catalogue/built-in.js';
import { numbered } from './numbered.js';

test.each([
  ['1.4.3 Contrast (Minimum)', '1.4.3', 'Contrast (Minimum)'],
  ['Chapter 4 Hardware', 'Chapter 4', 'Hardware'],
  ['1 Perceivable', '1', 'Perceivable'],
  ['E205.4 Accessibility Standard', 'E205.4', 'Accessibility Standard'],
  ['Our own rule', null, 'Our own rule'],
  ['1.4.3', null, '1.4.3'],
])('%s', (text, number, name) => {
  expect(numbered(text)).toEqual({ number, name });
});

test('every requirement and heading of a built-in standard has a number', () => {
  const names = BUILT_IN_STANDARDS.flatMap(({ groups, requirements }) => [...groups, ...requirements]);
  expect(names.map(({ name }) => name).filter((name) => numbered(name).number === null)).toEqual([]);
});
