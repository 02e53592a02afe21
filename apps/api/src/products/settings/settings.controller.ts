import { Body, Controller, Get, Patch } from '@nestjs/common';
import { CurrentOrganization } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import {
  EnabledModules,
  SecurityEnvelope,
  SettingsEnvelope,
  settingsOf,
  SwitchModule,
  UpdateConformance,
} from './dto/settings.dto.js';
import { SecurityService } from './security.service.js';
import { SettingsService } from './settings.service.js';

/** The settings of an organization. */
@RequireModule('organizations')
@Resource('settings')
@Controller('v1/organizations/:orgId/settings')
export class SettingsController {
  constructor(
    private readonly settings: SettingsService,
    private readonly security: SecurityService,
  ) {}

  @Get('conformance')
  @Endpoint({
    summary: 'Read the default standard, level, audit frequency, legal disclaimer and time zone',
    access: 'member',
    returns: SettingsEnvelope,
  })
  async readConformance(@CurrentOrganization() organization: Organization): Promise<SettingsEnvelope> {
    return { settings: settingsOf(await this.settings.readConformance(organization)) };
  }

  @Get('modules')
  @Endpoint({ summary: 'List the enabled modules', access: 'member', returns: EnabledModules })
  readModules(@CurrentOrganization() { enabledModules }: Organization): EnabledModules {
    return { enabledModules };
  }

  @Get('security')
  @Endpoint({ summary: 'Read the security settings', access: 'member', returns: SecurityEnvelope })
  readSecurity(@CurrentOrganization() organization: Organization): SecurityEnvelope {
    return { settings: this.security.read(organization) };
  }

  @Patch('conformance')
  @Endpoint({
    summary: 'Change the default standard, level, audit frequency, legal disclaimer and time zone',
    access: 'admin',
    returns: SettingsEnvelope,
  })
  async updateConformance(
    @CurrentOrganization() organization: Organization,
    @Body() body: UpdateConformance,
  ): Promise<SettingsEnvelope> {
    return { settings: settingsOf(await this.settings.updateConformance(organization, body)) };
  }

  @Patch('modules')
  @Endpoint({
    summary: 'Enable a module with the modules it requires, or disable it with those that require it',
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
