import { insertOf } from '#libs/database';
import type { Condition, RecordList } from '../../platform/lists/page-of.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { KeptCount } from '../../platform/work/counts.js';
import { isActive } from './active.js';
import type { ProductKey } from './product-key.js';
import type { Product } from './product.entity.js';

/** Kinds of records whose number in each product is kept; findings that need review apart from failures. */
type CountedKind = 'issues' | 'audits' | 'risks' | 'findings' | 'findingsToReview' | 'pages';

interface TotalChange {
  productId: string;
  kind: CountedKind;
  count: number;
}

/** The scope of a list: one product, or all products of the organization. */
export interface ListScope {
  organization: Pick<Organization, 'id'>;
  product?: Product;
}

/**
 * The condition that the rows of a list are in its scope: of the product, or of the active ones. Archived products are
 * few, and a set of them is asked for each row, so that the rows are read in the order of the list.
 */
export const inScope =
  ({ product }: ListScope): Condition =>
  (bind) =>
    product
      ? `l.product_id = ${bind(product.id)}`
      : `l.product_id NOT IN (SELECT p.id FROM products p WHERE p.organization_id = $1 AND NOT (${isActive('p')}))`;

/**
 * The total of a list from the numbers that are kept; undefined if the list is filtered and must be
 * counted. Archived products are included only if `archived` is true.
 */
export function keptTotal(
  kind: CountedKind,
  { product }: ListScope,
  filters: Readonly<Record<string, unknown>>,
  { archived = false } = {},
): Condition | undefined {
  if (Object.values(filters).some((filter) => filter !== undefined)) return undefined;
  return (bind) => `
    SELECT coalesce(sum(t.value), 0)::int
    FROM record_totals t JOIN products p ON p.organization_id = t.organization_id AND p.id = t.product_id
    WHERE t.organization_id = $1 AND t.kind = '${kind}' AND ${product ? `t.product_id = ${bind(product.id)}` : archived ? 'true' : isActive('p')}`;
}

/** What the lists of audits and issues have in common: whose rows they have, which of them, and how many these are. */
export const listInScope = (
  kind: CountedKind,
  scope: ListScope,
  filters: NonNullable<RecordList['filters']>,
  { search, conditions = [] }: { search?: Condition | undefined; conditions?: readonly Condition[] } = {},
): RecordList => ({
  owner: ['organization_id', scope.organization.id],
  where: [inScope(scope), ...conditions],
  search,
  filters,
  total: keptTotal(kind, scope, { ...filters, search, ...conditions }),
});

/**
 * Notes that `count` records of a kind came to a product, or went where it is negative: whoever inserts or deletes such
 * records says so. Deleting a product takes its totals along.
 */
export function countRecords(
  change: ChangeContext,
  kind: CountedKind,
  { organizationId, id }: ProductKey,
  count: number,
): void {
  if (count !== 0) change.count(RECORD_TOTALS, organizationId, [{ productId: id, kind, count }]);
}

/** Notes that these findings came to a product (`sign` 1), or went (-1). */
export function countFindings(
  change: ChangeContext,
  product: ProductKey,
  findings: readonly { needsReview: boolean }[],
  sign: 1 | -1,
): void {
  const toReview = findings.filter(({ needsReview }) => needsReview).length;
  countRecords(change, 'findings', product, sign * (findings.length - toReview));
  countRecords(change, 'findingsToReview', product, sign * toReview);
}

// In one order, or two units that change totals of the same products could deadlock.
const RECORD_TOTALS: KeptCount<TotalChange> = {
  store(organizationId, changes) {
    const sums = new Map<string, TotalChange>();
    for (const change of changes) {
      const key = `${change.productId} ${change.kind}`;
      sums.set(key, { ...change, count: change.count + (sums.get(key)?.count ?? 0) });
    }
    const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    return [insertOf(INTO_TOTALS, { productId: 'uuid', kind: 'text', count: 'int' }, organizationId, rows, ADDING)];
  },
};

const INTO_TOTALS = 'INSERT INTO record_totals AS t (organization_id, product_id, kind, value)';
const ADDING = 'ON CONFLICT ON CONSTRAINT pk_record_totals DO UPDATE SET value = t.value + excluded.value';
