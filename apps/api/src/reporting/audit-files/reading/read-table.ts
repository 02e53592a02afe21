import { FaultList } from '#libs/errors';
import type { ReadComment } from '#libs/spreadsheets';
import { type AuditContent, nothingRead, Unreadable } from './audit-content.js';
import { cut } from './cut.js';
import { columnNotRead, NotRead } from './not-read.js';
import { outcomeOfWord, wordKey, wordOfCell } from './outcome-words.js';
import { readGrid } from './read-grid.js';
import { readProblems } from './read-problems.js';
import {
  fieldsByNames,
  headingsOf,
  isRequirement,
  isWithoutLoss,
  type ReadTable,
  type RememberedMappings,
  type TableField,
  type TableMapping,
  TABLE_LIMITS,
} from './table-mapping.js';
import type { Reading } from './table-reading.js';

/** So many rows may come before the names of the columns. */
const MOST_BEFORE = 20;
/** How many columns a table of problems has, and how many problems. */
const MOST_COLUMNS_OF_LIST = 100;
const MOST_PROBLEMS = 5_000;
const MOST_EXAMPLES = 3;

/** How a table is to be read. */
export interface TableOptions {
  /** What somebody has said of this one. */
  mapping?: TableMapping;
  /** Whether the problems of a list become issues. */
  createIssues?: boolean;
  remembered: RememberedMappings;
}

type Records = readonly (readonly string[])[];

/**
 * Reads a table with a row for each requirement and a column for each page, such as a spreadsheet of people or the CSV
 * of Ara, or one with a row for each problem. All faults are named, with their places.
 * @throws Unreadable where it has no headings
 */
export function readTable(
  records: Records,
  { mapping, remembered, createIssues = false }: TableOptions = { remembered: {} },
  sheet: Pick<ReadTable, 'sheet' | 'sheets'> = { sheet: null, sheets: [] },
  comments: readonly ReadComment[] = [],
): AuditContent {
  if (records.length > TABLE_LIMITS.rows) throw new Unreadable(`The table has more than ${TABLE_LIMITS.rows} rows.`);
  const faults = new FaultList();
  const head = mapping?.headRow === undefined ? headOf(records, remembered) : mapping.headRow - 1;
  const names = records[head]?.map(trimmed);
  if (!names) throw new Unreadable('No heading row was found: no row at the start has two texts.');
  if (names.length > TABLE_LIMITS.columns)
    throw new Unreadable(`The table has more than ${TABLE_LIMITS.columns} columns.`);
  const headings = headingsOf(names);
  const known = mapping ?? (Object.hasOwn(remembered, headings) ? remembered[headings] : undefined);
  const fields = known ? fieldsOf(known, names.length) : fieldsByNames(names);
  const meanings = new Map(known?.words.map(({ word, outcome }) => [wordKey(word), outcome]));
  const outcomeOf = (word: string) => meanings.get(wordKey(word)) ?? outcomeOfWord(word);
  const notRead = new NotRead(comments);
  const rows = records
    .slice(head + 1)
    .map((record, index) => ({ cells: record.map(trimmed), row: head + index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const table: ReadTable = {
    ...sheet,
    headRow: head + 1,
    columns: names.map((heading, index) => ({
      ...{ column: index + 1, heading: cut(heading, 200), field: fields[index]! },
      examples: examplesOf(rows, index),
    })),
    words: wordsOf(rows, fields, outcomeOf),
    mappedBy: mapping ? 'request' : known ? 'memory' : 'names',
    headings,
  };
  const read = { names, fields, rows, outcomeOf, faults, notRead, createIssues };
  requireColumns(read);
  const isGrid = fields.includes('entry');
  const content = faults.count > 0 ? {} : isGrid ? readGrid(read) : readProblems(read);
  const leftOut = [...columnsNotRead(read, isGrid), ...notRead.describe()];
  return { ...nothingRead(), ...content, faults: { first: faults.first, count: faults.count }, leftOut, table };
}

/** Whether some row has names of columns. */
export const hasTable = (records: Records, remembered: RememberedMappings): boolean =>
  namedHead(records, remembered) >= 0;

const namedHead = (records: Records, remembered: RememberedMappings): number => {
  const first = records.slice(0, MOST_BEFORE);
  const isKnown = (row: readonly string[]) =>
    row.length <= TABLE_LIMITS.columns && Object.hasOwn(remembered, headingsOf(row.map(trimmed)));
  const byMemory = Object.keys(remembered).length === 0 ? -1 : first.findIndex(isKnown);
  return byMemory >= 0 ? byMemory : first.findIndex((row) => row.some(isRequirement));
};

/** Else the first row with two texts: somebody says what its columns have. */
function headOf(records: Records, remembered: RememberedMappings): number {
  const named = namedHead(records, remembered);
  if (named >= 0) return named;
  return records.slice(0, MOST_BEFORE).findIndex((row) => row.filter((cell) => cell.trim() !== '').length > 1);
}

function fieldsOf({ columns }: TableMapping, count: number): TableField[] {
  const fields = Array.from({ length: count }, (): TableField => 'ignored');
  for (const { column, field } of columns) if (column <= count) fields[column - 1] = field;
  return fields;
}

function requireColumns({ fields, names, rows, faults }: Reading): void {
  const refuse = (message: string) => faults.add(() => ({ path: '/mapping', code: 'malformed', message }));
  if (!fields.includes('requirement'))
    faults.add(() => ({
      ...{ path: '/file', code: 'malformed' },
      message: 'No column was recognized as the requirement, such as `criterion`. Set it in `mapping`.',
    }));
  const isGrid = fields.includes('entry');
  const isOnce = ['requirement', 'page', 'address', 'outcome', 'derogation', 'title', 'severity', 'priority'];
  for (const field of isOnce)
    if (fields.filter((one) => one === field).length > 1) refuse(`Two columns have the field ${field}.`);
  if (isGrid && fields.some((field) => field === 'page' || field === 'address' || field === 'outcome'))
    refuse('A table with `entry` cannot have `page`, `address` or `outcome`: each of its columns is a page.');
  const isOfProblems = fields.some((field) => !['requirement', 'ignored', 'page', 'address'].includes(field));
  if (fields.includes('requirement') && !isGrid && !isOfProblems)
    refuse('No column has outcomes or problems. Set it in `mapping`.');
  if (!isGrid && names.length > MOST_COLUMNS_OF_LIST)
    refuse(`A table of problems can have at most ${MOST_COLUMNS_OF_LIST} columns.`);
  if (!isGrid && rows.length > MOST_PROBLEMS) refuse(`A table of problems can have at most ${MOST_PROBLEMS} rows.`);
}

/** The columns with texts that go nowhere. */
function columnsNotRead({ names, fields, rows }: Reading, isGrid: boolean): string[] {
  const isOfPage = (index: number) =>
    (fields[index] === 'note' || fields[index] === 'derogation') && fields.indexOf('entry') < index;
  const isRead = (index: number) =>
    isGrid
      ? fields[index] === 'requirement' || fields[index] === 'entry' || isOfPage(index)
      : fields[index] !== 'ignored';
  return names.flatMap((heading, index) => {
    const found =
      isRead(index) || isWithoutLoss(heading) ? [] : rows.filter(({ cells }) => (cells[index] ?? '') !== '');
    return found.length === 0
      ? []
      : [
          columnNotRead(
            heading,
            index + 1,
            found.map(({ row }) => row),
          ),
        ];
  });
}

function examplesOf(rows: Reading['rows'], index: number): string[] {
  const examples = new Set<string>();
  for (const { cells } of rows) {
    if (examples.size === MOST_EXAMPLES) break;
    const text = cells[index] ?? '';
    if (text !== '') examples.add(cut(text, 100));
  }
  return [...examples];
}

/** The words of outcomes as they come first, those before that nobody knows. */
function wordsOf(rows: Reading['rows'], fields: readonly TableField[], outcomeOf: Reading['outcomeOf']) {
  const columns = fields.flatMap((field, index) => (field === 'entry' || field === 'outcome' ? [index] : []));
  const counts = new Map<string, { word: string; count: number }>();
  for (const { cells } of rows)
    for (const index of columns) {
      const { word: fullWord } = wordOfCell(cells[index] ?? '', (one) => outcomeOf(one) !== undefined);
      const word = cut(fullWord, 100);
      const before = counts.get(wordKey(word));
      if (before) before.count += 1;
      else if (word !== '' && counts.size < 10 * TABLE_LIMITS.words) counts.set(wordKey(word), { word, count: 1 });
    }
  const words = [...counts.values()].map((one) => ({ ...one, outcome: outcomeOf(one.word) ?? null }));
  return words
    .sort((a, b) => Number(a.outcome !== null) - Number(b.outcome !== null) || b.count - a.count)
    .slice(0, TABLE_LIMITS.words);
}

const trimmed = (cell: string): string => cell.trim();
