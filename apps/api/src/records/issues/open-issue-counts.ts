import { createHash } from 'node:crypto';
import { bound } from '#libs/database';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { KeptCount } from '../../platform/work/counts.js';
import { countDay } from './issue-days.js';
import type { Issue } from './issue.entity.js';
import { ADD_OPEN_ISSUES, PURGE_OPEN_ISSUES } from './open-issue-counts.sql.js';

/**
 * By how many the open issues of a set of requirements and of functional needs changed, and of them those of each
 * severity and of priority critical, and those of severity and impact high, as `openIssueChanges` gives it.
 */
export interface OpenIssueChange {
  productId: string;
  requirementSet: string;
  /** Those that people linked, in the order of their ids. */
  functionalNeedIds: string[];
  value: number;
  high: number;
  medium: number;
  low: number;
  critical: number;
  blocking: number;
  /** One that is counted so now, locked by the unit; null where there is no such change. */
  issueId: string | null;
}

/** `requirementSet` (`open-issue-counts.sql.ts`) of ids that are known, in hexadecimal digits. */
export const requirementSetOf = (ids: readonly string[]): string =>
  createHash('sha256').update(ids.toSorted().join(' ')).digest('hex');

/** The change that a new issue makes, with the requirements that it is linked to. */
export const openIssueAdded = (
  {
    id,
    productId,
    severity,
    impact,
    priority,
  }: { id: string; productId: string } & Partial<Pick<Issue, 'severity' | 'impact' | 'priority'>>,
  requirementIds: readonly string[],
): OpenIssueChange => ({
  productId,
  requirementSet: requirementSetOf(requirementIds),
  functionalNeedIds: [],
  issueId: id,
  value: 1,
  high: Number(severity === 'high'),
  medium: Number(severity === 'medium'),
  low: Number(severity === 'low'),
  critical: Number(priority === 'critical'),
  blocking: Number(severity === 'high' && impact === 'high'),
});

/**
 * Counts what a statement changed, also for the day, and touches the products; whoever changes issues, their
 * requirements or functional needs says so. What closes issues opens none in the same statement.
 * @param isRemoval the issues were deleted, not closed
 */
export function countOpenIssues(
  change: ChangeContext,
  organizationId: string,
  changes: readonly OpenIssueChange[],
  isRemoval = false,
): void {
  change.count(OPEN_ISSUES, organizationId, changes);
  countDay(change, organizationId, changes, isRemoval);
}

/**
 * How many issues are open. A count that becomes 0 keeps its row until it is purged: the statement that stores may have
 * waited for its locks, and then does not see what it has waited for; the next one does. The lock of the Grades keeps
 * others from changing the counts of these products in between. Stored where every issue has the requirements that it
 * was counted by.
 */
const OPEN_ISSUES: KeptCount<OpenIssueChange> = {
  store: (organizationId, changes) => [bound(ADD_OPEN_ISSUES, [organizationId, JSON.stringify(summed(changes))])],
  purge: (organizationId, changes) => {
    const fewer = summed(changes).filter(({ value }) => value < 0);
    return fewer.length === 0 ? [] : [bound(PURGE_OPEN_ISSUES, [organizationId, JSON.stringify(fewer)])];
  },
};

const COUNTS = ['value', 'high', 'medium', 'low', 'critical', 'blocking'] as const;

function summed(changes: readonly OpenIssueChange[]): OpenIssueChange[] {
  const sums = new Map<string, OpenIssueChange>();
  for (const change of changes) {
    const key = [change.productId, change.requirementSet, ...change.functionalNeedIds].join(' ');
    const sum = sums.get(key);
    if (!sum) {
      sums.set(key, { ...change });
      continue;
    }
    for (const count of COUNTS) sum[count] += change[count];
    sum.issueId ??= change.issueId;
  }
  return [...sums.values()];
}
