import { Module, type OnModuleInit } from '@nestjs/common';
import { AllowedOperations } from '../../platform/http/allowed-operations.js';
import { clearStandardOfOrganization } from '../../accounts/organizations/clear-standard.js';
import { StandardChanges } from '../../standards/standards/standard-changes.js';
import { StandardsModule } from '../../standards/standards/standards.module.js';
import { OrganizationProfileController } from './organization-profile.controller.js';
import { OrganizationProfile } from './organization-profile.service.js';
import { SecuritySettingsController } from './security.controller.js';
import { SecurityService } from './security.service.js';
import { SettingsController } from './settings.controller.js';
import { SettingsService } from './settings.service.js';

@Module({
  imports: [StandardsModule],
  controllers: [OrganizationProfileController, SettingsController, SecuritySettingsController],
  providers: [AllowedOperations, OrganizationProfile, SettingsService, SecurityService],
})
export class SettingsModule implements OnModuleInit {
  constructor(private readonly standards: StandardChanges) {}

  onModuleInit(): void {
    this.standards.beforeRemoval.add(({ tx }, removed) => clearStandardOfOrganization(tx, removed));
  }
}
