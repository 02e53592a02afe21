import { BUILT_IN_STANDARDS } from './built-in.js';
import {
  PERFORMANCE_STATEMENTS,
  type PerformanceStatement,
  STATEMENTS_OF_CLAUSES,
  STATEMENTS_OF_CRITERIA,
} from './data/functional-performance.js';

const numbersOf = (codes: string): string[] =>
  codes === '' ? [] : codes.split(' ').map((code) => PERFORMANCE_STATEMENTS[code as PerformanceStatement]);

/** By success criterion of WCAG, the numbers of the functional performance statements (`4.2.1` to `4.2.11`) that it supports primarily. */
export const CRITERION_STATEMENTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(STATEMENTS_OF_CRITERIA).map(([criterion, codes]) => [criterion, numbersOf(codes)]),
);

/** The same by the id of a requirement of EN 301 549, for what a clause says beyond the criterion that it takes over. */
export const CLAUSE_STATEMENTS: ReadonlyMap<string, readonly string[]> = new Map(
  BUILT_IN_STANDARDS.find(({ slug }) => slug === 'en-301-549')!.requirements.flatMap(({ id, name }) => {
    const numbers = numbersOf(codesOf(name.split(' ')[0]!));
    return numbers.length === 0 ? [] : [[id, numbers] as const];
  }),
);

/** Of a clause, or of the nearest clause above it that says something. */
function codesOf(clause: string): string {
  const own = STATEMENTS_OF_CLAUSES[clause];
  const cut = clause.lastIndexOf('.');
  return own ?? (cut < 0 ? '' : codesOf(clause.slice(0, cut)));
}
