import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { InvitationDto, type MemberWithUserDto, TeamDto } from './dto/organization.dto.js';
import { Invitation } from './invitation.entity.js';
import { Team } from './team.entity.js';

/** Everything around an organization that its frontend shows on one page. */
export interface Surroundings {
  members: MemberWithUserDto[];
  invitations: InvitationDto[];
  teams: TeamDto[];
}

@Injectable()
export class FullOrganization {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async of(organizationId: string, membersLimit: number): Promise<Surroundings> {
    const members = await this.database.query<MemberWithUserDto[]>(
      `SELECT m.id, m.organization_id AS "organizationId", m.user_id AS "userId", m.role, m.team_id AS "teamId", m.created_at AS "createdAt",
         json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'image', u.image) AS user
       FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 ORDER BY m.created_at, m.id LIMIT $2`,
      [organizationId, membersLimit],
    );
    const order = { createdAt: 'ASC', id: 'ASC' } as const;
    const invitations = await this.database.manager.find(Invitation, { where: { organizationId }, order });
    const teams = await this.database.manager.find(Team, { where: { organizationId }, order });
    return { members, invitations: invitations.map(InvitationDto.from), teams: teams.map(TeamDto.from) };
  }
}
