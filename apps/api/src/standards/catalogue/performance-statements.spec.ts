import { BUILT_IN_STANDARDS } from './built-in.js';
import {
  PERFORMANCE_STATEMENTS,
  STATEMENTS_OF_CLAUSES,
  STATEMENTS_OF_CRITERIA,
} from './data/functional-performance.js';
import { CLAUSE_STATEMENTS, CRITERION_STATEMENTS } from './performance-statements.js';

const EN = BUILT_IN_STANDARDS.find(({ slug }) => slug === 'en-301-549')!.requirements;
const numberOf = ({ name }: { name: string }): string => name.split(' ')[0]!;
const ofClause = (clause: string) => CLAUSE_STATEMENTS.get(EN.find((each) => numberOf(each) === clause)!.id) ?? [];

test('every criterion of WCAG 2.1 and 2.2, A and AA, supports a statement, but for parsing', () => {
  const named = BUILT_IN_STANDARDS.filter(({ slug }) => slug === 'wcag-2-1' || slug === 'wcag-2-2').flatMap(
    ({ levels, requirements }) =>
      requirements.filter(({ levelId }) => levelId !== levels[2]!.id).map(({ metadata }) => metadata['wcag'] as string),
  );
  expect([...new Set(named)].filter((criterion) => !CRITERION_STATEMENTS.has(criterion))).toEqual(['4.1.1']);
  expect([...CRITERION_STATEMENTS.keys()].filter((criterion) => !named.includes(criterion))).toEqual([]);
});

test('each relation names statements of table B.1, once and in their order', () => {
  const order = Object.keys(PERFORMANCE_STATEMENTS);
  for (const codes of [...Object.values(STATEMENTS_OF_CRITERIA), ...Object.values(STATEMENTS_OF_CLAUSES)]) {
    const named = codes === '' ? [] : codes.split(' ');
    expect(named).toEqual(order.filter((code) => named.includes(code)));
  }
});

test('each clause that has relations is one of EN 301 549, or above one', () => {
  const known = EN.map(numberOf);
  const unknown = Object.keys(STATEMENTS_OF_CLAUSES).filter(
    (clause) => !known.some((number) => number === clause || number.startsWith(`${clause}.`)),
  );
  expect(unknown).toEqual([]);
});

test('what EN 301 549 asks beyond WCAG supports a statement, but for the clauses that the draft no longer has, and for what it says of closed functionality', () => {
  const without = EN.filter(
    ({ id, name, metadata }) =>
      metadata['wcag'] === undefined && !CLAUSE_STATEMENTS.has(id) && !name.endsWith('(closed functionality)'),
  );
  expect(without.map(numberOf)).toEqual(['5.5.1', '11.5.2.2', '13.2', '13.3']);
});

test.each([
  ['5.1.3.1', ['4.2.1']],
  ['5.1.3.9', ['4.2.1', '4.2.11']],
  ['6.2.2.3', ['4.2.4', '4.2.5', '4.2.6']],
  ['8.3.2.3.2', ['4.2.7', '4.2.8']],
  ['11.2.4.4', ['4.2.6']],
  ['9.1.1.1', []],
  ['13.2', []],
])('clause %s supports %p', (clause, statements) => {
  expect(ofClause(clause)).toEqual(statements);
});
