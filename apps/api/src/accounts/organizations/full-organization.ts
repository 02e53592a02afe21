import { query } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { InvitationDto } from './invitations/dto/invitation.dto.js';
import { Invitation } from './invitations/invitation.entity.js';
import type { Membership } from './members/organization-access.js';
import type { MemberWithUserDto } from './members/dto/member.dto.js';
import { FIRST_MEMBERS } from './members/members.sql.js';
import { TEAMS } from './organizations.sql.js';
import type { CountedTeamDto } from './teams/dto/team.dto.js';

/** The people of an organization, including those invited, as its frontend shows them on one page. */
interface OrganizationRoster {
  members: MemberWithUserDto[];
  invitations: InvitationDto[];
  teams: CountedTeamDto[];
}

@Injectable()
export class FullOrganization {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Invitations are included only for viewers who may invite. */
  async load({ member: viewer }: Membership, membersLimit: number): Promise<OrganizationRoster> {
    const { organizationId } = viewer;
    const members = await query(this.database, FIRST_MEMBERS, [organizationId, membersLimit]);
    const order = { createdAt: 'ASC', id: 'ASC' } as const;
    const invitations =
      viewer.role === 'member'
        ? []
        : await this.database.manager.find(Invitation, { where: { organizationId }, order });
    const teams = await query(this.database, TEAMS, [organizationId]);
    return { members, invitations: invitations.map(InvitationDto.from), teams };
  }
}
