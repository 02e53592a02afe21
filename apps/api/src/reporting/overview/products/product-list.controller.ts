import { Controller, Get, Query } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, type Principal } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { Pagination } from '../../../platform/lists/pagination.js';
import type { ModuleName } from '../../../accounts/organizations/modules.js';
import { Organization } from '../../../accounts/organizations/organization.entity.js';
import { ProductDto } from '../../../products/products/dto/product.dto.js';
import { ListProductsQuery } from '../dto/list-products.query.js';
import { ListedProductDto, type ProductCounts, ProductList } from '../dto/listed-product.dto.js';
import { type ListedProduct, ProductLister } from './product-lister.js';

/** The list of an organization's products. It shows what later modules keep of them. */
@RequireModule('products')
@Resource('products')
@Controller('v1/organizations/:orgId/products')
export class ProductListController {
  constructor(private readonly products: ProductLister) {}

  @Get()
  @Endpoint({ summary: 'List products', access: 'member', returns: ProductList })
  async list(
    @CurrentOrganization() organization: Organization,
    @CurrentPrincipal() { userId }: Principal,
    @Query() query: ListProductsQuery,
  ): Promise<ProductList> {
    const page = await this.products.page(organization, userId, query);
    return { products: page.items.map((item) => listed(organization, item)), pagination: Pagination.of(page) };
  }
}

const listed = (
  organization: Organization,
  { product, person, formerLetter, letterChangedAt, counts, ...details }: ListedProduct,
): ListedProductDto => ({
  ...ProductDto.from(product, details),
  responsiblePersonName: person?.name ?? null,
  responsiblePersonEmail: person?.email ?? null,
  responsiblePersonImage: person?.image ?? null,
  formerLetter,
  letterChangedAt,
  counts: shownCounts(organization, counts),
});

function shownCounts({ enabledModules }: Organization, counts: ListedProduct['counts']): ProductCounts {
  const has = (module: ModuleName): boolean => enabledModules.includes(module);
  return {
    pendingFindings: has('testing') ? counts.pendingFindings : null,
    openIssues: has('issues') ? counts.openIssues : null,
    newestRun: has('testing') ? counts.newestRun : null,
  };
}
