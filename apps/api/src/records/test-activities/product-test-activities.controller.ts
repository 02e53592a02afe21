import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { CurrentPrincipal, CurrentProduct, CurrentRecord, type Principal } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { withRevision } from '../../platform/http/entity-tag.js';
import { RecordNumber } from '../../platform/http/record-number.pipe.js';
import { Pagination } from '../../platform/lists/pagination.js';
import { Product } from '../../products/products/product.entity.js';
import { withCurrentOnConflict } from '../../platform/work/check-if-match.js';
import { ACTIVITY_REVISION } from './activity-revision.js';
import {
  ListActivitiesQuery,
  LogActivity,
  TestActivityDto,
  TestActivityEnvelope,
  TestActivityPage,
} from './dto/test-activity.dto.js';
import { type TaggedActivity, TestActivitiesService } from './test-activities.service.js';

/** The test activities of a product. */
@RequireModule('testing')
@Resource('testActivities')
@Controller('v1/organizations/:orgId/products/:productSlug/test-activity')
export class ProductTestActivitiesController {
  constructor(private readonly activities: TestActivitiesService) {}

  @Get()
  @Endpoint({ summary: 'List the test activities of a product', access: 'member', returns: TestActivityPage })
  async list(@CurrentProduct() product: Product, @Query() query: ListActivitiesQuery): Promise<TestActivityPage> {
    const page = await this.activities.productPage(product, query);
    return {
      testActivities: page.items.map(({ activity, issueCount, areas }) => ({
        ...TestActivityDto.from(activity, issueCount),
        areas,
      })),
      pagination: Pagination.of(page),
    };
  }

  @Post()
  @Endpoint({
    summary: 'Record a manual test activity',
    access: 'member',
    returns: TestActivityEnvelope,
    created: ({ testActivity }: TestActivityEnvelope) => testActivity.number,
    refuses: { 409: ['product_archived'] },
  })
  async log(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Body() body: LogActivity,
  ): Promise<TestActivityEnvelope> {
    return envelope(await this.activities.log(product, body, userId));
  }

  @Get(':number')
  @Endpoint({
    summary: 'Read a test activity',
    access: 'member',
    reads: TestActivitiesService,
    returns: TestActivityEnvelope,
    refuses: { 410: ['run_thinned'] },
  })
  read(@CurrentRecord() activity: TaggedActivity): TestActivityEnvelope {
    return envelope(activity);
  }

  @Delete(':number')
  @Endpoint({
    summary: 'Delete a test activity and reverse its changes to findings; its issues are kept',
    guarded: true,
    access: 'admin',
    refuses: { 409: ['run_too_old'], 410: ['run_thinned'] },
  })
  async delete(@CurrentProduct() product: Product, @Param('number', RecordNumber) number: number): Promise<void> {
    await withCurrentOnConflict(this.activities.delete(product, number), async () =>
      envelope(await this.activities.read(product, number)),
    );
  }
}

const envelope = ({ activity, issueCount, areas }: TaggedActivity): TestActivityEnvelope =>
  withRevision({ testActivity: { ...TestActivityDto.from(activity, issueCount), areas } }, ACTIVITY_REVISION);
