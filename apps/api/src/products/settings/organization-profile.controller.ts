import { Controller, Get } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, type Principal } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { OrganizationEnvelope } from './dto/organization-profile.dto.js';
import { OrganizationProfile } from './organization-profile.service.js';

/** An organization, for whoever builds on it: programs have no part in `/api/auth`. */
@RequireModule('organizations')
@Resource('organizations')
@Controller('v1/organizations/:orgId')
export class OrganizationProfileController {
  constructor(private readonly profile: OrganizationProfile) {}

  @Get()
  @Endpoint({
    summary: 'Read an organization with its settings and your permissions',
    access: 'member',
    returns: OrganizationEnvelope,
  })
  async readProfile(
    @CurrentOrganization() organization: Organization,
    @CurrentPrincipal() principal: Principal,
  ): Promise<OrganizationEnvelope> {
    return { organization: await this.profile.read(organization, principal) };
  }
}
