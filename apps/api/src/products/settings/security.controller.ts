import { Body, Controller, Patch } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, type Principal } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../platform/http/endpoint.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { SecurityEnvelope, UpdateSecurity } from './dto/settings.dto.js';
import { SecurityService } from './security.service.js';

/** How people of an organization get in: for people to change, not for keys. */
@SessionOnly()
@RequireModule('organizations')
@Resource('settings')
@Controller('v1/organizations/:orgId/settings')
export class SecuritySettingsController {
  constructor(private readonly security: SecurityService) {}

  @Patch('security')
  @Endpoint({
    summary: 'Set whether members need a second factor',
    freshProof: 'always',
    access: 'admin',
    returns: SecurityEnvelope,
    refuses: { 409: ['two_factor_missing'] },
  })
  async updateSecurity(
    @CurrentOrganization() organization: Organization,
    @CurrentPrincipal() principal: Principal,
    @Body() body: UpdateSecurity,
  ): Promise<SecurityEnvelope> {
    return { settings: await this.security.update(organization, principal, body) };
  }
}
