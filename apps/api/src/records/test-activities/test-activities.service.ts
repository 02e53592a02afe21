import { NotFound } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { ProductRead, ReadWithProduct } from '../../platform/http/product-read.js';
import { type Detail, type Detailed, loadDetailed } from '../../platform/lists/details.js';
import { keyOf, type RowKey } from '../../platform/lists/key-of.js';
import { pageOf } from '../../platform/lists/page-of.js';
import type { Page } from '../../platform/lists/pagination.js';
import { readByNumber } from '../../platform/lists/read-by-number.js';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { AreaDto } from '../../products/products/dto/area.dto.js';
import { inProduct } from '../../products/products/product-key.js';
import { undoLock } from '../../products/products/product-records.js';
import { Product } from '../../products/products/product.entity.js';
import { areasDetail, requireAreas, tagWithAreas } from '../../products/products/record-areas.js';
import { NO_ISSUES, PRODUCT_NAMES } from '../../products/products/record-details.js';
import type { ListScope } from '../../products/products/record-totals.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { checkIfMatch } from '../../platform/work/check-if-match.js';
import { RemovalHooks } from '../../platform/work/removal-hooks.js';
import { tryAndRead } from '../../platform/work/run-or-try.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { countRemoved } from './activity-counts.js';
import { ACTIVITY_REVISION } from './activity-revision.js';
import { ACTIVITY_AREAS, activitiesOf, type LineCondition } from './activity-list.js';
import type { ListOrganizationActivitiesQuery, LogActivity } from './dto/test-activity.dto.js';
import { logActivity } from './log-activity.js';
import { TestActivity } from './test-activity.entity.js';
import { activityMissing } from './thinned-runs.js';

/** An activity with how many issues are linked to it. */
export interface CountedActivity {
  activity: TestActivity;
  issueCount: number;
}

/** The same with the areas it is tagged with. */
export type TaggedActivity = CountedActivity & { areas: AreaDto[] };

const AREAS = areasDetail(ACTIVITY_AREAS);

/** The test activities of a product, and of all products that are not archived. */
@Injectable()
export class TestActivitiesService implements ReadWithProduct {
  private issueCount = NO_ISSUES;
  private inLines: LineCondition = () => () => 'false';
  /** Hooks that run before an activity is deleted, while runs of its product are blocked. */
  readonly beforeRemoval = new RemovalHooks<TestActivity>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly replicas: ReplicaReads,
  ) {}

  /** Registers how to count the issues of an activity; the issues module provides it. */
  countIssuesBy(count: Detail<number>): void {
    this.issueCount = count;
  }

  /** Registers how to tell whether an activity belongs to lines; the findings module provides it. */
  findLinesBy(inLines: LineCondition): void {
    this.inLines = inLines;
  }

  productPage(product: Product, query: ListOrganizationActivitiesQuery): Promise<Page<TaggedActivity>> {
    const scope = { organization: { id: product.organizationId }, product };
    return this.page(scope, query, this.details());
  }

  organizationPage(
    organization: Organization,
    query: ListOrganizationActivitiesQuery,
  ): Promise<Page<CountedActivity & { product: Pick<Product, 'name' | 'slug'> }>> {
    return this.page({ organization }, query, { issueCount: this.issueCount, product: PRODUCT_NAMES });
  }

  /** Those of an organization with these ids, as lists of their product show them. */
  withIds(tx: EntityManager, organizationId: string, id: readonly string[]): Promise<TaggedActivity[]> {
    return loadDetailed(tx, ['activity', TestActivity], this.details(), { organizationId, id });
  }

  withProduct(): ProductRead<TaggedActivity> {
    const path = { what: 'test activity', number: 'number' };
    return {
      ...readByNumber(this.database, ['activity', TestActivity], this.details(), path),
      missing: (product, number) => activityMissing(this.database.manager, product, number),
    };
  }

  async log(product: Product, body: LogActivity, createdByUserId: string | null): Promise<TaggedActivity> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const { areaIds = [], ...draft } = body;
      const { id } = await logActivity(change, product, { ...draft, createdByUserId });
      await requireAreas(tx, product, areaIds);
      const activity = await tx.findOneByOrFail(TestActivity, { organizationId: product.organizationId, id });
      await tagWithAreas(tx, ACTIVITY_AREAS, activity, areaIds);
      change.record({ ...subjectOfActivity(activity), type: 'test_activity.logged' });
      change.regradeAfterwards(product);
      return this.detailed(tx, activity);
    });
  }

  async read(product: Product, number: number): Promise<TaggedActivity> {
    const { manager } = this.database;
    return this.detailed(manager, await this.find(manager, product, number));
  }

  /** Calls the registered handlers and deletes an activity; its issues stay. */
  async delete(product: Product, number: number): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      await change.lock(undoLock(product));
      await this.remove(change, product, number);
    });
  }

  /**
   * What is read before an activity is deleted, and what would be read afterwards: the deletion is rolled back. It is
   * refused as the deletion is.
   * @param read reads only
   */
  async tryDeletion<T>(
    product: Product,
    number: number,
    read: (tx: EntityManager) => Promise<T>,
  ): Promise<{ before: T; after: T }> {
    const deletion = async (change: ChangeContext): Promise<T> => {
      await change.lock(undoLock(product));
      const before = await read(change.tx);
      await this.remove(change, product, number);
      return before;
    };
    const { result: before, found: after } = await tryAndRead(this.unitOfWork, deletion, read);
    return { before, after };
  }

  private async remove(change: ChangeContext, product: Product, number: number): Promise<void> {
    const { tx } = change;
    const activity = await this.find(tx, product, number, { lock: true });
    checkIfMatch(ACTIVITY_REVISION);
    await this.beforeRemoval.run(change, activity);
    await tx.delete(TestActivity, keyOf(activity));
    countRemoved(change, activity);
    change.record({ ...subjectOfActivity(activity), type: 'test_activity.deleted' });
    change.regradeAfterwards(product);
  }

  async find(tx: EntityManager, product: Product, number: number, { lock = false } = {}): Promise<TestActivity> {
    const activity = await tx.findOne(TestActivity, {
      where: { ...inProduct(product), number },
      ...(lock ? { lock: { mode: 'pessimistic_write' } } : {}),
    });
    if (!activity) throw await activityMissing(tx, product, number);
    return activity;
  }

  private page<D extends Record<string, Detail<unknown>>>(
    scope: ListScope,
    query: ListOrganizationActivitiesQuery,
    details: D,
  ): Promise<Page<{ activity: TestActivity } & Detailed<D>>> {
    const list = { ...activitiesOf(scope, query, this.inLines), details };
    return this.replicas.read((manager) =>
      pageOf<'activity', TestActivity, D>(manager, ['activity', TestActivity], list, query),
    );
  }

  private details() {
    return { areas: AREAS, issueCount: this.issueCount };
  }

  private async detailed(tx: EntityManager, key: RowKey): Promise<TaggedActivity> {
    const [tagged] = await loadDetailed(tx, ['activity', TestActivity], this.details(), keyOf(key));
    if (!tagged) throw new NotFound('test activity');
    return tagged;
  }
}

/** How an event names an activity. */
export const subjectOfActivity = (
  activity: Pick<TestActivity, 'id' | 'number' | 'title' | 'productId' | 'organizationId'>,
) => ({
  organizationId: activity.organizationId,
  productId: activity.productId,
  subject: { id: activity.id, number: activity.number, title: activity.title },
});
