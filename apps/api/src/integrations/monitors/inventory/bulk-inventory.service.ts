import { InvalidInput } from '#libs/errors';
import { withinTime } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { pickDefined } from '../../../platform/lists/changed-fields.js';
import type { BulkUpdated } from '../../../platform/lists/bulk.dto.js';
import { notFoundOf } from '../../../platform/lists/not-found-of.js';
import { conditionOf } from '../../../platform/lists/page-of.js';
import { SEARCH_TIMEOUT_MS } from '../../../platform/lists/search-limits.js';
import { inProduct } from '../../../products/products/product-key.js';
import type { Product } from '../../../products/products/product.entity.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import type { BulkUpdateInventory, InventoryFilter } from './dto/inventory-page.dto.js';
import { inventoryOf } from './inventory-list.js';
import { InventoryPage } from './inventory-page.entity.js';
import { requireAreaOfPage } from './require-area.js';

/** The most pages that one request changes. */
const MOST = 10_000;
/** How many ids the event of a change names. */
const MAX_IDS_IN_EVENT = 100;

/** Changes many pages of a product at once, named by their ids or by a filter: all or nothing. */
@Injectable()
export class BulkInventoryService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws InvalidInput where the filter has too many pages, or the area is none of the product */
  async update(product: Product, { ids, filter, data }: BulkUpdateInventory): Promise<BulkUpdated> {
    const wanted = filter ? await this.find(product, filter) : ids!;
    const values = pickDefined(data, 'state', 'kind', 'areaId');
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await requireAreaOfPage(tx, product, data.areaId, '/data/areaId');
      // In the order of their ids, so that two such requests cannot deadlock.
      const pages = await tx.find(InventoryPage, {
        where: { ...inProduct(product), id: In(wanted) },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      });
      const fields = Object.entries(values) as [keyof typeof values, unknown][];
      const changed = pages.filter((page) => fields.some(([field, value]) => page[field] !== value));
      if (changed.length > 0) {
        const of = changed.map(({ id }) => id);
        await tx.update(InventoryPage, { ...inProduct(product), id: In(of) }, values);
        change.record({
          ...inProduct(product),
          type: 'page.bulk_updated',
          subject: { title: `${changed.length} pages` },
          changes: [
            ...fields.map(([field, to]) => ({ field, from: null, to })),
            { field: 'ids', from: null, to: of.slice(0, MAX_IDS_IN_EVENT) },
          ],
        });
      }
      return { updated: pages.length, notFound: filter ? [] : notFoundOf(wanted, pages) };
    });
  }

  private async find(product: Product, filter: InventoryFilter): Promise<string[]> {
    const list = inventoryOf(product, filter);
    const { where, values } = conditionOf(this.database.getMetadata(InventoryPage), list);
    const text = `SELECT l.id FROM inventory_pages l WHERE ${where} LIMIT ${MOST + 1}`;
    const read = (manager: EntityManager) => manager.query<{ id: string }[]>(text, values);
    const { manager } = this.database;
    const rows = await (list.search ? withinTime(manager, SEARCH_TIMEOUT_MS, read) : read(manager));
    if (rows.length > MOST) {
      const message = `the filter matches more than ${MOST.toLocaleString('en')} pages; narrow it, and change them in several steps`;
      throw new InvalidInput([{ path: '/filter', code: 'too_many', message, params: { max: MOST } }]);
    }
    return rows.map(({ id }) => id);
  }
}
