import { Module } from '@nestjs/common';
import { IdentityModule } from '../../accounts/identity/identity.module.js';
import { OrganizationsModule } from '../../accounts/organizations/organizations.module.js';
import { ScimGuard } from './admission/scim.guard.js';
import { DiscoveryController } from './discovery/discovery.controller.js';
import { GroupsController } from './groups/groups.controller.js';
import { ProvisionedGroups } from './groups/groups.service.js';
import { Belonging } from './people/belonging.service.js';
import { PeopleController } from './people/people.controller.js';
import { ProvisionedPeople } from './people/people.service.js';
import { ProvidedRoles } from './roles/provided-roles.service.js';
import { ProvisioningTokensController } from './tokens/provisioning-tokens.controller.js';
import { ProvisioningTokens } from './tokens/provisioning-tokens.service.js';

/** The provider of an organization says who belongs to it (SCIM 2.0). */
@Module({
  imports: [IdentityModule, OrganizationsModule],
  controllers: [ProvisioningTokensController, DiscoveryController, PeopleController, GroupsController],
  providers: [ProvisioningTokens, ScimGuard, ProvisionedPeople, ProvisionedGroups, Belonging, ProvidedRoles],
})
export class ProvisioningModule {}
