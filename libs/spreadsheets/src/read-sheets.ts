import { type CellObject, read, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { checkedArchive, UnreadableSpreadsheet } from './archive.js';

export { UnreadableSpreadsheet } from './archive.js';

/** A sheet as it is shown: each row has its cells from the first on; empty ones are ''. */
export interface ReadSheet {
  name: string;
  rows: string[][];
  comments: ReadComment[];
}

/** What people have written beside a cell, without their names; row and column from 0. */
export interface ReadComment {
  row: number;
  column: number;
  text: string;
}

const MOST_ROWS = 20_000;
const MOST_COLUMNS = 1_600;
/** Of all sheets together, with text in them or beside them. */
const MOST_CELLS = 200_000;

/** Reads an XLSX or ODS. @throws UnreadableSpreadsheet */
export function readSheets(bytes: Uint8Array): ReadSheet[] {
  const archive = checkedArchive(bytes);
  const book = opened(archive);
  const room = { cells: MOST_CELLS };
  return book.SheetNames.flatMap((name) => {
    const sheet = book.Sheets[name];
    return sheet ? [{ name: name.toWellFormed(), ...contentOf(name, sheet, room) }] : [];
  });
}

function opened(archive: Uint8Array): WorkBook {
  try {
    const options = { cellFormula: false, cellHTML: false, bookVBA: false, sheetStubs: false };
    return read(archive, { ...options, type: 'array', dense: true, sheetRows: MOST_ROWS + 1 });
  } catch {
    throw new UnreadableSpreadsheet('The file cannot be read as a spreadsheet.');
  }
}

function contentOf(name: string, sheet: WorkSheet, room: { cells: number }): Omit<ReadSheet, 'name'> {
  const rows: string[][] = [];
  const comments: ReadComment[] = [];
  const take = (row: number, column: number) => {
    if (row >= MOST_ROWS || column >= MOST_COLUMNS)
      throw new UnreadableSpreadsheet(
        `The sheet ${JSON.stringify(name)} has more than ${MOST_ROWS} rows or ${MOST_COLUMNS} columns.`,
      );
    room.cells -= 1;
    if (room.cells < 0) throw new UnreadableSpreadsheet(`The file has more than ${MOST_CELLS} cells.`);
  };
  const put = (row: number, column: number, text: string) => {
    take(row, column);
    while (rows.length <= row) rows.push([]);
    const cells = rows[row]!;
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  const grid = (sheet['!data'] ?? []) as (CellObject[] | undefined)[];
  // Unlike entries(), forEach leaves out what is not there, of which there may be millions.
  grid.forEach((cells, row) => {
    cells?.forEach((cell, column) => {
      const text = textOf(cell);
      if (text !== '') put(row, column, text);
      const comment = commentOf(cell);
      if (comment === '') return;
      take(row, column);
      comments.push({ row, column, text: comment });
    });
  });
  for (const { s, e } of sheet['!merges'] ?? []) {
    const text = rows[s.r]?.[s.c] ?? '';
    if (text === '') continue;
    for (let row = s.r; row <= e.r; row += 1)
      for (let column = s.c; column <= e.c; column += 1) if (row !== s.r || column !== s.c) put(row, column, text);
  }
  return { rows, comments };
}

/** As it is shown, so that `1.10` is not the number 1.1. */
function textOf(cell: CellObject): string {
  if (cell.t === 'e' || cell.t === 'z') return '';
  return storable(cell.w ?? (cell.v === undefined ? '' : String(cell.v)));
}

/** Excel begins them with the name of who has written them. */
const commentOf = ({ c: comments = [] }: CellObject): string =>
  comments
    .map(({ a: author = '', t: text = '' }) =>
      storable(text.startsWith(`${author}:\n`) ? text.slice(author.length + 1) : text),
    )
    .filter((text) => text !== '')
    .join('\n\n');

const storable = (text: string): string => text.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed().trim();
