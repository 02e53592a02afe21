import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { FullOrganization } from './full-organization.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationsService } from './organizations.service.js';

@Module({
  imports: [IdentityModule],
  controllers: [OrganizationsController],
  providers: [OrganizationsService, FullOrganization],
})
export class OrganizationsModule {}
