/** A sheet to write: all cells are texts, so that nothing becomes a formula. */
export interface WrittenSheet {
  /** At most 31 characters, none of `[]:*?/\`. */
  name: string;
  rows: readonly (readonly string[])[];
  /** How many rows and columns stay in view; the last of these rows names the columns, and filters them. */
  frozen?: { rows: number; columns: number };
  /** The widths of the first columns, in characters; the others have 14. */
  widths?: readonly number[];
  /** What may be chosen in some columns, from a row on, all from 0. */
  choices?: { fromRow: number; columns: readonly number[]; words: readonly string[] };
}

export const USUAL_WIDTH = 14;

/** The column of a place: A, B, … AA. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

/** `B3` of the row 2 and the column 1. */
export const cellName = (row: number, column: number): string => `${columnName(column)}${row + 1}`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text in XML, which has no place for other control characters than tabs and ends of lines. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '\uFFFD')
    .replace(/\r\n?/g, '\n')
    .replace(/[&<>"]/g, (character) => ESCAPES[character]!);

/** How many columns a sheet has. */
export const widthOf = ({ rows }: Pick<WrittenSheet, 'rows'>): number =>
  rows.reduce((most, row) => Math.max(most, row.length), 1);
