import type { Counter } from '../work/counts.js';
import type { Unit } from '../work/unit.js';

/** By how many the open issues of a product changed. */
interface Change {
  productId: string;
  value: number;
}

/** Counts today how many issues of each product were opened or reopened, closed, or deleted while they were open. */
export function countDay(unit: Unit, organizationId: string, changes: readonly Change[], isRemoval: boolean): void {
  const byProduct = new Map<string, number>();
  for (const { productId, value } of changes) byProduct.set(productId, (byProduct.get(productId) ?? 0) + value);
  for (const [productId, value] of byProduct) {
    if (value === 0) continue;
    const gone = Math.max(-value, 0);
    unit.count(ISSUE_DAYS, organizationId, {
      productId,
      opened: Math.max(value, 0),
      closed: isRemoval ? 0 : gone,
      removed: isRemoval ? gone : 0,
    });
  }
}

const ISSUE_DAYS: Counter = (changes) => [
  `INSERT INTO issue_days AS d (organization_id, product_id, day, opened, closed, removed)
   SELECT $1::uuid, "productId", (now() AT TIME ZONE 'UTC')::date, sum(opened), sum(closed), sum(removed)
   FROM json_to_recordset(${changes}) AS c("productId" uuid, opened int, closed int, removed int)
   GROUP BY "productId" ORDER BY "productId"
   ON CONFLICT ON CONSTRAINT pk_issue_days DO UPDATE SET
     opened = d.opened + excluded.opened, closed = d.closed + excluded.closed, removed = d.removed + excluded.removed`,
];
