import { NotFound } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { ProductRead, ReadWithProduct } from '../http/product-read.js';
import { pickDefined } from '../lists/changed-fields.js';
import { type Detail, type Detailed, loadDetailed } from '../lists/details.js';
import { keyOf, type RowKey } from '../lists/key-of.js';
import type { LinkTable } from '../lists/links.js';
import { pageOf } from '../lists/page-of.js';
import type { Page } from '../lists/pagination.js';
import { readByNumber } from '../lists/read-by-number.js';
import { ReplicaReads } from '../lists/replica-reads.js';
import type { Organization } from '../organizations/organization.entity.js';
import type { AreaDto } from '../products/dto/area.dto.js';
import { inProduct } from '../products/product-key.js';
import { undoLock } from '../products/product-records.js';
import { Product } from '../products/product.entity.js';
import { areasDetail, requireAreas, tagWithAreas } from '../products/record-areas.js';
import { NO_ISSUES, PRODUCT_NAMES } from '../products/record-details.js';
import { inScope, type ListScope } from '../products/record-totals.js';
import { checkIfMatch } from '../work/check-if-match.js';
import { RemovalHooks } from '../work/removal-hooks.js';
import { UnitOfWork } from '../work/unit-of-work.service.js';
import { countRemoved } from './activity-counts.js';
import { ACTIVITY_REVISION } from './activity-revision.js';
import { keptTotalOfActivities } from './activity-totals.js';
import type { ListOrganizationActivitiesQuery, LogActivity } from './dto/test-activity.dto.js';
import { logActivity } from './log-activity.js';
import { TestActivity } from './test-activity.entity.js';

export const ACTIVITY_AREAS: LinkTable = { table: 'test_activity_areas', owner: 'test_activity_id', target: 'area_id' };

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

  withProduct(): ProductRead<TaggedActivity> {
    const path = { what: 'test activity', number: 'number' };
    return readByNumber(this.database, ['activity', TestActivity], this.details(), path);
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
      const { tx } = change;
      await change.lock(undoLock(product));
      const activity = await this.find(tx, product, number, { lock: true });
      checkIfMatch(ACTIVITY_REVISION);
      await this.beforeRemoval.run(change, activity);
      await tx.delete(TestActivity, keyOf(activity));
      countRemoved(change, activity);
      change.record({ ...subjectOfActivity(activity), type: 'test_activity.deleted' });
      change.regradeAfterwards(product);
    });
  }

  async find(tx: EntityManager, product: Product, number: number, { lock = false } = {}): Promise<TestActivity> {
    const activity = await tx.findOne(TestActivity, {
      where: { ...inProduct(product), number },
      ...(lock ? { lock: { mode: 'pessimistic_write' } } : {}),
    });
    if (!activity) throw new NotFound('test activity');
    return activity;
  }

  private page<D extends Record<string, Detail<unknown>>>(
    scope: ListScope,
    query: ListOrganizationActivitiesQuery,
    details: D,
  ): Promise<Page<{ activity: TestActivity } & Detailed<D>>> {
    return this.replicas.read((manager) =>
      pageOf<'activity', TestActivity, D>(
        manager,
        ['activity', TestActivity],
        {
          owner: ['organization_id', scope.organization.id],
          where: [inScope(scope)],
          filters: pickDefined(query, 'type', 'productId'),
          total: keptTotalOfActivities(scope, query),
          details,
        },
        query,
      ),
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
