import { FaultList } from '#libs/errors';
import { isHttpUrl } from '#libs/fields';
import type { ReadSheet } from '#libs/spreadsheets';
import { UNCLEAR } from '../facts-of-sheet.js';
import {
  type AuditContent,
  nothingRead,
  type ReadAudit,
  type ReadCell,
  type ReadPage,
  Unreadable,
} from './audit-content.js';
import { cut } from './cut.js';
import { NotRead } from './not-read.js';
import { outcomeOfWord, plainWord, wordOfCell } from './outcome-words.js';

/** So many rows may come before the names of the columns. */
const MOST_BEFORE = 12;
const PAGE = /^p0*([1-9]\d*)$/i;

/** Whether a workbook has the sheets of the RGAA's audit grid: a sample, and pages by number. */
export const isRgaaGrid = (sheets: readonly ReadSheet[]): boolean =>
  sheets.some(({ name }) => plainWord(name) === 'echantillon') && sheets.some(({ name }) => PAGE.test(name));

/**
 * Reads the audit grid of the RGAA: a sheet for each page, with the status of each criterion. Pages without a status
 * are those that the grid has room for.
 * @throws Unreadable
 */
export function readRgaaGrid(sheets: readonly ReadSheet[]): AuditContent {
  const sample = sheets.find(({ name }) => plainWord(name) === 'echantillon')!;
  const pagesByNumber = pagesOf(sample);
  const faults = new FaultList();
  const pages: ReadPage[] = [];
  const cells: ReadCell[] = [];
  const leftOut: string[] = [];
  for (const sheet of sheets) {
    const number = PAGE.exec(sheet.name)?.[1];
    if (number === undefined) continue;
    const notRead = new NotRead(sheet.comments);
    const read = cellsOf(sheet, pages.length, faults, notRead);
    leftOut.push(...notRead.describe(`sheet ${cut(sheet.name, 100)}, `));
    const page = pagesByNumber.get(number);
    if (!page && read.every(({ outcome }) => outcome === 'untested')) {
      const isNoted = read.some(({ note, derogation }) => note !== null || derogation !== null);
      if (isNoted) leftOut.push(`the notes of sheet ${cut(sheet.name, 100)}, which name no page`);
      continue;
    }
    pages.push(page ?? pageOf(sheet.name, ''));
    cells.push(...read);
  }
  const { first, count } = faults;
  return { ...nothingRead(), pages, cells, leftOut, audit: auditOf(sample), faults: { first, count } };
}

/** What the sample says above its pages, the value in the cell of its name. */
function auditOf({ rows }: ReadSheet): ReadAudit {
  const after = (name: RegExp): string =>
    rows.slice(0, MOST_BEFORE).flatMap(([cell = '']) => name.exec(cell)?.[1]?.trim() ?? [])[0] ?? '';
  const [evaluator, scopeText] = [after(/^auditeur\s*:(.*)$/is), after(/^contexte\s*:(.*)$/is)];
  return {
    method: 'rgaa',
    ...(evaluator !== '' && { evaluators: [{ userId: null, name: cut(evaluator, 200) }] }),
    ...(scopeText !== '' && { scopeText: cut(scopeText, 10_000) }),
  };
}

/** The pages of the sample by number, those with a title or an address. */
function pagesOf({ rows }: ReadSheet): Map<string, ReadPage> {
  const head = headOf(rows, 'n page');
  const [number, title, url] = ['n page', 'titre de la page', 'url'].map((name) => columnOf(rows[head] ?? [], name));
  return new Map(
    rows.slice(head + 1).flatMap((row) => {
      const id = PAGE.exec(row[number!] ?? '')?.[1] ?? /^0*([1-9]\d*)$/.exec(row[number!] ?? '')?.[1];
      const [name = '', address = ''] = [row[title!], row[url!]];
      return id === undefined || (name === '' && address === '') ? [] : [[id, pageOf(name, address)] as const];
    }),
  );
}

function pageOf(name: string, address: string): ReadPage {
  const url = isHttpUrl(address) ? address : null;
  const description = url === null ? address || name : null;
  return { name: name || address, url, description, kind: 'structured' };
}

function cellsOf({ name, rows }: ReadSheet, page: number, faults: FaultList, notRead: NotRead): ReadCell[] {
  const head = headOf(rows, 'critere');
  if (head === -1) throw new Unreadable(`The sheet ${JSON.stringify(name)} has no column \`Critère\`.`);
  const column = (title: string) => columnOf(rows[head]!, title);
  const [criterion, status] = [column('critere'), column('statut')];
  const [derogation, changes, reasons] = [
    column('derogation'),
    column('modifications a apporter'),
    column('commentaires en cas de derogations'),
  ];
  return rows.slice(head + 1).flatMap((row, index): ReadCell[] => {
    const requirement = row[criterion] ?? '';
    if (!/^\d/.test(requirement)) return [];
    const number = head + index + 2;
    const { word, note: after } = wordOfCell(row[status] ?? '', (one) => outcomeOfWord(one) !== undefined);
    const texts = [after, row[changes], ...[status, changes].map((one) => notRead.take(number, one + 1))];
    const note = texts.filter(Boolean).join('\n\n');
    const isDerogation = /^d$/i.test(row[derogation] ?? '');
    const isFilled = word !== '' || note !== '' || isDerogation;
    if (!isFilled) return [];
    const where = `sheet ${name}, row ${number}`;
    const outcome = word === '' ? 'untested' : outcomeOfWord(word);
    if (!outcome) {
      const shown = cut(row[status]!, 50);
      const message = `${JSON.stringify(shown)} is not an outcome (${where}).`;
      const params = { row: number, column: status + 1, value: shown };
      faults.add(() => ({ path: '/file', code: 'malformed', message, params }));
      return [];
    }
    // Our own files say so of what cannot be told, for which the grid has no word.
    const isUnclear = outcome === 'untested' && note.startsWith(UNCLEAR);
    return [
      {
        requirement,
        page,
        outcome: isUnclear ? 'cannot_tell' : outcome,
        note: (isUnclear ? note.slice(UNCLEAR.length).trim() : note) || null,
        derogation: isDerogation ? row[reasons] || 'D' : null,
        where,
      },
    ];
  });
}

const headOf = (rows: ReadSheet['rows'], name: string): number =>
  rows.slice(0, MOST_BEFORE).findIndex((row) => columnOf(row, name) >= 0);
const columnOf = (row: readonly string[], name: string): number => row.findIndex((cell) => plainWord(cell) === name);
