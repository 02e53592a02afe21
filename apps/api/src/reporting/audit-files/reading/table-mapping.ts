import { createHash } from 'node:crypto';
import { named } from '#libs/fields';
import type { Outcome } from '../../../findings/evaluation/outcome.js';
import { FIRST_OF_GRID } from '../facts-of-sheet.js';
import { plainWord } from './outcome-words.js';

/** What a table has at most that is read, and how many words somebody may say the meaning of. */
export const TABLE_LIMITS = { rows: 20_000, columns: 1_600, words: 100 };

export const TABLE_FIELDS = named(
  'TableField',
  [
    ...(['requirement', 'entry', 'page', 'address', 'outcome', 'note', 'derogation'] as const),
    ...(['title', 'description', 'recommendation', 'severity', 'priority', 'ignored'] as const),
  ],
  'The field of a table column. With `entry` (a page whose outcomes are in the column), each row is a requirement, and `note` and `derogation` belong to the page of the preceding column. Without `entry`, each row is a problem, and its other texts become the note of its outcome.',
);
export type TableField = (typeof TABLE_FIELDS)[number];

/** How a table is read: what its columns have, and what its words mean. */
export interface TableMapping {
  /** The row of the headings, from 1; absent: it is found. */
  headRow?: number;
  /** Columns from 1; those that are absent are ignored. */
  columns: readonly { column: number; field: TableField }[];
  words: readonly { word: string; outcome: Outcome }[];
}

/** A table as it was read. */
export interface ReadTable {
  /** The sheets that have a table, where there are sheets. */
  sheets: string[];
  sheet: string | null;
  headRow: number | null;
  columns: { column: number; heading: string; field: TableField; examples: string[] }[];
  /** The words of its outcomes; null: it is not known what one means. */
  words: { word: string; outcome: Outcome | null; count: number }[];
  /** Where its mapping is from. */
  mappedBy: 'names' | 'memory' | 'request';
  /** By which its headings are known again; null: it has none. */
  headings: string | null;
}

/** How an organization has last read tables with these headings, by `headingsOf`. */
export type RememberedMappings = Readonly<Record<string, TableMapping>>;

/** By which the headings of a table are known again. */
export const headingsOf = (row: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(row.map(plainWord)))
    .digest('hex');

const COMMENTS = ['comment', 'commentaire', 'kommentar', 'comentario'];

/** The names of columns in English, French, German and Spanish, as `plainWord` writes them, the surest first. */
const NAMES: Readonly<Partial<Record<TableField, readonly string[]>>> = {
  requirement: [
    ...['criterion', 'criteria', 'requirement', 'success criterion', 'wcag', 'sc', 'wcag criterion', 'wcag sc'],
    ...['clause', 'critere', 'exigence', 'kriterium', 'erfolgskriterium', 'prufschritt', 'anforderung', 'criterio'],
    ...['requisito', 'success criteria', 'wcag success criterion'],
  ],
  page: ['page', 'screen', 'sample', 'location', 'ecran', 'seite', 'ansicht', 'fundstelle', 'pagina', 'pantalla'],
  address: ['url', 'address', 'adresse', 'direccion', 'page url', 'link'],
  outcome: [
    ...['outcome', 'result', 'status', 'conformance', 'statut', 'resultat', 'etat', 'ergebnis', 'bewertung'],
    ...['resultado', 'estado', 'cumplimiento'],
  ],
  note: ['note', 'notiz', 'nota', 'anmerkung', 'bemerkung', 'remarque'],
  derogation: ['derogation', 'exemption'],
  title: ['title', 'titre', 'titel', 'titulo', 'problem', 'probleme', 'problema', 'issue'],
  description: [
    ...['description', 'beschreibung', 'descripcion', 'finding', 'constat', 'befund', 'hallazgo'],
    ...COMMENTS,
  ],
  recommendation: [
    ...['recommendation', 'recommandation', 'empfehlung', 'recomendacion', 'solution', 'losung', 'solucion', 'fix'],
    ...['correction', 'modifications a apporter'],
  ],
  severity: ['severity', 'gravite', 'schweregrad', 'gravedad', 'impact', 'auswirkung', 'impacto'],
  priority: ['priority', 'priorite', 'prioritat', 'prioridad'],
  ignored: ['name', 'level', 'niveau', 'intitule', 'stufe', 'nivel', 'theme', 'thematique', 'state'],
};

/** Whether the name of a column says that it repeats or numbers what is known without it. */
export const isWithoutLoss = (heading: string): boolean => heading === '' || meaningOf(heading)?.field === 'ignored';

/** What a column may have by its name, and how sure that is: 0 is surest; undefined: nobody knows the name. */
function meaningOf(heading: string): { field: TableField; rank: number } | undefined {
  const name = plainWord(heading);
  for (const [field, names] of Object.entries(NAMES) as [TableField, readonly string[]][]) {
    const rank = names.findIndex((one) => name === one || name === `${one}s` || name === `${one}e`);
    if (rank >= 0) return { field, rank };
  }
  return undefined;
}

/** Whether a column has requirements by its name. */
export const isRequirement = (heading: string): boolean => meaningOf(heading)?.field === 'requirement';

/** What the columns of a table have by their names. */
export function fieldsByNames(headings: readonly string[]): TableField[] {
  const meanings = headings.map(meaningOf);
  const has = (...fields: TableField[]) => meanings.some((one) => one && fields.includes(one.field));
  const isUnknown = headings.some((heading, index) => heading !== '' && meanings[index] === undefined);
  const isList = has('page', 'address', 'outcome') || (!isUnknown && has('title', 'description', 'recommendation'));
  const surest = new Map<TableField, number>();
  for (const [index, meaning] of meanings.entries()) {
    const before = meaning && surest.get(meaning.field);
    if (meaning && (before === undefined || meaning.rank < meanings[before]!.rank)) surest.set(meaning.field, index);
  }
  if (isOurGrid(headings)) return fieldsOfGrid(headings, 0, FIRST_OF_GRID.length);
  if (!isList) return fieldsOfGrid(headings, surest.get('requirement'));
  return headings.map((_, index) => {
    const field = meanings[index]?.field ?? 'ignored';
    return field === 'description' || surest.get(field) === index ? field : 'ignored';
  });
}

/** The grids that we write begin so, and then have pages, whatever these are called; our lists have pages in a column. */
const isOurGrid = (headings: readonly string[]): boolean =>
  FIRST_OF_GRID.every((name, index) => headings[index] === name) &&
  !['page', 'address', 'outcome'].every((name) => headings.includes(name));

/**
 * In a grid each unknown name is a page, and each name from some column on. Its notes are in the column after it where that is called `Home: note`, as we
 * write it, or where each page has such a column.
 */
function fieldsOfGrid(
  headings: readonly string[],
  requirementAt: number | undefined,
  pagesFrom = Infinity,
): TableField[] {
  const fields: TableField[] = [];
  let page: string | undefined;
  for (const [index, heading] of headings.entries()) {
    const ofPage = page === undefined ? undefined : textOfPage(heading, page);
    if (ofPage && !fields.slice(fields.lastIndexOf('entry')).includes(ofPage)) fields.push(ofPage);
    else if (index === requirementAt) fields.push('requirement');
    else if (heading === '' || (index < pagesFrom && meaningOf(heading))) fields.push('ignored');
    else {
      fields.push('entry');
      page = heading;
    }
  }
  const pages = fields.flatMap((field, index) => (field === 'entry' ? [index] : []));
  const isOfEach = pages.every((index) => fields[index + 1] === 'ignored' && isOfNotes(headings[index + 1]!));
  return isOfEach ? fields.map((field, index) => (fields[index - 1] === 'entry' ? 'note' : field)) : fields;
}

/** What a column has that is called after a page: `Home: note`. */
function textOfPage(heading: string, page: string): 'note' | 'derogation' | undefined {
  const [, name, what = ''] = /^([^]*): (\w+)$/.exec(heading) ?? [];
  return name === page && (what === 'note' || what === 'derogation') ? what : undefined;
}

const isOfNotes = (heading: string): boolean =>
  meaningOf(heading)?.field === 'note' || COMMENTS.includes(plainWord(heading).replace(/s$/, ''));
