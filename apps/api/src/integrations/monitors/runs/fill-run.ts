import { query, withinTime } from '#libs/database';
import { newId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import { conditionOf } from '../../../platform/lists/page-of.js';
import { SEARCH_TIMEOUT_MS } from '../../../platform/lists/search-limits.js';
import type { Product } from '../../../products/products/product.entity.js';
import { InventoryPage } from '../inventory/inventory-page.entity.js';
import { inventoryOf } from '../inventory/inventory-list.js';
import { type PageAddress, pageAddress } from '../inventory/page-address.js';
import type { Monitor } from '../monitor.entity.js';
import type { MonitorRun } from './run.entity.js';
import { ADD_RUN_PAGES, IS_FULL, NOTE_CUT } from './runs.sql.js';

/** The most pages of a run of this monitor. */
const mostPages = ({ budget, source }: Pick<Monitor, 'budget' | 'source'>): number =>
  Math.min(budget.pages, source.crawl?.limit ?? budget.pages);

/** Adds these addresses to a run, which notes what it has no room for. */
export async function addRunPages(
  tx: EntityManager,
  { organizationId, id }: Pick<MonitorRun, 'organizationId' | 'id'>,
  monitor: Pick<Monitor, 'budget' | 'source'>,
  found: readonly (PageAddress & { depth: number })[],
): Promise<void> {
  const distinct = [...new Map([...found].reverse().map((page) => [page.addressKey, page])).values()].reverse();
  if (distinct.length === 0) return;
  const rows = JSON.stringify(distinct.map((page) => ({ id: newId(), ...page })));
  const most = mostPages(monitor);
  const added = await query(tx, ADD_RUN_PAGES, [organizationId, id, rows, most]);
  // Fewer may have come because they were known: then there is room for one more.
  if (added.length < distinct.length && (await isFull(tx, organizationId, id, most)))
    await query(tx, NOTE_CUT, [organizationId, id]);
}

/** The addresses of pages that can be looked at, with how far away they are. */
export const pagesAt = (addresses: readonly string[], depth: number): (PageAddress & { depth: number })[] =>
  addresses.flatMap((url) => {
    const address = pageAddress(url);
    return typeof address === 'string' ? [] : [{ ...address, depth }];
  });

/** Gives a new run the pages that are known before an agent has looked at any. */
export async function fillRun(tx: EntityManager, run: MonitorRun, monitor: Monitor, product: Product): Promise<void> {
  const { list, crawl, pages } = monitor.source;
  if (list) await addRunPages(tx, run, monitor, pagesAt(list, 0));
  if (crawl) await addRunPages(tx, run, monitor, pagesAt([crawl.start], 0));
  if (!pages) return;
  const filtered = inventoryOf(product, { state: ['active'], kind: ['page'], ...pages });
  const { where, values } = conditionOf(tx.connection.getMetadata(InventoryPage), filtered);
  const text = `SELECT l.url, l.address_key AS "addressKey", 0 AS depth FROM inventory_pages l
    WHERE ${where} ORDER BY l.first_seen_at, l.id LIMIT ${monitor.budget.pages + 1}`;
  const read = (manager: EntityManager) => manager.query<(PageAddress & { depth: number })[]>(text, values);
  await addRunPages(tx, run, monitor, await (filtered.search ? withinTime(tx, SEARCH_TIMEOUT_MS, read) : read(tx)));
}

async function isFull(tx: EntityManager, organizationId: string, runId: string, most: number): Promise<boolean> {
  const [{ isFull }] = (await query(tx, IS_FULL, [organizationId, runId, most])) as [{ isFull: boolean }];
  return isFull;
}
