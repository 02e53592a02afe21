import { Controller, Get, Query } from '@nestjs/common';
import { CurrentOrganization, CurrentProduct } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Product } from '../../products/products/product.entity.js';
import { DeadlineInsights } from './dto/deadlines.dto.js';
import { BlockedPeopleDto } from './dto/functional-needs.dto.js';
import { Trends, TrendsQuery } from './dto/trends.dto.js';
import { InsightsService } from './insights.service.js';

/** Who is blocked, and whether it gets better. */
@RequireModule('issues')
@Resource('insights')
@Controller('v1/organizations/:orgId')
export class InsightsController {
  constructor(private readonly insights: InsightsService) {}

  @Get('insights/functional-needs')
  @Endpoint({
    summary: 'Whom the open issues of all active products block, and which to close first',
    access: 'member',
    returns: BlockedPeopleDto,
  })
  async functionalNeedsOfOrganization(@CurrentOrganization() organization: Organization): Promise<BlockedPeopleDto> {
    return this.insights.functionalNeeds(organization);
  }

  @Get('insights/deadlines')
  @Endpoint({
    summary: 'Which dates of issues were kept in all active products, and how long closing takes',
    description: 'Of issues that were closed within 400 days, and of those that are overdue.',
    access: 'member',
    returns: DeadlineInsights,
  })
  async deadlinesOfOrganization(@CurrentOrganization() organization: Organization): Promise<DeadlineInsights> {
    return this.insights.deadlines(organization);
  }

  @Get('products/:productSlug/insights/functional-needs')
  @Endpoint({
    summary: 'Whom the open issues of a product block, and which to close first',
    access: 'member',
    returns: BlockedPeopleDto,
  })
  async functionalNeedsOfProduct(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
  ): Promise<BlockedPeopleDto> {
    return this.insights.functionalNeeds(organization, product);
  }

  @Get('insights/trends')
  @Endpoint({ summary: 'What happened in all active products, by week or month', access: 'member', returns: Trends })
  async trendsOfOrganization(
    @CurrentOrganization() organization: Organization,
    @Query() query: TrendsQuery,
  ): Promise<Trends> {
    return { interval: query.interval, points: await this.insights.trends(organization, undefined, query) };
  }

  @Get('products/:productSlug/insights/trends')
  @Endpoint({ summary: 'What happened in a product, by week or month', access: 'member', returns: Trends })
  async trendsOfProduct(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Query() query: TrendsQuery,
  ): Promise<Trends> {
    return { interval: query.interval, points: await this.insights.trends(organization, product, query) };
  }
}
