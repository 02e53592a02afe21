import type { FaultList } from '#libs/errors';
import type { Outcome } from '../../../findings/evaluation/outcome.js';
import { cut } from './cut.js';
import type { NotRead } from './not-read.js';
import type { TableField } from './table-mapping.js';

/** Whether a page is called so that it stands for all. */
const ALL = /^(all|all pages|toutes les pages|alle|alle seiten|todas)$/;
export const isOfAll = (word: string): boolean => ALL.test(word);

/** A table while it is read. */
export interface Reading {
  names: readonly string[];
  fields: readonly TableField[];
  rows: readonly { cells: readonly string[]; row: number }[];
  outcomeOf: (word: string) => Outcome | undefined;
  faults: FaultList;
  notRead: NotRead;
  createIssues: boolean;
}

export const placeOf = (row: number, column: number) => `row ${row}, column ${column}`;

export function addUnknownWord(faults: FaultList, word: string, row: number, column: number): void {
  const shown = cut(word, 50);
  faults.add(() => ({
    ...{
      path: '/file',
      code: 'malformed',
      message: `${JSON.stringify(shown)} is not an outcome (${placeOf(row, column)}).`,
    },
    params: { value: shown, row, column },
  }));
}

export function addMissing(faults: FaultList, what: string, row: number, column: number): void {
  faults.add(() => ({
    ...{ path: '/file', code: 'required' },
    message: `The cell does not name ${what} (${placeOf(row, column)}).`,
    params: { row, column },
  }));
}
