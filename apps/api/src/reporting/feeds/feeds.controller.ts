import { Controller, Get, Query } from '@nestjs/common';
import { CurrentOrganization, CurrentProduct } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Product } from '../../products/products/product.entity.js';
import { Feed, FeedQuery } from './dto/feed.dto.js';
import { FeedsService } from './feeds.service.js';

/** Test activities and audits, newest first. */
@RequireModule('testing')
@Resource('feeds')
@Controller('v1/organizations/:orgId')
export class FeedsController {
  constructor(private readonly feeds: FeedsService) {}

  @Get('testing-feed')
  @Endpoint({ summary: 'Read the testing feed of all active products', access: 'member', returns: Feed })
  async ofOrganization(@CurrentOrganization() organization: Organization, @Query() query: FeedQuery): Promise<Feed> {
    return this.feeds.read(organization, undefined, query);
  }

  @Get('products/:productSlug/testing-feed')
  @Endpoint({ summary: 'Read the testing feed of a product', access: 'member', returns: Feed })
  async ofProduct(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Query() query: FeedQuery,
  ): Promise<Feed> {
    return this.feeds.read(organization, product, query);
  }
}
