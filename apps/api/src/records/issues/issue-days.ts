import type { ChangeContext } from '../../platform/work/change-context.js';
import type { KeptCount } from '../../platform/work/counts.js';

/** By how many the open issues of a product changed. */
interface Change {
  productId: string;
  value: number;
}

/** Of them today. */
interface DayChange {
  productId: string;
  opened: number;
  closed: number;
  removed: number;
}

/** Counts today how many issues of each product were opened or reopened, closed, or deleted while they were open. */
export function countDay(
  change: ChangeContext,
  organizationId: string,
  changes: readonly Change[],
  isRemoval: boolean,
): void {
  const byProduct = new Map<string, number>();
  for (const { productId, value } of changes) byProduct.set(productId, (byProduct.get(productId) ?? 0) + value);
  for (const [productId, value] of byProduct) {
    if (value === 0) continue;
    const gone = Math.max(-value, 0);
    const closed = isRemoval ? 0 : gone;
    change.count(ISSUE_DAYS, organizationId, [
      { productId, opened: Math.max(value, 0), closed, removed: gone - closed },
    ]);
  }
}

const ISSUE_DAYS: KeptCount<DayChange> = {
  store: (organizationId, changes) => [[ADD, [organizationId, JSON.stringify(changes)]]],
};

// It takes the organization from a table, and so happens where the rows are.
const ADD = `
  INSERT INTO issue_days AS d (organization_id, product_id, day, opened, closed, removed)
  SELECT p.organization_id, p.id, (now() AT TIME ZONE 'UTC')::date, sum(c.opened), sum(c.closed), sum(c.removed)
  FROM products p, json_to_recordset($2::json) AS c("productId" uuid, opened int, closed int, removed int)
  WHERE p.organization_id = $1 AND p.id = c."productId"
  GROUP BY p.organization_id, p.id ORDER BY p.id
  ON CONFLICT ON CONSTRAINT pk_issue_days DO UPDATE SET
    opened = d.opened + excluded.opened, closed = d.closed + excluded.closed, removed = d.removed + excluded.removed`;
