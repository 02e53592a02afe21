import { criterionOfAnchor } from '../../conformance/exports/requirement-address.js';
import type { AuditRequirement } from '../../../findings/evaluation/audit-requirements.js';
import type { ReadCell } from './audit-content.js';
import { numbersOfDate } from './numbers-of-date.js';

/** A month, which has lost even more. */
const MONTH = /^\p{L}{3,9}[-. ]+\d{2,4}$/u;
const isDate = (text: string): boolean => numbersOfDate(text) !== undefined || MONTH.test(text);

/**
 * Which requirement of an audit each cell is about: none that it asks for, one, or those between which a date does not
 * decide. Programs for tables turn `1.10` into `1.1` and `3.2` into a date: where a table has a row for each
 * requirement, the place between its neighbours says which one such a row is, if as many are missing there as there are
 * such rows; else a date is the one that it can be made of.
 * @param isGrid whether the table has such rows
 */
export function requirementsOfCells(
  cells: readonly ReadCell[],
  requirements: readonly AuditRequirement[],
  isGrid: boolean,
): (cell: ReadCell) => readonly string[] {
  const there = requirements.filter(({ isGone }) => !isGone);
  const named = byNumberOrCriterion(there);
  const numbers = new Set(there.map(({ number }) => number));
  const requirementOf = (text: string) => (numbers.has(text) || !isDate(text) ? named(text) : undefined);
  const byRow = isGrid ? requirementsByRow(cells, there, requirementOf) : new Map<number, string>();
  return ({ requirement, at }) => {
    const found = (at && byRow.get(at.row)) ?? requirementOf(requirement);
    if (found !== undefined) return [found];
    return at ? [...new Set((numbersOfDate(requirement) ?? []).flatMap((number) => named(number) ?? []))] : [];
  };
}

/** Of rows whose number was lost, the requirement that their place says. */
function requirementsByRow(
  cells: readonly ReadCell[],
  there: readonly AuditRequirement[],
  requirementOf: (text: string) => string | undefined,
): Map<number, string> {
  const rows = [...new Map(cells.flatMap(({ at, requirement }) => (at ? [[at.row, requirement] as const] : [])))];
  const places = new Map(there.map(({ requirementId }, place) => [requirementId, place]));
  const seen = new Set<number>();
  const known = rows.map(([, text]) => {
    const id = requirementOf(text);
    const place = id === undefined ? undefined : places.get(id);
    if (place === undefined || seen.has(place)) return undefined;
    seen.add(place);
    return place;
  });
  const isLost = (index: number) => isDate(rows[index]![1]) || requirementOf(rows[index]![1]) !== undefined;
  const found = new Map<number, string>();
  for (let first = 0; first < rows.length; first += 1) {
    if (known[first] !== undefined) continue;
    let end = first;
    while (end < rows.length && known[end] === undefined) end += 1;
    const before = first === 0 ? -1 : known[first - 1]!;
    const after = end === rows.length ? there.length : known[end]!;
    const run = Array.from({ length: end - first }, (_, index) => first + index);
    if (after - before - 1 === run.length && run.every(isLost))
      for (const [index, row] of run.entries()) found.set(rows[row]![0], there[before + 1 + index]!.requirementId);
    first = end;
  }
  return found;
}

function byNumberOrCriterion(there: readonly AuditRequirement[]): (text: string) => string | undefined {
  const byNumber = new Map(there.map(({ number, requirementId }) => [number, requirementId]));
  const byCriterion = new Map(
    there.flatMap(({ wcag, requirementId }) => (wcag.length === 1 ? [[wcag[0]!, requirementId] as const] : [])),
  );
  return (text) => {
    const number = /^\d+(?:\.\d+)*/.exec(text)?.[0] ?? text;
    const criterion = criterionOfAnchor(text);
    return byNumber.get(text) ?? byNumber.get(number) ?? byCriterion.get(criterion ?? number);
  };
}
