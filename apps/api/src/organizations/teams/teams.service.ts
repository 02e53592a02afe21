import { Settings } from '#libs/config';
import { inTransaction } from '#libs/database';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { record } from '../../events/record.js';
import { recordPersonal } from '../../identity/trail/personal-events.js';
import { activateTeam, deactivateTeam } from '../../identity/sessions/active-organization.js';
import type { Session } from '../../identity/sessions/session.entity.js';
import type { User } from '../../identity/user.entity.js';
import type { CreateTeam, UpdateTeam, UserTeamsQuery } from './dto/team.dto.js';
import { requireRoomIn } from '../limits.js';
import { Member } from '../members/member.entity.js';
import { type Deed, notAMember } from '../errors.js';
import { lockOwners, organizationOf, requireMember, requireRole } from '../members/membership.js';
import { noActiveTeam, notInOrganization, notInTeam, notYourTeam, teamNotFound } from '../people-errors.js';
import { Team } from './team.entity.js';

/** The teams of an organization; a member is in one at most. */
@Injectable()
export class TeamsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
  ) {}

  async list(user: User, session: Session, organizationId: string | undefined): Promise<Team[]> {
    const id = organizationOf(organizationId, session);
    await requireMember(this.database.manager, id, user.id, () =>
      notAMember('YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION'),
    );
    return this.database.manager.find(Team, { where: { organizationId: id }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async create(user: User, session: Session, { name, organizationId }: CreateTeam): Promise<Team> {
    const id = organizationOf(organizationId, session);
    return inTransaction(this.database, async (tx) => {
      await lockOwners(tx, id);
      await requireRole(tx, id, user.id, 'admin', 'CREATE_TEAMS_IN_THIS_ORGANIZATION');
      await requireRoomIn(tx, this.settings, 'teams', id);
      const team = { id: newId(), organizationId: id, name };
      await tx.insert(Team, team);
      await record(tx, { ...about(team), type: 'team.created' });
      return tx.findOneByOrFail(Team, { id: team.id });
    });
  }

  async update(user: User, { teamId, data }: UpdateTeam): Promise<Team> {
    return inTransaction(this.database, async (tx) => {
      const team = await this.governed(tx, user, teamId, 'UPDATE_THIS_TEAM');
      if (team.name !== data.name) {
        const { affected } = await tx.update(Team, { id: team.id }, { name: data.name });
        if (!affected) throw teamNotFound();
        const changes = [{ field: 'name', from: team.name, to: data.name }];
        await record(tx, { ...about({ ...team, ...data }), type: 'team.updated', changes });
      }
      return tx.findOneByOrFail(Team, { id: team.id });
    });
  }

  /** Its members stay in the organization; their team becomes null by the foreign key. */
  async remove(user: User, teamId: string): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const team = await this.governed(tx, user, teamId, 'DELETE_TEAMS_IN_THIS_ORGANIZATION');
      // Nobody joins it in the same moment.
      await lockOwners(tx, team.organizationId);
      const { affected } = await tx.delete(Team, { id: team.id });
      if (!affected) throw teamNotFound();
      await record(tx, { ...about(team), type: 'team.deleted' });
    });
  }

  /** Makes the caller's team the active one of their session; null makes none active, and absent leaves it as it is. */
  async setActive(user: User, session: Session, teamId: string | null | undefined): Promise<Team | null> {
    const id = teamId === undefined ? session.activeTeamId : teamId;
    return inTransaction(this.database, async (tx) => {
      const team = id === null ? null : await this.own(tx, user, session, id);
      if (session.activeTeamId !== id) {
        await activateTeam(tx, session, id);
        await recordPersonal(tx, 'session.team_activated', user);
      }
      return team;
    });
  }

  /** The teams of a person: one's own everywhere or in one organization, another's in one organization by its admins. */
  async ofPerson(user: User, session: Session, { userId = user.id, organizationId }: UserTeamsQuery): Promise<Team[]> {
    const tx = this.database.manager;
    const own = userId.toLowerCase() === user.id;
    const within = own ? organizationId : organizationOf(organizationId, session);
    if (within !== undefined) {
      const outsider = () => notAMember('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION');
      if (own) await requireMember(tx, within, user.id, outsider);
      else await requireRole(tx, within, user.id, 'admin', 'UPDATE_THIS_MEMBER', outsider);
      if (!(await tx.existsBy(Member, { organizationId: within, userId }))) throw notInOrganization('/query/userId');
    }
    return tx
      .createQueryBuilder(Team, 'team')
      .where('EXISTS (SELECT FROM members m WHERE m.team_id = team.id AND m.user_id = :userId)', { userId })
      .andWhere('(:within::uuid IS NULL OR team.organizationId = :within::uuid)', { within: within ?? null })
      .orderBy('team.createdAt')
      .addOrderBy('team.id')
      .getMany();
  }

  /** The members of a team, for any member of the organization. */
  async members(user: User, session: Session, teamId: string | undefined): Promise<Member[]> {
    const id = teamId ?? session.activeTeamId ?? (await this.ownTeam(user, session));
    const team = await this.find(this.database.manager, id);
    await requireMember(this.database.manager, team.organizationId, user.id, teamNotFound);
    const where: FindOptionsWhere<Member> = { organizationId: team.organizationId, teamId: team.id };
    return this.database.manager.find(Member, { where, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async addMember(user: User, teamId: string, userId: string): Promise<Member> {
    return inTransaction(this.database, async (tx) => {
      const team = await this.governed(tx, user, teamId, 'CREATE_A_NEW_TEAM_MEMBER');
      const member = await tx.findOneBy(Member, { organizationId: team.organizationId, userId });
      if (!member) throw notInOrganization();
      if (member.teamId !== team.id) {
        await tx.update(Member, { id: member.id }, { teamId: team.id });
        if (member.teamId) await deactivateTeam(tx, userId, member.teamId);
        await record(tx, {
          ...about(team),
          type: 'team.member_added',
          changes: [{ field: 'userId', from: null, to: userId }],
        });
      }
      return { ...member, teamId: team.id };
    });
  }

  async removeMember(user: User, teamId: string, userId: string): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const team = await this.governed(tx, user, teamId, 'REMOVE_A_TEAM_MEMBER');
      const { affected } = await tx.update(
        Member,
        { organizationId: team.organizationId, teamId: team.id, userId },
        { teamId: null },
      );
      if (!affected) throw notInTeam();
      await deactivateTeam(tx, userId, team.id);
      await record(tx, {
        ...about(team),
        type: 'team.member_removed',
        changes: [{ field: 'userId', from: userId, to: null }],
      });
    });
  }

  /** The caller's own team in the active organization. */
  private async own(tx: EntityManager, user: User, session: Session, id: string): Promise<Team> {
    const organizationId = organizationOf(undefined, session);
    const member = await requireMember(tx, organizationId, user.id);
    const team = await tx.findOneBy(Team, { id, organizationId });
    if (!team) throw teamNotFound();
    if (member.teamId !== team.id) throw notYourTeam();
    return team;
  }

  private async find(tx: EntityManager, teamId: string): Promise<Team> {
    const team = await tx.findOneBy(Team, { id: teamId });
    if (!team) throw teamNotFound();
    return team;
  }

  /** The team, where the caller is an admin or owner of its organization. */
  private async governed(tx: EntityManager, user: User, teamId: string, deed: Deed): Promise<Team> {
    const team = await this.find(tx, teamId);
    await requireRole(tx, team.organizationId, user.id, 'admin', deed, teamNotFound);
    return team;
  }

  private async ownTeam(user: User, session: Session): Promise<string> {
    const { teamId } = await requireMember(this.database.manager, organizationOf(undefined, session), user.id);
    if (!teamId) throw noActiveTeam();
    return teamId;
  }
}

const about = ({ id, organizationId, name }: Pick<Team, 'id' | 'organizationId' | 'name'>) => ({
  organizationId,
  subject: { id, title: name },
});
