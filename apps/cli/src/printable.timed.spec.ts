import { printable } from './printable.js';

test('takes time that grows with the length alone', () => {
  const begin = process.cpuUsage();
  for (const piece of ['\n', ' ', '#', '##a', ':', '@\u200b', '\t\n', '\u001b', '\u001b[', '\u001b]a', 's\u001b[m'])
    printable(piece.repeat(1_000_000 / piece.length));
  expect(process.cpuUsage(begin).user / 1e6).toBeLessThan(5);
});
