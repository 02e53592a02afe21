import { readCsv } from './read-csv.js';

test.each([
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '\uFEFFa;b\n"x;y";"say ""no"""\n',
    [
      ['a', 'b'],
      ['x;y', 'say "no"'],
    ],
  ],
  [
    'a\tb\n1\t',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'a;b\n"x, y";1,5\n',
    [
      ['a', 'b'],
      ['x, y', '1,5'],
    ],
  ],
  [
    'a,b\n5" screen,1\n',
    [
      ['a', 'b'],
      ['5" screen', '1'],
    ],
  ],
  ['a,b\r1\r\n2,3,4\n', [['a', 'b'], ['1'], ['2', '3', '4']]],
  ['a\n\nb\n', [['a'], [''], ['b']]],
  ['"two\nlines",b', [['two\nlines', 'b']]],
  ['', []],
])('%j has the records %j', (text, records) => expect(readCsv(text).map(({ cells }) => cells)).toEqual(records));

test('records say on which line they end, and a quote that is not closed is refused', () => {
  expect(readCsv('a\n"1\n2"\n\nb').map(({ line }) => line)).toEqual([1, 3, 4, 5]);
  expect(() => readCsv('a\n"never closed')).toThrow('Quote Not Closed');
});
