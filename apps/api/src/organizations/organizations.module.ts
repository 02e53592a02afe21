import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { ForgetInvitationsService } from './invitations/forget-invitations.service.js';
import { FullOrganization } from './full-organization.js';
import { InvitationBookService } from './invitations/invitation-book.service.js';
import { InvitationLetters } from './invitations/invitation-letters.service.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { LeavingPeople } from './members/leaving-people.js';
import { MembersController } from './members/members.controller.js';
import { MembersService } from './members/members.service.js';
import { Memberships } from './members/memberships.js';
import { OrganizationAccess } from './members/organization-access.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationsService } from './organizations.service.js';
import { ReceivedInvitations } from './invitations/received-invitations.service.js';
import { TeamsController } from './teams/teams.controller.js';
import { TeamsService } from './teams/teams.service.js';

@Module({
  imports: [IdentityModule],
  controllers: [OrganizationsController, MembersController, InvitationsController, TeamsController],
  providers: [
    OrganizationsService,
    FullOrganization,
    MembersService,
    InvitationsService,
    InvitationBookService,
    InvitationLetters,
    ReceivedInvitations,
    TeamsService,
    ForgetInvitationsService,
    Memberships,
    OrganizationAccess,
    LeavingPeople,
  ],
  exports: [Memberships, OrganizationAccess, ReceivedInvitations],
})
export class OrganizationsModule {}
