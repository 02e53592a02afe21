import { Controller, Get } from '@nestjs/common';
import { CurrentProduct } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { Product } from '../../../products/products/product.entity.js';
import { PageInsights } from './dto/page-insights.dto.js';
import { PageInsightsService } from './page-insights.service.js';

/** Which pages have findings, and which nobody has looked at. */
@RequireModule('testing')
@Resource('insights')
@Controller('v1/organizations/:orgId/products/:productSlug/insights/pages')
export class PageInsightsController {
  constructor(private readonly insights: PageInsightsService) {}

  @Get()
  @Endpoint({
    summary: 'Read the page statistics of a product, by area and template',
    access: 'member',
    returns: PageInsights,
  })
  async pagesOfProduct(@CurrentProduct() product: Product): Promise<PageInsights> {
    return this.insights.read(product);
  }
}
