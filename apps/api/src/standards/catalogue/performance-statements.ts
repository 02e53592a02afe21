import { BUILT_IN_STANDARDS } from './built-in.js';
import {
  PERFORMANCE_STATEMENTS,
  type PerformanceStatement,
  SECONDARY_STATEMENTS_OF_CRITERIA,
  STATEMENTS_OF_CLAUSES,
  STATEMENTS_OF_CRITERIA,
} from './data/functional-performance.js';

const numbersOf = (codes: string): string[] =>
  codes === '' ? [] : codes.split(' ').map((code) => PERFORMANCE_STATEMENTS[code as PerformanceStatement]);

type StatementsOfCriteria = ReadonlyMap<string, readonly string[]>;

const byCriterion = (codes: Readonly<Record<string, string>>): StatementsOfCriteria =>
  new Map(Object.entries(codes).map(([criterion, of]) => [criterion, numbersOf(of)]));

/**
 * By success criterion of WCAG, the numbers of the functional performance statements (`4.2.1` to `4.2.11`) that it
 * supports primarily.
 */
export const CRITERION_STATEMENTS: StatementsOfCriteria = byCriterion(STATEMENTS_OF_CRITERIA);

/** The same of those that it supports secondarily. */
export const SECONDARY_CRITERION_STATEMENTS: StatementsOfCriteria = byCriterion(SECONDARY_STATEMENTS_OF_CRITERIA);

/**
 * The same by the id of a requirement of EN 301 549, for what a clause says beyond the criterion that it takes over.
 */
export const CLAUSE_STATEMENTS: ReadonlyMap<string, readonly string[]> = new Map(
  BUILT_IN_STANDARDS.find(({ slug }) => slug === 'en-301-549')!.requirements.flatMap(({ id, name }) => {
    const numbers = numbersOf(codesOf(name.split(' ')[0]!));
    return numbers.length === 0 ? [] : [[id, numbers] as const];
  }),
);

/** The statements that 1.1.1 of WCAG serves because it is about sounds too. The RGAA's theme 1 is about pictures alone. */
export const ABOUT_SOUNDS: readonly string[] = numbersOf('WH LH');

/** By the id of a requirement of the RGAA, the statements of its criteria that it does not serve. */
export const UNSERVED_STATEMENTS: ReadonlyMap<string, readonly string[]> = new Map(
  BUILT_IN_STANDARDS.find(({ slug }) => slug === 'rgaa')!
    .requirements.filter(({ name }) => name.startsWith('1.'))
    .map(({ id }) => [id, ABOUT_SOUNDS]),
);

/** Of a clause, or of the nearest clause above it that says something. */
function codesOf(clause: string): string {
  const own = STATEMENTS_OF_CLAUSES[clause];
  const cut = clause.lastIndexOf('.');
  return own ?? (cut < 0 ? '' : codesOf(clause.slice(0, cut)));
}
