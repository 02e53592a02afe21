import { type Fault, FaultList } from '#libs/errors';
import { parseJson } from '#libs/fields';
import { csvCellRead } from '../../../platform/lists/csv.js';
import { readCsv } from '../../../platform/lists/read-csv.js';
import type { AuditImportFormat } from '../dto/audit-import.dto.js';
import { type AuditContent, nothingRead, Unreadable } from './audit-content.js';
import { cut } from './cut.js';
import { isEvaluation, readEarl, readEvaluation } from './read-linked-data.js';
import { readTable, type TableOptions } from './read-table.js';

/** How long the note of an outcome is. */
const MAX_NOTE = 5_000;
const MAX_DEROGATION = 2_000;
const MAX_NAME = 200;
const MAX_DESCRIPTION = 2_000;

/** What is to be known of a file beside its content. */
export interface FileOptions extends TableOptions {
  format: AuditImportFormat;
  /** Of a spreadsheet; empty where only one has a table. */
  sheet: string;
}

/** What a file that is no spreadsheet says of an audit, with all that is wrong with it. */
export const readTextFile = (bytes: Uint8Array, options: FileOptions): AuditContent =>
  withFaults(() => contentOf(bytes, options));

/** The same of any file: what keeps it from being read is among its faults. */
export function withFaults(read: () => AuditContent): AuditContent {
  try {
    return withinBounds(read());
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return refused([{ path: '/file', code: 'malformed', message: error.message }]);
  }
}

const refused = (first: Fault[]): AuditContent => ({ ...nothingRead(), faults: { first, count: first.length } });

function contentOf(bytes: Uint8Array, options: FileOptions): AuditContent {
  if (options.format === 'csv-grid') return readTable(recordsOf(textOf(bytes)), options);
  const { value, faults } = parseJson(bytes);
  if (faults) return refused(faults.map((fault) => ({ ...fault, path: '/file' })));
  const file = (value ?? {}) as Record<string, unknown>;
  if (options.format === 'earl') {
    if (!Array.isArray(file['@graph'])) throw new Unreadable('The file has no `@graph`.');
    return readEarl(file);
  }
  if (!isEvaluation(file))
    throw new Unreadable('The file has no `auditSample`, as written by the WCAG-EM Report Tool 3.');
  return readEvaluation(file);
}

function recordsOf(text: string): string[][] {
  try {
    return readCsv(text).map(({ cells }) => cells.map(csvCellRead));
  } catch (error) {
    throw new Unreadable(`${(error as Error).message.slice(0, 300)}.`);
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.includes('\0')) throw new Unreadable('The file contains an invalid character.');
    return text;
  } catch (error) {
    throw error instanceof TypeError ? new Unreadable('The file is not valid UTF-8.') : error;
  }
}

/** The same with what is longer than it may be among its faults. */
function withinBounds(content: AuditContent): AuditContent {
  const faults = new FaultList();
  for (const { note, derogation, where, at } of content.cells) {
    const params = at && { row: at.row, column: at.column };
    const isLong = (text: string | null | undefined, what: string, max: number) => {
      if ((text ?? '').length > max)
        faults.add(() => ({
          ...{ path: '/file', code: 'too_long', message: `${what} has more than ${max} characters (${where}).` },
          params: { max, ...params },
        }));
    };
    isLong(note, 'A note', MAX_NOTE);
    isLong(derogation, 'A derogation', MAX_DEROGATION);
  }
  for (const { name, description } of content.pages) {
    const shownName = JSON.stringify(cut(name, 50));
    const isLong = (text: string | null, what: string, max: number) => {
      if ((text ?? '').length > max)
        faults.add(() => ({
          ...{ path: '/file', code: 'too_long', message: `${what} ${shownName} has more than ${max} characters.` },
          params: { max },
        }));
    };
    isLong(name, 'The name of the page', MAX_NAME);
    isLong(description, 'The description of the page', MAX_DESCRIPTION);
    if (name.trim() === '')
      faults.add(() => ({ path: '/file', code: 'required', message: 'A page has neither name nor address.' }));
  }
  const count = content.faults.count + faults.count;
  if (count === 0 && content.cells.length === 0) throw new Unreadable('The file has no readable outcome.');
  return { ...content, faults: { first: [...content.faults.first, ...faults.first].slice(0, 100), count } };
}
