import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { type Detail, loadDetailed } from '../../platform/lists/details.js';
import { type PageOrder, pageOf, type RecordList } from '../../platform/lists/page-of.js';
import type { Page } from '../../platform/lists/pagination.js';
import type { Product } from '../../products/products/product.entity.js';
import { PRODUCT_NAMES } from '../../products/products/record-details.js';
import { NEWEST_PAGES, NEWEST_PAGES_OF_LIST } from './details.sql.js';
import { Finding, LAST_SEEN_OF_LIST } from './finding.entity.js';

/** A finding as a list shows it. */
export interface ListedFinding {
  finding: Finding;
  product: Pick<Product, 'slug' | 'name'>;
  issue: { id: string; number: number } | null;
  /** The page on which it was seen last. */
  sourceUrl: string | null;
}

/** What is shown of a finding beside its own columns. */
export const SHOWN = {
  product: PRODUCT_NAMES,
  issue: {
    sql: `SELECT json_build_object('id', i.id, 'number', i.number) FROM issues i WHERE i.organization_id = $1 AND i.id = record.issue_id`,
    read: (issue: ListedFinding['issue']) => issue,
  } satisfies Detail<ListedFinding['issue']>,
};

/** Indexes have creation alone: writing others with each run would cost more than sorting does for a list. */
const ORDERS = {
  unindexed: ['severity', 'impact', 'status', 'title', 'firstSeenAt'],
  computed: { lastSeenAt: LAST_SEEN_OF_LIST },
};

/** A page of findings. One statement. */
export const listedPage = (tx: EntityManager, list: RecordList, order: PageOrder): Promise<Page<ListedFinding>> =>
  pageOf(tx, ['finding', Finding], { ...ORDERS, ...list, details: SHOWN, ofPage: NEWEST_PAGES_OF_LIST }, order);

/** The findings of an organization with these ids, as lists show them. Two statements. */
export async function findingsWithIds(
  tx: EntityManager,
  organizationId: string,
  id: readonly string[],
): Promise<ListedFinding[]> {
  const items = await loadDetailed(tx, ['finding', Finding], SHOWN, { organizationId, id });
  const newest = items.length === 0 ? [] : await query(tx, NEWEST_PAGES, [organizationId, id]);
  const pages = new Map(newest.map(({ findingId, sourceUrl }) => [findingId, sourceUrl]));
  return items.map((item) => ({ ...item, sourceUrl: pages.get(item.finding.id) ?? null }));
}
