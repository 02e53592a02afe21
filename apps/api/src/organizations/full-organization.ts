import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { InvitationDto } from './invitations/dto/invitation.dto.js';
import { Invitation } from './invitations/invitation.entity.js';
import type { Membership } from './members/organization-access.js';
import type { MemberWithUserDto } from './members/dto/member.dto.js';
import { MEMBERS_WITH_USERS } from './members/members-with-users.js';
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
    const members = await this.database.query<MemberWithUserDto[]>(
      `${MEMBERS_WITH_USERS} WHERE m.organization_id = $1 ORDER BY m.created_at, m.id LIMIT $2`,
      [organizationId, membersLimit],
    );
    const order = { createdAt: 'ASC', id: 'ASC' } as const;
    const invitations =
      viewer.role === 'member'
        ? []
        : await this.database.manager.find(Invitation, { where: { organizationId }, order });
    const teams = await this.database.query<CountedTeamDto[]>(
      `SELECT t.id, t.name, t.organization_id AS "organizationId", t.created_at AS "createdAt", t.updated_at AS "updatedAt",
         (SELECT count(*)::int FROM members m WHERE m.organization_id = t.organization_id AND m.team_id = t.id) AS "memberCount"
       FROM teams t WHERE t.organization_id = $1 ORDER BY t.created_at, t.id`,
      [organizationId],
    );
    return { members, invitations: invitations.map(InvitationDto.from), teams };
  }
}
