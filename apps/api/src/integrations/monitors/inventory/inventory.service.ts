import { requireBelowLimit } from '#libs/config';
import { query } from '#libs/database';
import { InvalidInput, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { changedFields, pickDefined } from '../../../platform/lists/changed-fields.js';
import { keyOf } from '../../../platform/lists/key-of.js';
import { recordsOf } from '../../../platform/lists/page-of.js';
import type { Page } from '../../../platform/lists/pagination.js';
import { ReplicaReads } from '../../../platform/lists/replica-reads.js';
import { inProduct } from '../../../products/products/product-key.js';
import { activeLock } from '../../../products/products/product-records.js';
import type { Product } from '../../../products/products/product.entity.js';
import { countRecords } from '../../../products/products/record-totals.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { advisoryLock } from '../../../platform/work/locks.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import type { CreateInventoryPage, ListInventoryQuery, UpdateInventoryPage } from './dto/inventory-page.dto.js';
import { PageKnown } from './errors.js';
import { InventoryPage, type PageOrigin } from './inventory-page.entity.js';
import {
  ADD_PAGES,
  COUNT_PAGES,
  KNOWN_ADDRESSES,
  type ExaminedPage,
  NOTE_LOOKED,
  type PageToAdd,
} from './inventory.sql.js';
import { inventoryOf } from './inventory-list.js';
import { pageAddress } from './page-address.js';
import { requireAreaOfPage } from './require-area.js';
import { Quotas } from '../../../accounts/organizations/quotas.service.js';

/** The pages of a product, whoever looks at them. */
@Injectable()
export class InventoryService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly replicas: ReplicaReads,
    private readonly quotas: Quotas,
  ) {}

  page(product: Product, request: ListInventoryQuery): Promise<Page<InventoryPage>> {
    return this.replicas.read((manager) => recordsOf(manager, InventoryPage, inventoryOf(product, request), request));
  }

  async create(product: Product, { url, ...words }: CreateInventoryPage): Promise<InventoryPage> {
    const address = pageAddress(url);
    if (typeof address === 'string')
      throw new InvalidInput([{ path: '/url', code: 'malformed', message: `url ${address}` }]);
    return this.unitOfWork.run(async (change) => {
      await this.lock(change, product);
      await requireAreaOfPage(change.tx, product, words.areaId);
      const { title = null, kind = 'page', areaId = null } = words;
      const page = { id: newId(), ...address, title, kind, areaId };
      if ((await this.add(change, product, [page], 'person')).length === 0) throw new PageKnown();
      change.record({ ...subjectOfPage(product, page), type: 'page.created' });
      return findPage(change.tx, product, page.id);
    });
  }

  async update(product: Product, id: string, body: UpdateInventoryPage): Promise<InventoryPage> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const page = await findPage(tx, product, id, { lock: true });
      await requireAreaOfPage(tx, product, body.areaId);
      const values = pickDefined(body, 'title', 'kind', 'areaId', 'state');
      const changes = changedFields<InventoryPage>(page, values);
      if (changes.length > 0) {
        await tx.update(InventoryPage, keyOf(page), values);
        change.record({ ...subjectOfPage(product, page), type: 'page.updated', changes });
      }
      return findPage(tx, product, id);
    });
  }

  /**
   * To be called before pages are added: they are counted one addition after the other, and not in an archived product.
   */
  async lock(change: ChangeContext, product: Product): Promise<void> {
    await change.lock(activeLock(product.organizationId, [product.id]), advisoryLock('pages', product.id));
  }

  /**
   * Adds those of these pages, each of another address, that the inventory does not have; answers the ids of these.
   * Call with `lock`.
   * @throws LimitReached
   */
  async add(
    change: ChangeContext,
    { organizationId, id }: Product,
    pages: readonly PageToAdd[],
    origin: PageOrigin,
  ): Promise<string[]> {
    const { tx } = change;
    const [{ count }] = (await query(tx, COUNT_PAGES, [organizationId, id])) as [{ count: number }];
    const rows = await query(tx, ADD_PAGES, [organizationId, id, JSON.stringify(pages), origin]);
    const given = new Set(pages.map((page) => page.id));
    const added = rows.filter((row) => given.has(row.id)).map((row) => row.id);
    if (added.length > 0) requireBelowLimit(this.quotas.of(organizationId), 'pages', count, added.length);
    countRecords(change, 'pages', { organizationId, id }, added.length);
    return added;
  }

  /** Notes what a run saw of pages. New ones are added as long as there is room: a run does not fail for what else it found. */
  async recordExamined(
    change: ChangeContext,
    { organizationId, id }: Product,
    examined: readonly ExaminedPage[],
    origin: PageOrigin,
    at: Date,
  ): Promise<void> {
    if (examined.length === 0) return;
    const { tx } = change;
    await change.lock(advisoryLock('pages', id));
    const [{ count }] = (await query(tx, COUNT_PAGES, [organizationId, id])) as [{ count: number }];
    const keys = examined.map(({ addressKey }) => addressKey);
    const known = new Set(
      (await query(tx, KNOWN_ADDRESSES, [organizationId, id, keys])).map(({ addressKey }) => addressKey),
    );
    const most = this.quotas.of(organizationId).recordLimits.pages;
    const room = most === 0 ? Infinity : Math.max(0, most - count);
    const added = examined.filter(({ addressKey }) => !known.has(addressKey)).slice(0, room);
    const kept = [...examined.filter(({ addressKey }) => known.has(addressKey)), ...added];
    if (kept.length === 0) return;
    await query(tx, NOTE_LOOKED, [organizationId, id, JSON.stringify(kept), origin, at]);
    countRecords(change, 'pages', { organizationId, id }, added.length);
  }
}

async function findPage(
  tx: EntityManager,
  product: Product,
  id: string,
  { lock = false } = {},
): Promise<InventoryPage> {
  const page = await tx.findOne(InventoryPage, {
    where: { ...inProduct(product), id },
    ...(lock ? { lock: { mode: 'pessimistic_write' } } : {}),
  });
  if (!page) throw new NotFound('page');
  return page;
}

/** How an event names a page. */
const subjectOfPage = (product: Product, { id, url }: Pick<InventoryPage, 'id' | 'url'>) => ({
  ...inProduct(product),
  subject: { id, title: url },
});
