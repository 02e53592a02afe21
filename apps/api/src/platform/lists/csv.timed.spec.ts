import { csvCellRead, csvRecord } from './csv.js';

test.each(["'", '"', "\n'", '\n"', "'\t"])('a cell of many %j is written and read in its time', (text) => {
  const long = text.repeat(20_000);
  const begun = performance.now();
  expect(csvCellRead(csvRecord([long]).slice(1, -3).replaceAll('""', '"'))).toBe(long);
  expect(performance.now() - begun).toBeLessThan(2_000);
});
