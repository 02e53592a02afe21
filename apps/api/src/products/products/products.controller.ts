import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import {
  CurrentOrganization,
  CurrentPrincipal,
  CurrentProduct,
  CurrentRecord,
  type Principal,
} from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { withRevision } from '../../platform/http/entity-tag.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { withCurrentOnConflict } from '../../platform/work/check-if-match.js';
import { CreateProduct, ProductDto, ProductEnvelope, UpdateProduct } from './dto/product.dto.js';
import { Product } from './product.entity.js';
import { ProductsService } from './products.service.js';
import type { ProductDetails } from './products.sql.js';

/** The products of an organization. */
@RequireModule('products')
@Resource('products')
@Controller('v1/organizations/:orgId/products')
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  @Post()
  @Endpoint({
    summary: 'Create a product',
    access: 'admin',
    returns: ProductEnvelope,
    created: ({ product }: ProductEnvelope) => product.slug,
    refuses: { 409: ['limit_reached'] },
  })
  async create(
    @CurrentOrganization() organization: Organization,
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateProduct,
  ): Promise<ProductEnvelope> {
    return this.envelope(await this.products.create(organization, body), principal);
  }

  @Get(':productSlug')
  @Endpoint({ summary: 'Read a product', access: 'member', reads: ProductsService, returns: ProductEnvelope })
  read(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() principal: Principal,
    @CurrentRecord() details: ProductDetails,
  ): ProductEnvelope {
    return envelope(product, principal, details);
  }

  @Patch(':productSlug')
  @Endpoint({ summary: 'Change a product', guarded: true, access: 'admin', returns: ProductEnvelope })
  async update(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentPrincipal() principal: Principal,
    @Body() body: UpdateProduct,
  ): Promise<ProductEnvelope> {
    const changed = await withCurrentOnConflict(this.products.update(organization, product, body), () =>
      this.present(product, principal),
    );
    return this.envelope(changed, principal);
  }

  @Delete(':productSlug')
  @Endpoint({ summary: 'Delete a product with all its records', guarded: true, access: 'admin' })
  async delete(@CurrentProduct() product: Product, @CurrentPrincipal() principal: Principal): Promise<void> {
    await withCurrentOnConflict(this.products.delete(product), () => this.present(product, principal));
  }

  @Post(':productSlug/archive')
  @Endpoint({ summary: 'Archive a product and its areas', access: 'admin', returns: ProductEnvelope })
  async archive(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ProductEnvelope> {
    return this.envelope(await this.products.archive(product), principal);
  }

  @Post(':productSlug/unarchive')
  @Endpoint({ summary: 'Restore an archived product and its areas', access: 'admin', returns: ProductEnvelope })
  async unarchive(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ProductEnvelope> {
    return this.envelope(await this.products.unarchive(product), principal);
  }

  @Post(':productSlug/pin')
  @Endpoint({ summary: 'Pin a product for yourself', access: 'member', returns: ProductEnvelope })
  async pin(@CurrentProduct() product: Product, @CurrentPrincipal() principal: Principal): Promise<ProductEnvelope> {
    await this.products.pin(product, principal.userId!);
    return this.envelope(product, principal);
  }

  @Post(':productSlug/unpin')
  @Endpoint({ summary: 'Unpin a product for yourself', access: 'member', returns: ProductEnvelope })
  async unpin(@CurrentProduct() product: Product, @CurrentPrincipal() principal: Principal): Promise<ProductEnvelope> {
    await this.products.unpin(product, principal.userId!);
    return this.envelope(product, principal);
  }

  private async present(product: Product, principal: Principal): Promise<ProductEnvelope> {
    return this.envelope(await this.products.read(product), principal);
  }

  private async envelope(product: Product, principal: Principal): Promise<ProductEnvelope> {
    return envelope(product, principal, await this.products.details(product));
  }
}

const envelope = (product: Product, { userId }: Principal, { pinnedBy, grade }: ProductDetails): ProductEnvelope =>
  withRevision(
    { product: ProductDto.from(product, { isPinned: userId !== null && pinnedBy.includes(userId), grade }) },
    product,
  );
