import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { PurgeInvitationsService } from './invitations/purge-invitations.service.js';
import { AccountsOfWork } from './accounts-of-work.service.js';
import { FullOrganization } from './full-organization.js';
import { InvitationLookupService } from './invitations/invitation-lookup.service.js';
import { OwnerProof } from './owner-proof.service.js';
import { InvitationMails } from './invitations/invitation-mails.service.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { DeletedAccountMemberships } from './members/deleted-account-memberships.js';
import { FactorsOfRecoveryOwners } from './members/factors-of-recovery-owners.js';
import { MembersController } from './members/members.controller.js';
import { OrganizationPeopleController } from './members/organization-people.controller.js';
import { MembersService } from './members/members.service.js';
import { LostMemberships } from './members/lost-memberships.service.js';
import { Memberships } from './members/memberships.js';
import { OrganizationAccess } from './members/organization-access.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationSuspensions } from './suspensions.service.js';
import { OrganizationsService } from './organizations.service.js';
import { ReceivedInvitations } from './invitations/received-invitations.service.js';
import { TeamsController } from './teams/teams.controller.js';
import { TeamsService } from './teams/teams.service.js';

@Module({
  imports: [IdentityModule],
  controllers: [
    OrganizationsController,
    MembersController,
    OrganizationPeopleController,
    InvitationsController,
    TeamsController,
  ],
  providers: [
    OrganizationSuspensions,
    AccountsOfWork,
    OwnerProof,
    OrganizationsService,
    FullOrganization,
    MembersService,
    InvitationsService,
    InvitationLookupService,
    InvitationMails,
    ReceivedInvitations,
    TeamsService,
    PurgeInvitationsService,
    Memberships,
    LostMemberships,
    OrganizationAccess,
    DeletedAccountMemberships,
    FactorsOfRecoveryOwners,
  ],
  exports: [AccountsOfWork, Memberships, OrganizationAccess, OrganizationsService, ReceivedInvitations, TeamsService],
})
export class OrganizationsModule {}
