import { mapInSlices } from '#libs/queues';
import { ALL_ENTRIES } from '../../findings/evaluation/outcome.js';
import { keyOfCell } from '../../findings/evaluation/outcomes/decisions.js';
import type { AuditFile } from './audit-file.js';
import { FIRST_OF_GRID } from './facts-of-sheet.js';

const ALL = 'all';

/** A column of a grid: of an entry its outcomes, their notes or derogations. */
interface GridColumn {
  entry: number;
  name: string;
  has: 'outcome' | 'note' | 'derogation';
}

/** The grid of an audit: the names of the columns, and a row for each requirement with a cell for each entry. */
export interface Grid {
  rows: string[][];
  /** Those of the columns, from 0, that have outcomes. */
  outcomesAt: number[];
}

export async function gridOf(file: AuditFile): Promise<Grid> {
  const { requirements, sample, outcomes, noted } = file;
  const filled = [...outcomes, ...noted];
  const byCell = new Map(filled.map((one) => [keyOfCell(one), one]));
  const entries = [
    ...(filled.some(({ entry }) => entry === ALL_ENTRIES) ? [{ number: ALL_ENTRIES, name: ALL }] : []),
    ...sample,
  ];
  const withText = {
    note: new Set(filled.flatMap(({ entry, note }) => (note ? [entry] : []))),
    derogation: new Set(filled.flatMap(({ entry, derogation }) => (derogation ? [entry] : []))),
  };
  const columns = entries.flatMap(({ number, name }, index): GridColumn[] => {
    const texts = (['note', 'derogation'] as const).filter(
      (text) => withText[text].has(number) || entries[index + 1]?.name === nameOfTexts(name, text),
    );
    return [
      { entry: number, name, has: 'outcome' },
      ...texts.map((has): GridColumn => ({ entry: number, name: nameOfTexts(name, has), has })),
    ];
  });
  const rows = await mapInSlices(requirements, ({ requirementId, number, name, level }) => [
    ...[number, name, level ?? ''],
    ...columns.map(({ entry, has }) => {
      const cell = byCell.get(keyOfCell({ requirementId, entry }));
      return cell?.[has] ?? (has === 'outcome' ? 'untested' : '');
    }),
  ]);
  return {
    rows: [[...FIRST_OF_GRID, ...columns.map(({ name }) => name)], ...rows],
    outcomesAt: columns.flatMap(({ has }, index) => (has === 'outcome' ? [FIRST_OF_GRID.length + index] : [])),
  };
}

/** By this readers know whose texts a column has; a page that is called so is one where it has its texts before it. */
const nameOfTexts = (name: string, text: 'note' | 'derogation'): string => `${name}: ${text}`;

const PROBLEM = [
  ...['requirement', 'name', 'level', 'page', 'address', 'outcome', 'note', 'derogation'],
  ...['issue', 'title', 'description', 'severity', 'priority', 'state'],
];

/**
 * The problems that an audit found: the names of the columns, and a row for each issue of an outcome, and for what
 * fails or cannot be told without one.
 */
export async function problemRows(file: AuditFile): Promise<string[][]> {
  const requirements = new Map(file.requirements.map((one) => [one.requirementId, one]));
  const entries = new Map(file.sample.map((one) => [one.number, one]));
  const issues = new Map(file.issues.map((one) => [one.number, one]));
  const problems = file.outcomes.filter(
    ({ outcome, issueNumbers }) => outcome === 'failed' || outcome === 'cannot_tell' || issueNumbers.length > 0,
  );
  const rows = await mapInSlices(problems, ({ requirementId, entry, outcome, note, derogation, issueNumbers }) => {
    const { number = '', name = '', level = null } = requirements.get(requirementId) ?? {};
    const page = entries.get(entry);
    const where = [number, name, level ?? '', page?.name ?? ALL, page?.url ?? page?.description ?? ''];
    const what = [...where, outcome, note ?? '', derogation ?? ''];
    const found = issueNumbers.flatMap((one) => issues.get(one) ?? []);
    if (found.length === 0) return [[...what, ...PROBLEM.slice(what.length).map(() => '')]];
    return found.map((one) => [
      ...[...what, String(one.number), one.title, one.description ?? ''],
      ...[one.severity ?? '', one.priority ?? '', one.state],
    ]);
  });
  return [PROBLEM, ...rows.flat()];
}

/** A form that has no room for some things. */
type NarrowForm = 'wcag-em' | 'earl' | 'table';

/** What a file has no room for, in words: `2 processes`. */
export function leftOut(
  { audit, sample, outcomes, noted, issues, requirements }: AuditFile,
  form: NarrowForm,
): string[] {
  const processes = new Set(sample.flatMap(({ process }) => process ?? [])).size;
  const evidence = new Set([...outcomes, ...noted].flatMap(({ evidenceIds }) => evidenceIds)).size;
  const isEvaluation = form === 'wcag-em';
  const counts: [count: number, one: string, many: string][] = [
    [processes, 'process', 'processes'],
    [issues.length, 'issue', 'issues'],
    [evidence, 'file of evidence', 'files of evidence'],
    [requirements.filter(({ isGone }) => isGone).length, 'deleted requirement', 'deleted requirements'],
    [
      sample.filter(({ url, description }) => url !== null && description).length,
      ...(['description of a page with an address', 'descriptions of pages with an address'] as const),
    ],
    [sample.filter(({ areaId }) => areaId !== null).length, 'area of a page', 'areas of pages'],
    [
      isEvaluation ? 0 : sample.filter(({ kind }) => kind === 'random').length,
      ...(['mark of a page as random', 'marks of pages as random'] as const),
    ],
    [
      isEvaluation ? audit.evaluators.filter(({ userId }) => userId !== null).length : 0,
      ...(['account of an evaluator', 'accounts of evaluators'] as const),
    ],
    [isEvaluation ? 0 : audit.evaluators.length, 'evaluator', 'evaluators'],
    [isEvaluation ? 0 : audit.baseline.length, 'line of the baseline', 'lines of the baseline'],
  ];
  const texts: [text: string | null, name: string][] = [
    [audit.description, 'the description of the audit'],
    [form === 'earl' ? audit.scopeText : null, 'the scope'],
    [isEvaluation ? null : audit.executiveSummary, 'the summary'],
    [audit.method === null || (isEvaluation && audit.method === 'wcag_em') ? null : audit.method, 'the method'],
  ];
  return [
    ...counts.filter(([count]) => count > 0).map(([count, one, many]) => `${count} ${count === 1 ? one : many}`),
    ...texts.flatMap(([text, name]) => (text ? [name] : [])),
  ];
}
