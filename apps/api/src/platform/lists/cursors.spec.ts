import { cursorOf, positionOf } from './cursors.js';

const LIST = '/v1/…/issues state=open';
const POSITION = ['2026-11-26 19:00:00.123456+00', '0198c0de-0000-7000-8000-000000000001'];

test.each([[POSITION], [[null, 'x']], [['größer als „alles“', 'x']]])(
  'a cursor leads to its position: %j',
  (position) => {
    const cursor = cursorOf(LIST, position);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(positionOf(LIST, cursor, 2)).toEqual(position);
  },
);

const CURSOR = cursorOf(LIST, POSITION);

test.each([
  ['of another list', () => positionOf('/v1/…/risks state=open', CURSOR, 2)],
  ['of a list with other columns', () => positionOf(LIST, CURSOR, 3)],
  ['cut', () => positionOf(LIST, CURSOR.slice(0, -1), 2)],
  ['lengthened', () => positionOf(LIST, `${CURSOR}A`, 2)],
  ['with signs that base64 passes over', () => positionOf(LIST, `${CURSOR}!`, 2)],
  [
    'with another value',
    () => positionOf(LIST, `${CURSOR.slice(0, 30)}${CURSOR[30] === 'A' ? 'B' : 'A'}${CURSOR.slice(31)}`, 2),
  ],
  ['of values that are no texts', () => positionOf(LIST, cursorOf(LIST, [1, {}] as never), 2)],
  ['empty', () => positionOf(LIST, '', 2)],
])('a cursor %s is refused', (_what, read) => {
  expect(read).toThrow(expect.objectContaining({ code: 'cursor_invalid' }));
});
