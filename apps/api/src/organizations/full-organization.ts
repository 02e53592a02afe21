import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type CountedTeamDto, InvitationDto, type MemberWithUserDto } from './dto/organization.dto.js';
import { Invitation } from './invitation.entity.js';

/** Everything around an organization that its frontend shows on one page. */
export interface Surroundings {
  members: MemberWithUserDto[];
  invitations: InvitationDto[];
  teams: CountedTeamDto[];
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
    const teams = await this.database.query<CountedTeamDto[]>(
      `SELECT t.id, t.name, t.organization_id AS "organizationId", t.created_at AS "createdAt", t.updated_at AS "updatedAt",
         (SELECT count(*)::int FROM members m WHERE m.organization_id = t.organization_id AND m.team_id = t.id) AS "memberCount"
       FROM teams t WHERE t.organization_id = $1 ORDER BY t.created_at, t.id`,
      [organizationId],
    );
    return { members, invitations: invitations.map(InvitationDto.from), teams };
  }
}
