import { Controller, Get, Query } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, CurrentProduct, type Principal } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Product } from '../../products/products/product.entity.js';
import { ChangesService } from './changes.service.js';
import { ChangeDto, ChangePage, ListChangesQuery } from '../../platform/events/dto/change.dto.js';

/** The change log. */
@RequireModule('changes')
@Resource('changes')
@Controller('v1/organizations/:orgId')
export class ChangesController {
  constructor(private readonly changes: ChangesService) {}

  @Get('changes')
  @Endpoint({
    summary: 'List the change log of an organization, newest first or in chronological order',
    description:
      'The history of deleted products is kept, under their last title. Changes of invitations are visible to admins and owners only.',
    access: 'member',
    returns: ChangePage,
    refuses: { 400: ['cursor_invalid'], 410: ['position_gone'] },
  })
  async ofOrganization(
    @CurrentPrincipal() viewer: Principal,
    @CurrentOrganization() organization: Organization,
    @Query() query: ListChangesQuery,
  ): Promise<ChangePage> {
    const { items, ...page } = await this.changes.page({ organization }, query, viewer.role);
    return { changes: items.map(ChangeDto.from), ...page };
  }

  @Get('products/:productSlug/changes')
  @Endpoint({
    summary: 'List the change log of a product and its records, newest first or in chronological order',
    access: 'member',
    returns: ChangePage,
    refuses: { 400: ['cursor_invalid'], 410: ['position_gone'] },
  })
  async ofProduct(
    @CurrentPrincipal() viewer: Principal,
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Query() query: ListChangesQuery,
  ): Promise<ChangePage> {
    const { items, ...page } = await this.changes.page({ organization, product }, query, viewer.role);
    return { changes: items.map(ChangeDto.from), ...page };
  }
}
