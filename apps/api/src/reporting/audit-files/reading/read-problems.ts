import { isHttpUrl } from '#libs/fields';
import type { AuditContent, ReadCell, ReadPage } from './audit-content.js';
import { plainWord, wordOfCell } from './outcome-words.js';
import { problemOf } from './read-problem.js';
import type { TableField } from './table-mapping.js';
import { addMissing, addUnknownWord, isOfAll, placeOf, type Reading } from './table-reading.js';

/** What the texts of a problem are called in its note; the first have no name. */
const TEXTS: readonly [field: TableField, name: string][] = [
  ['title', ''],
  ['description', ''],
  ['note', ''],
  ['recommendation', 'Recommendation'],
  ['severity', 'Severity'],
  ['priority', 'Priority'],
];

/** Reads a table with a row for each problem. */
export function readProblems({
  fields,
  rows,
  outcomeOf,
  faults,
  notRead,
  createIssues,
}: Reading): Pick<AuditContent, 'pages' | 'cells'> {
  const pages = new PagesOfProblems();
  const column = (field: TableField) => fields.indexOf(field);
  const [requirementAt, outcomeAt] = [column('requirement'), column('outcome')];
  const texts = TEXTS.map(([field, name]) => ({
    ...{ field, name, columns: fields.flatMap((one, index) => (one === field ? [index] : [])) },
  }));
  const cells = rows.flatMap(({ cells: row, row: number }): ReadCell[] => {
    const text = (index: number): string => (index < 0 ? '' : (row[index] ?? ''));
    const requirement = text(requirementAt);
    if (requirement === '') {
      addMissing(faults, 'the requirement', number, requirementAt + 1);
      return [];
    }
    const { word, note: after } = wordOfCell(text(outcomeAt), (one) => outcomeOf(one) !== undefined);
    const isProblem = text(column('title')) !== '' || text(column('description')) !== '';
    if (word === '' && outcomeAt >= 0 && !isProblem) {
      addMissing(faults, 'the outcome', number, outcomeAt + 1);
      return [];
    }
    // A row that describes a problem has failed unless it says otherwise, and so has each of a table without outcomes.
    const outcome = word === '' ? 'failed' : outcomeOf(word);
    if (!outcome) {
      addUnknownWord(faults, text(outcomeAt), number, outcomeAt + 1);
      return [];
    }
    const page = pages.placeOf(text(column('page')), text(column('address')));
    const lines = texts.flatMap(({ field, name, columns }) =>
      columns.flatMap((index) =>
        text(index) === '' ? [] : [{ field, line: name === '' ? text(index) : `${name}: ${text(index)}` }],
      ),
    );
    const beside = [...(after === null ? [] : [after]), ...notRead.takeRow(number)];
    const note = [...new Set([...lines.map(({ line }) => line), ...beside])].join('\n') || null;
    const problem =
      createIssues && outcome === 'failed'
        ? problemOf({
            title: text(column('title')),
            severity: text(column('severity')),
            priority: text(column('priority')),
            others: [...lines.flatMap(({ field, line }) => (OF_FIELDS.includes(field) ? [] : [line])), ...beside],
          })
        : undefined;
    const derogation = text(column('derogation')) || null;
    // A problem may be one of several requirements.
    return requirement.split(/[,;\n]+\s*(?=\d)/).map((one) => ({
      ...{ requirement: one.trim(), page, outcome, note, derogation },
      at: { row: number, column: requirementAt + 1, requirementColumn: requirementAt + 1 },
      where: placeOf(number, requirementAt + 1),
      ...(problem && { problem }),
    }));
  });
  return { pages: pages.all, cells };
}

/** The texts that an issue has fields for. */
const OF_FIELDS: readonly TableField[] = ['title', 'severity', 'priority'];

/** The pages that problems name: by their addresses, else by their names. */
class PagesOfProblems {
  readonly all: ReadPage[] = [];
  private readonly places = new Map<string, number>();
  private readonly names = new Map<string, number>();

  /** Null: of all pages. */
  placeOf(name: string, address: string): number | null {
    if ((name === '' && address === '') || (address === '' && isOfAll(plainWord(name)))) return null;
    const key = JSON.stringify([name, address]);
    const place =
      this.places.get(key) ?? (address === '' ? this.names.get(name) : undefined) ?? this.add(name, address);
    this.places.set(key, place);
    return place;
  }

  private add(name: string, address: string): number {
    const url = [address, name].find(isHttpUrl) ?? null;
    const called = name || address;
    const isTaken = this.names.has(called);
    const place = this.all.length;
    this.all.push({
      ...{ name: isTaken ? `${called} (${address})` : called, url, kind: 'structured' },
      description: url === null ? address || name : null,
    });
    if (!isTaken) this.names.set(called, place);
    return place;
  }
}
