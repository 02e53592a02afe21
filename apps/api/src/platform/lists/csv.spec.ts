import { csvCellRead, csvRecord } from './csv.js';
import { readCsv } from './read-csv.js';

const readAgain = (cells: readonly string[]): string[] =>
  readCsv(`"first","second"\r\n${csvRecord(cells)}`)[1]!.cells.map(csvCellRead);

test.each([
  '=1+1',
  'note\n- first\n- second',
  'a;=b\t+c\r\n@d',
  '"=quoted" and ""-twice',
  "'=its own",
  "''-two of its own\n'@x",
  "it's \n'fine'",
  '\t\r=x',
])('%j never becomes a formula, and is read as it was', (text) => {
  const written = csvRecord([text, 'b']);
  expect(written).not.toMatch(/(?:^"|[;\t\r\n])"*[=+\-@]/);
  expect(readAgain([text, 'b'])).toEqual([text, 'b']);
});

test('whatever cells say is read as it was', () => {
  const characters = [...`'"=+-@;\t\r\n a\uff1d`];
  let seed = 7;
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const textOf = () => Array.from({ length: next(9) }, () => characters[next(characters.length)]!).join('');
  const records = Array.from({ length: 2_000 }, () => [textOf(), textOf()]);
  const read = readCsv(`a,b\r\n${records.map(csvRecord).join('')}`).slice(1);
  expect(read.map(({ cells }) => cells.map(csvCellRead))).toEqual(records);
});
