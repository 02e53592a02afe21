import { type Fault, FaultList, unknownFault } from '#libs/errors';
import { mapInSlices } from '#libs/queues';
import type { AuditRequirement } from '../../../findings/evaluation/audit-requirements.js';
import { ALL_ENTRIES, type Outcome } from '../../../findings/evaluation/outcome.js';
import type { AuditEntry } from '../../../findings/evaluation/sample/audit-entry.js';
import { MAX_ISSUES } from '../../../findings/evaluation/outcomes/dto/outcome.dto.js';
import type { AuditContent, ReadCell, ReadPage } from './audit-content.js';
import { cut } from './cut.js';
import type { ReadProblem } from './read-problem.js';
import { requirementsOfCells } from './requirements-of-cells.js';

/**
 * An outcome that a file would decide, or a tool propose. `page`: the place among the new pages, where the audit has
 * none of that address or name.
 */
interface MatchedCell {
  requirementId: string;
  entry: number | { page: number };
  outcome: Outcome;
  note: string | null;
  derogation: string | null;
  proposedBy: string | null;
  /** The rows of a table that say so, from 1. */
  rows: number[];
}

/** A row of a list that becomes an issue, and the cells that it is of. */
interface MatchedProblem extends ReadProblem {
  row: number;
  cells: Pick<MatchedCell, 'requirementId' | 'entry'>[];
}

/** What a file would make of an audit, or why it is refused. */
export interface Matched {
  pages: ReadPage[];
  cells: MatchedCell[];
  problems: MatchedProblem[];
  faults: Pick<FaultList, 'first' | 'count'>;
  leftOut: string[];
}

/** Finds the requirements and the entries that a file names in an audit, a few milliseconds at a time. */
export async function matchContent(
  content: Omit<AuditContent, 'audit'>,
  requirements: readonly AuditRequirement[],
  sample: readonly AuditEntry[],
): Promise<Matched> {
  const { pages, cells, table } = content;
  const byUrl = new Map(
    sample.flatMap((entry) => (entry.url === null ? [] : [[entry.url, entry.number]])) as [string, number][],
  );
  const byName = new Map(sample.map((entry) => [entry.name, entry.number]));
  const present = pages.map(({ name, url }) => byName.get(name) ?? (url === null ? undefined : byUrl.get(url)));
  const added = pages.filter((_, index) => present[index] === undefined);
  const places = new Map(added.map((page, place) => [page, place]));
  const entryOf = (page: number | null): MatchedCell['entry'] =>
    page === null ? ALL_ENTRIES : (present[page] ?? { page: places.get(pages[page]!)! });
  const isGrid = table?.columns.some(({ field }) => field === 'entry') ?? false;
  const requirementsOf = requirementsOfCells(cells, requirements, isGrid);
  const numbers = new Map(requirements.map(({ requirementId, number }) => [requirementId, number]));
  const faults = new FaultList();
  for (const fault of content.faults.first) faults.add(() => fault);
  faults.addUnnamed(content.faults.count - content.faults.first.length);
  for (const fault of duplicates(added)) faults.add(() => fault);
  const found = new Map<string, Gathered>();
  const problems = new Map<number, MatchedProblem>();
  const issueCounts = new Map<string, number>();
  const unknownRows = new Set<number>();
  let unknownOfTools = 0;
  const notes: string[] = [];
  await mapInSlices(cells, (cell) => {
    const [requirementId, ...others] = requirementsOf(cell);
    if (requirementId === undefined || others.length > 0) {
      if (cell.tool !== undefined) unknownOfTools += 1;
      else if (cell.at && cell.outcome === 'untested' && cell.note !== null) notes.push(cell.where);
      else if (!cell.at || !isGrid || !unknownRows.has(cell.at.row))
        faults.add(() =>
          requirementId === undefined
            ? unknownRequirement(cell)
            : severalNumbers(
                cell,
                [requirementId, ...others].map((id) => numbers.get(id)!),
              ),
        );
      if (cell.at) unknownRows.add(cell.at.row);
      return;
    }
    const { page, outcome, note, derogation = null, tool } = cell;
    const matched: Gathered = {
      ...{ requirementId, entry: entryOf(page), outcome, notes: new Set(note === null ? [] : [note]), derogation },
      ...{ proposedBy: tool ?? null, rows: cell.at ? [cell.at.row] : [] },
    };
    const { entry } = matched;
    const key = `${requirementId} ${typeof entry === 'number' ? entry : `page ${entry.page}`}`;
    if (cell.problem && cell.at) {
      const { row } = cell.at;
      const problem = problems.get(row) ?? { ...cell.problem, row, cells: [] };
      problems.set(row, problem);
      problem.cells.push({ requirementId, entry });
      const count = (issueCounts.get(key) ?? 0) + 1;
      issueCounts.set(key, count);
      if (count === MAX_ISSUES + 1) faults.add(() => tooManyIssues(cell));
    }
    const before = found.get(key);
    if (!before) found.set(key, matched);
    else if ((table && !isGrid) || before.proposedBy !== null || tool !== undefined)
      found.set(key, together(before, matched));
    else
      faults.add(() => ({
        ...{ path: '/file', code: 'duplicate' },
        message: `The file contains this requirement and page twice (${cell.where}).`,
        ...(cell.at && { params: { row: cell.at.row, column: cell.at.column } }),
      }));
  });
  const made = await mapInSlices([...found.values()], cellOf);
  for (const {
    note,
    rows: [row],
  } of made)
    if (note !== null && note.length > MAX_NOTE)
      faults.add(() => ({
        ...{ path: '/file', code: 'too_long' },
        message: `The problems of one requirement and page have more than ${MAX_NOTE} characters${row === undefined ? '' : ` (row ${row})`}.`,
        params: { max: MAX_NOTE, ...(row !== undefined && { row }) },
      }));
  const what = unknownOfTools === 1 ? 'assertion' : 'assertions';
  return {
    pages: added,
    cells: made,
    problems: [...problems.values()],
    faults: { first: faults.first, count: faults.count },
    leftOut: shortened([
      ...content.leftOut,
      ...notes.map((where) => `the note on a requirement outside the audit (${where})`),
      ...(unknownOfTools === 0 ? [] : [`${unknownOfTools} ${what} of tools on requirements outside the audit`]),
    ]),
  };
}

/** How much of what is not read is told one by one. */
const MAX_ITEMS = 100;

const shortened = (leftOut: readonly string[]): string[] => {
  const first = leftOut.slice(0, MAX_ITEMS);
  return leftOut.length === first.length ? first : [...first, `${leftOut.length - first.length} more items`];
};

/** How long the note of an outcome is. */
const MAX_NOTE = 5_000;

/** Of several things that are said of one cell, the one that weighs most. */
const WEIGHTS: Readonly<Record<Outcome, number>> = {
  failed: 4,
  cannot_tell: 3,
  passed: 2,
  inapplicable: 1,
  untested: 0,
};

/** A cell while what is said of it is put together: a file may say thousands of things of one. */
interface Gathered extends Omit<MatchedCell, 'note'> {
  notes: Set<string>;
}

/** Several problems of one cell, or what a person and tools say of it: the person counts. */
function together(before: Gathered, other: Gathered): Gathered {
  const isPerson = (cell: Gathered) => cell.proposedBy === null && cell.outcome !== 'untested';
  if (isPerson(before) !== isPerson(other)) return isPerson(before) ? before : other;
  if (WEIGHTS[other.outcome] > WEIGHTS[before.outcome])
    Object.assign(before, { outcome: other.outcome, proposedBy: other.proposedBy });
  before.derogation ??= other.derogation;
  before.rows.push(...other.rows);
  for (const note of other.notes) before.notes.add(note);
  return before;
}

function cellOf({ notes, ...cell }: Gathered): MatchedCell {
  const note = notes.size === 0 ? null : [...notes].join('\n\n');
  // What tools repeat on a page is of no use to the end.
  return { ...cell, note: cell.proposedBy === null ? note : note && cut(note, MAX_NOTE) };
}

function unknownRequirement({ requirement, where, at }: ReadCell): Fault {
  const shown = cut(requirement, 100);
  const fault = unknownFault('/file', 'requirement', shown);
  const place = at ? `row ${at.row}, column ${at.requirementColumn}` : where;
  return {
    ...{ ...fault, message: `${fault.message} (${place})` },
    ...(at && { params: { ...fault.params, row: at.row, column: at.requirementColumn } }),
  };
}

function tooManyIssues({ at, where }: ReadCell): Fault {
  return {
    ...{ path: '/file', code: 'too_many' },
    message: `An outcome can have at most ${MAX_ISSUES} issues (${where}).`,
    params: { max: MAX_ISSUES, ...(at && { row: at.row, column: at.column }) },
  };
}

/** A program has made a date of its number, which may have been several. */
function severalNumbers({ requirement, where, at }: ReadCell, numbers: readonly string[]): Fault {
  const value = cut(requirement, 100);
  const place = at ? `row ${at.row}, column ${at.requirementColumn}` : where;
  const message = `${JSON.stringify(value)} is a date, possibly converted from ${numbers.join(' or ')} (${place}).`;
  const params = { value, ...(at && { row: at.row, column: at.requirementColumn }) };
  return { path: '/file', code: 'malformed', message, params };
}

function duplicates(pages: readonly ReadPage[]): Fault[] {
  const names = new Set<string>();
  return pages.flatMap(({ name }): Fault[] => {
    const isThere = names.has(name);
    names.add(name);
    return isThere
      ? [{ path: '/file', code: 'duplicate', message: `Two pages have the name ${JSON.stringify(cut(name, 100))}.` }]
      : [];
  });
}
