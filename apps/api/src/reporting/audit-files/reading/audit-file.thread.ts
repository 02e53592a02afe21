import { answerInThread } from '#libs/threads';
import { type FileOptions, readTextFile, withFaults } from './read-audit-file.js';
import { readWorkbook } from './read-workbook.js';

/** How many cells a line of the answer has: it is read a line at a time. */
const CELLS_OF_LINE = 500;

// The reader complains of formats of numbers, of which a file may have thousands.
console.error = () => undefined;

answerInThread<Uint8Array | FileOptions>(async (parts) => {
  const [file, options] = parts as [Uint8Array, FileOptions];
  const { cells, ...content } =
    options.format === 'spreadsheet'
      ? withFaults(() => readWorkbook(file, options.sheet, options))
      : readTextFile(file, options);
  const lines = Array.from({ length: Math.ceil(cells.length / CELLS_OF_LINE) }, (_, line) =>
    cells.slice(line * CELLS_OF_LINE, (line + 1) * CELLS_OF_LINE),
  );
  return Buffer.from([content, ...lines].map((line) => JSON.stringify(line)).join('\n'));
});
