import { Controller, Get } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, type Principal } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Overview } from './dto/overview.dto.js';
import { OverviewService } from './overview.service.js';

/** What waits in an organization. */
@RequireModule('products')
@Resource('overview')
@Controller('v1/organizations/:orgId/overview')
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @Endpoint({
    summary: 'Read the open tasks, letters and letter changes of all active products',
    description: 'Values of a disabled module are null.',
    access: 'member',
    returns: Overview,
  })
  async read(
    @CurrentOrganization() organization: Organization,
    @CurrentPrincipal() { userId }: Principal,
  ): Promise<Overview> {
    return this.overview.read(organization, userId);
  }
}
