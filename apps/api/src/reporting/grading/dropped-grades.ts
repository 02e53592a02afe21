import type { Notice } from '../../platform/work/notice.js';
import type { Grade } from './grade.js';

/** What is told of a Grade that is worse than the one before; of one that another formula computed nothing is. */
export function noticesOfGrade(
  organizationId: string,
  productId: string,
  before: Grade | null | undefined,
  after: Grade,
): Notice[] {
  const [from, to] = [before?.letter, after.letter];
  if (!from || !to || to <= from || before!.formulaVersion !== after.formulaVersion) return [];
  return [{ kind: 'grade_dropped', organizationId, productId, from, to }];
}
