import {
  CurrentPrincipal,
  CurrentProduct,
  CurrentRecord,
  Endpoint,
  type Principal,
  RequireModule,
  Resource,
} from '#libs/access';
import { RecordNumber } from '#libs/http';
import { Pagination } from '#libs/paging';
import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Product } from '../products/product.entity.js';
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
    summary: 'Log a test activity by hand',
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
    const { activity, issueCount, areas } = await this.activities.log(product, body, userId);
    return { testActivity: { ...TestActivityDto.from(activity, issueCount), areas } };
  }

  @Get(':number')
  @Endpoint({
    summary: 'Read a test activity',
    access: 'member',
    reads: TestActivitiesService,
    returns: TestActivityEnvelope,
  })
  read(@CurrentRecord() { activity, issueCount, areas }: TaggedActivity): TestActivityEnvelope {
    return { testActivity: { ...TestActivityDto.from(activity, issueCount), areas } };
  }

  @Delete(':number')
  @Endpoint({ summary: 'Delete a test activity and undo what it said of findings; its issues stay', access: 'admin' })
  async delete(@CurrentProduct() product: Product, @Param('number', RecordNumber) number: number): Promise<void> {
    await this.activities.delete(product, number);
  }
}
