import { Controller, Get } from '@nestjs/common';
import { CurrentOrganization, CurrentProduct } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Product } from '../../products/products/product.entity.js';
import { OutcomeInsights } from './dto/outcomes.dto.js';
import { InsightsService } from './insights.service.js';

/** What audits have found, over several of them. */
@RequireModule('audits')
@Resource('insights')
@Controller('v1/organizations/:orgId')
export class OutcomeInsightsController {
  constructor(private readonly insights: InsightsService) {}

  @Get('insights/outcomes')
  @Endpoint({
    summary: 'Read the outcomes of the newest completed audit of each active product, by requirement',
    description: 'For audits with outcomes.',
    access: 'member',
    returns: OutcomeInsights,
  })
  async outcomesOfOrganization(@CurrentOrganization() organization: Organization): Promise<OutcomeInsights> {
    return this.insights.outcomes(organization);
  }

  @Get('products/:productSlug/insights/outcomes')
  @Endpoint({
    summary: 'Read the outcomes of the newest completed audits of a product, by requirement',
    description: 'For the ten newest audits with outcomes.',
    access: 'member',
    returns: OutcomeInsights,
  })
  async outcomesOfProduct(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
  ): Promise<OutcomeInsights> {
    return this.insights.outcomes(organization, product);
  }
}
