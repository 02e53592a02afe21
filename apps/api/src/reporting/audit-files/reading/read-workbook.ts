import { isHttpUrl } from '#libs/fields';
import { type ReadSheet, readSheets, UnreadableSpreadsheet } from '#libs/spreadsheets';
import { ABOUT, factOfPage, FACTS } from '../facts-of-sheet.js';
import { type AuditContent, nothingRead, type ReadPage, Unreadable } from './audit-content.js';
import { cut } from './cut.js';
import { isRgaaGrid, readRgaaGrid } from './read-rgaa-grid.js';
import { hasTable, readTable, type TableOptions } from './read-table.js';

/**
 * Reads the outcomes of an XLSX or ODS: the audit grid of the RGAA, or the table on one of its sheets.
 * @param sheet the name of that sheet; empty where only one has a table
 * @throws Unreadable
 */
export function readWorkbook(bytes: Uint8Array, sheet: string, options: TableOptions): AuditContent {
  const sheets = sheetsOf(bytes);
  if (sheet === '' && isRgaaGrid(sheets)) return readRgaaGrid(sheets);
  const tables = sheets.filter(({ rows }) => hasTable(rows, options.remembered)).map(({ name }) => name);
  // Where no name is known, somebody may say what the columns have.
  const names = tables.length > 0 ? tables : sheets.filter(({ rows }) => rows.length > 1).map(({ name }) => name);
  if (sheet === '' && names.length !== 1) return whichSheet(names, tables.length > 0);
  const { name, rows, comments } = named(sheets, sheet || names[0]!);
  const content = readTable(rows, options, { sheet: name, sheets: names }, comments);
  const about = sheets.find((one) => one.name === ABOUT && one.name !== name && one.rows.some(isOfAudit));
  const others = sheets.filter((one) => one.name !== name && one !== about);
  const leftOut = others.map((one) => `the sheet ${quoted(one.name)}`);
  const whole = { ...content, leftOut: [...content.leftOut, ...leftOut] };
  return about ? withFacts(whole, about.rows) : whole;
}

const isOfAudit = ([name]: readonly string[]): boolean => name === FACTS.audit;

/** A table of ours with what its second sheet says of the audit and of its pages. */
function withFacts(content: AuditContent, rows: ReadSheet['rows']): AuditContent {
  const facts = new Map(rows.map(([name = '', value = '']) => [name, value]));
  const [title = '', scopeText = ''] = [FACTS.audit, FACTS.scope].map((name) => facts.get(name));
  const pages = content.pages.map((page): ReadPage => {
    const where = page.url === null ? facts.get(factOfPage(page.name)) : undefined;
    if (!where) return page;
    return isHttpUrl(where) ? { ...page, url: where, description: null } : { ...page, description: where };
  });
  const audit = {
    ...content.audit,
    ...(title !== '' && !/^Audit \d+$/.test(title) && { title: cut(title, 200) }),
    ...(scopeText !== '' && { scopeText: cut(scopeText, 10_000) }),
  };
  return { ...content, pages, audit };
}

function sheetsOf(bytes: Uint8Array): ReadSheet[] {
  try {
    return readSheets(bytes);
  } catch (error) {
    throw error instanceof UnreadableSpreadsheet ? new Unreadable(error.message) : error;
  }
}

function whichSheet(names: readonly string[], areKnown: boolean): AuditContent {
  const [first, second] = names;
  const message =
    first !== undefined && second !== undefined
      ? `The sheets ${quoted(first)} and ${quoted(second)} both have ${areKnown ? 'requirements' : 'a table'}. Choose one in \`sheet\`.`
      : 'No sheet has a column recognized as the requirement.';
  return {
    ...nothingRead(),
    faults: { first: [{ path: '/file', code: 'malformed', message }], count: 1 },
    table: {
      ...{ sheets: [...names], sheet: null, headRow: null, columns: [], words: [], mappedBy: 'names', headings: null },
    },
  };
}

function named(sheets: readonly ReadSheet[], name: string): ReadSheet {
  const found = sheets.find((sheet) => sheet.name === name);
  if (!found) throw new Unreadable(`The file has no sheet named ${quoted(name)}.`);
  return found;
}

const quoted = (name: string): string => JSON.stringify(cut(name, 100));
