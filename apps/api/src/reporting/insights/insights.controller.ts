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
    summary:
      'Read the functional needs affected by the open issues of all active products, and the issues to close first',
    access: 'member',
    returns: BlockedPeopleDto,
  })
  async functionalNeedsOfOrganization(@CurrentOrganization() organization: Organization): Promise<BlockedPeopleDto> {
    return this.insights.functionalNeeds(organization);
  }

  @Get('insights/deadlines')
  @Endpoint({
    summary: 'Read the adherence to due dates of issues of all active products, and the time to close',
    description: 'For issues closed within 400 days, and for overdue issues.',
    access: 'member',
    returns: DeadlineInsights,
  })
  async deadlinesOfOrganization(@CurrentOrganization() organization: Organization): Promise<DeadlineInsights> {
    return this.insights.deadlines(organization);
  }

  @Get('products/:productSlug/insights/functional-needs')
  @Endpoint({
    summary: 'Read the functional needs affected by the open issues of a product, and the issues to close first',
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
  @Endpoint({ summary: 'Read the trends of all active products, by week or month', access: 'member', returns: Trends })
  async trendsOfOrganization(
    @CurrentOrganization() organization: Organization,
    @Query() query: TrendsQuery,
  ): Promise<Trends> {
    return { interval: query.interval, points: await this.insights.trends(organization, undefined, query) };
  }

  @Get('products/:productSlug/insights/trends')
  @Endpoint({ summary: 'Read the trends of a product, by week or month', access: 'member', returns: Trends })
  async trendsOfProduct(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Query() query: TrendsQuery,
  ): Promise<Trends> {
    return { interval: query.interval, points: await this.insights.trends(organization, product, query) };
  }
}
