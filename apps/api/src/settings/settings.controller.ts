import { Body, Controller, Patch } from '@nestjs/common';
import { CurrentOrganization } from '../http/current.js';
import { Endpoint, RequireModule, Resource } from '../http/endpoint.js';
import { Organization } from '../organizations/organization.entity.js';
import { EnabledModules, SettingsEnvelope, SwitchModule, UpdateConformance } from './dto/settings.dto.js';
import { SettingsService } from './settings.service.js';

/** The settings of an organization. */
@RequireModule('organizations')
@Resource('settings')
@Controller('v1/organizations/:orgId/settings')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Patch('conformance')
  @Endpoint({
    summary: 'Change the default standard, level and audit frequency',
    access: 'admin',
    returns: SettingsEnvelope,
  })
  async updateConformance(
    @CurrentOrganization() organization: Organization,
    @Body() body: UpdateConformance,
  ): Promise<SettingsEnvelope> {
    const { standardId, conformanceLevelId, auditFrequency, enabledModules } = await this.settings.updateConformance(
      organization,
      body,
    );
    return { settings: { standardId, conformanceLevel: conformanceLevelId, auditFrequency, enabledModules } };
  }

  @Patch('modules')
  @Endpoint({
    summary: 'Switch a module on, with what it needs, or off, with what needs it',
    access: 'admin',
    returns: EnabledModules,
  })
  async switchModule(
    @CurrentOrganization() organization: Organization,
    @Body() { module, enabled }: SwitchModule,
  ): Promise<EnabledModules> {
    return { enabledModules: await this.settings.switchModule(organization, module, enabled) };
  }
}
