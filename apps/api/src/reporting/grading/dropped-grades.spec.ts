import { noticesOfGrade } from './dropped-grades.js';
import type { Grade } from './grade.js';

const graded = (letter: string | null, formulaVersion = 1) => ({ letter, formulaVersion }) as Grade;

test('only a letter that is worse by the same formula is told', () => {
  const told = (before: Grade | null, after: Grade) => noticesOfGrade('o', 'p', before, after);
  expect(told(graded('A'), graded('C'))).toEqual([
    { kind: 'grade_dropped', organizationId: 'o', productId: 'p', from: 'A', to: 'C' },
  ]);
  for (const [before, after] of [
    [graded('C'), graded('A')],
    [graded('C'), graded('C')],
    [graded('A'), graded(null)],
    [graded(null), graded('D')],
    [null, graded('D')],
    [graded('A', 1), graded('C', 2)],
  ] as const)
    expect(told(before, after)).toEqual([]);
});
