import type { AuditContent, ReadCell } from './audit-content.js';
import { plainWord, wordOfCell } from './outcome-words.js';
import type { TableField } from './table-mapping.js';
import { addMissing, addUnknownWord, isOfAll, placeOf, type Reading } from './table-reading.js';

/** Reads a table with a row for each requirement and a column for each page. */
export function readGrid({
  names,
  fields,
  rows,
  outcomeOf,
  faults,
  notRead,
}: Reading): Pick<AuditContent, 'pages' | 'cells'> {
  const columns = fields.flatMap((field, index) => (field === 'entry' ? [index] : []));
  const isAll = (index: number) => isOfAll(plainWord(names[index]!));
  const pages = columns.filter((index) => !isAll(index));
  const places = new Map(pages.map((column, page) => [column, page]));
  const requirementAt = fields.indexOf('requirement');
  const textsOf = new Map(
    columns.map((column, index) => {
      const next = columns[index + 1] ?? fields.length;
      const of = (field: TableField) => range(column, next).filter((one) => fields[one] === field);
      return [column, { notes: of('note'), derogations: of('derogation') }];
    }),
  );
  const cells = rows.flatMap(({ cells: texts, row }) => {
    const requirement = texts[requirementAt] ?? '';
    if (requirement === '') {
      // Titles of groups of requirements have none, and no outcomes either.
      if (columns.some((index) => outcomeOf(texts[index] ?? '') !== undefined))
        addMissing(faults, 'the requirement', row, requirementAt + 1);
      else if (range(columns[0]!, fields.length).some((index) => fields[index] !== 'ignored' && texts[index]))
        notRead.addRow(row);
      return [];
    }
    return columns.flatMap((index): ReadCell[] => {
      const of = textsOf.get(index)!;
      const { word, note } = wordOfCell(texts[index] ?? '', (one) => outcomeOf(one) !== undefined);
      const joined = (...parts: (string | null | undefined)[]) =>
        [...new Set(parts.filter(Boolean))].join('\n\n') || null;
      const noteText = joined(
        note,
        ...of.notes.map((one) => texts[one]),
        ...[index, ...of.notes].map((one) => notRead.take(row, one + 1)),
      );
      const derogation = joined(...of.derogations.map((one) => texts[one]));
      if (word === '' && noteText === null && derogation === null) return [];
      const outcome = word === '' ? 'untested' : outcomeOf(word);
      if (!outcome) {
        addUnknownWord(faults, texts[index]!, row, index + 1);
        return [];
      }
      const at = { row, column: index + 1, requirementColumn: requirementAt + 1 };
      const where = placeOf(row, index + 1);
      return [{ requirement, page: places.get(index) ?? null, outcome, note: noteText, derogation, at, where }];
    });
  });
  return {
    pages: pages.map((index) => ({
      ...{ name: names[index]!, url: null, description: names[index]!, kind: 'structured' as const },
    })),
    cells,
  };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);
