import type { ReadComment } from '#libs/spreadsheets';
import { cut } from './cut.js';

/** How many rows and comments are named: the others are counted. */
const MOST_NAMED = 20;

/** What of a table has no place in an audit: comments until something has taken them, and rows without requirement. */
export class NotRead {
  private readonly left = new Map<number, Map<number, string>>();
  private readonly rows: number[] = [];

  constructor(comments: readonly ReadComment[]) {
    for (const { row, column, text } of comments) {
      const ofRow = this.left.get(row + 1) ?? new Map<number, string>();
      this.left.set(row + 1, ofRow.set(column + 1, text));
    }
  }

  /** The comment beside a cell, whose row and column are from 1. */
  take(row: number, column: number): string | undefined {
    const text = this.left.get(row)?.get(column);
    this.left.get(row)?.delete(column);
    return text;
  }

  /** Those of a row, by column. */
  takeRow(row: number): string[] {
    const texts = [...(this.left.get(row) ?? [])].sort(([a], [b]) => a - b).map(([, text]) => text);
    this.left.delete(row);
    return texts;
  }

  addRow(row: number): void {
    this.rows.push(row);
  }

  /** What is left, in words. @param place the sheet that it is on, where there are several */
  describe(place = ''): string[] {
    const comments = [...this.left].flatMap(([row, ofRow]) => [...ofRow.keys()].map((column) => ({ row, column })));
    return [
      ...named(this.rows, (row) => `${place}row ${row}, which has no requirement`, 'rows without a requirement'),
      ...named(comments, ({ row, column }) => `the comment of ${place}row ${row}, column ${column}`, 'comments'),
    ];
  }
}

function named<T>(all: readonly T[], inWords: (one: T) => string, many: string): string[] {
  const first = all.slice(0, MOST_NAMED).map(inWords);
  return all.length === first.length ? first : [...first, `${all.length - first.length} more ${many}`];
}

/** A column of which nothing is taken, in words. @param rows those with a text, the first first */
export function columnNotRead(heading: string, column: number, rows: readonly number[]): string {
  const texts = rows.length === 1 ? 'a text' : `${rows.length} texts, the first`;
  return `column ${column} ${JSON.stringify(cut(heading, 100))}: ${texts} in row ${rows[0]!}`;
}
