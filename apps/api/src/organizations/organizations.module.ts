import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { ForgetInvitationsService } from './forget-invitations.service.js';
import { FullOrganization } from './full-organization.js';
import { InvitationBookService } from './invitation-book.service.js';
import { InvitationLetters } from './invitation-letters.service.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';
import { LeavingPeople } from './leaving-people.js';
import { MembersController } from './members.controller.js';
import { MembersService } from './members.service.js';
import { Memberships } from './memberships.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationsService } from './organizations.service.js';
import { ReceivedInvitations } from './received-invitations.service.js';
import { TeamsController } from './teams.controller.js';
import { TeamsService } from './teams.service.js';

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
    LeavingPeople,
  ],
  exports: [Memberships, ReceivedInvitations],
})
export class OrganizationsModule {}
