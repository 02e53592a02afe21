import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { dueBy } from '../../../accounts/organizations/deadlines.js';
import type { Issue } from '../issue.entity.js';
import { DEADLINES_OF_PRODUCTS } from './deadlines.sql.js';

type NewIssue = Pick<Issue, 'productId'> & Partial<Pick<Issue, 'severity' | 'priority' | 'dueAt'>>;
type DateOf = (issue: NewIssue) => Pick<Issue, 'dueAt' | 'dueSetBy'>;

/**
 * The dates of new issues of an organization: those that somebody gave, else those of the deadlines. One statement,
 * where a deadline may hold.
 */
export async function datesByDeadlines(
  tx: EntityManager,
  organizationId: string,
  issues: readonly NewIssue[],
): Promise<DateOf> {
  const isRated = ({ dueAt, severity, priority }: NewIssue): boolean => !dueAt && Boolean(severity ?? priority);
  const productIds = [...new Set(issues.filter(isRated).map(({ productId }) => productId))];
  const rows = productIds.length > 0 ? await query(tx, DEADLINES_OF_PRODUCTS, [organizationId, productIds]) : [];
  const ofProducts = new Map(rows.map((row) => [row.productId, row]));
  return ({ productId, dueAt, severity = null, priority = null }) => {
    if (dueAt) return { dueAt, dueSetBy: 'person' };
    const of = ofProducts.get(productId);
    const byRule = of ? dueBy(of.deadlines, { severity, priority }, of.moment) : null;
    return { dueAt: byRule, dueSetBy: byRule && 'rule' };
  };
}
