import { Controller, Get } from '@nestjs/common';
import { CurrentOrganization, CurrentProduct } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { ProductRequirementList } from './dto/product-requirement.dto.js';
import { ProductRequirementsService } from './product-requirements.service.js';
import { Product } from './product.entity.js';

/** What the standard in force asks of a product. */
@RequireModule('products')
@Resource('products')
@Controller('v1/organizations/:orgId/products/:productSlug/requirements')
export class ProductRequirementsController {
  constructor(private readonly requirements: ProductRequirementsService) {}

  @Get()
  @Endpoint({
    summary: 'List the requirements of the effective standard',
    description:
      'All requirements in the order of the standard: those in scope (counted by the Grade, audits and reports), and the others with a reason.',
    access: 'member',
    returns: ProductRequirementList,
  })
  async listRequirements(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
  ): Promise<ProductRequirementList> {
    return { requirements: await this.requirements.list(organization, product) };
  }
}
