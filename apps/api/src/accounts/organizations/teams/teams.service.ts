import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/current.js';
import { personalEvent } from '../../identity/account-events/personal-events.js';
import { activateTeam, deactivateTeam } from '../../identity/sessions/active-organization.js';
import type { Session } from '../../identity/sessions/session.entity.js';
import type { User } from '../../identity/user.entity.js';
import { RemovalHooks } from '../../../platform/work/removal-hooks.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { admitsSession } from '../admits-session.js';
import { notAllowed } from '../errors.js';
import { requireBelowOrganizationLimit } from '../limits.js';
import { Member } from '../members/member.entity.js';
import type { Membership } from '../members/organization-access.js';
import { organizationLock } from '../organization-lock.js';
import type { Organization } from '../organization.entity.js';
import { noActiveTeam, notInOrganization, notInTeam, notYourTeam, teamNotFound } from '../people-errors.js';
import { clearTeam } from './clear-team.js';
import type { CreateTeam, UpdateTeam } from './dto/team.dto.js';
import { Team } from './team.entity.js';
import { Quotas } from '../quotas.service.js';
import { isPresent } from '../deleted/is-present.js';

/** The teams of an organization; a member is in one at most. */
@Injectable()
export class TeamsService {
  /** Hooks that run before a team is deleted, with its organization locked. */
  readonly beforeRemoval = new RemovalHooks<Team>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
  ) {}

  async list({ id: organizationId }: Organization): Promise<Team[]> {
    return this.database.manager.find(Team, { where: { organizationId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async create({ organization: { id }, confirm }: Membership, { name }: CreateTeam): Promise<Team> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(organizationLock(id));
      await confirm(tx);
      await requireBelowOrganizationLimit(tx, this.quotas, 'teams', id);
      const team = { id: newId(), organizationId: id, name };
      await tx.insert(Team, team);
      change.record({ ...subjectOfTeam(team), type: 'team.created' });
      return tx.findOneByOrFail(Team, { id: team.id });
    });
  }

  async update(organization: Organization, { teamId, data }: UpdateTeam): Promise<Team> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const team = await this.find(tx, organization, teamId);
      if (team.name !== data.name) {
        const { affected } = await tx.update(Team, { id: team.id }, { name: data.name });
        if (!affected) throw teamNotFound();
        const changes = [{ field: 'name', from: team.name, to: data.name }];
        change.record({ ...subjectOfTeam({ ...team, ...data }), type: 'team.updated', changes });
      }
      return tx.findOneByOrFail(Team, { id: team.id });
    });
  }

  /** Its members stay in the organization. */
  async remove({ organization, confirm }: Membership, teamId: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      // Keeps members from joining the team concurrently.
      await change.lock(organizationLock(organization.id));
      await confirm(tx);
      const team = await this.find(tx, organization, teamId);
      await this.beforeRemoval.run(change, team);
      await clearTeam(tx, team);
      const { affected } = await tx.delete(Team, { id: team.id });
      if (!affected) throw teamNotFound();
      change.record({ ...subjectOfTeam(team), type: 'team.deleted' });
    });
  }

  /**
   * Makes the caller's team the active one of their session.
   * @param membership undefined where none is to be active
   */
  async setActive(
    user: User,
    session: Session,
    membership: Membership | undefined,
    teamId = session.activeTeamId,
  ): Promise<Team | null> {
    return this.unitOfWork.run(async (change) => {
      const team = membership ? await this.requireOwnTeam(change.tx, membership, teamId!) : null;
      const id = team?.id ?? null;
      if (session.activeTeamId !== id) {
        await activateTeam(change.tx, session, id);
        change.record(personalEvent('session.team_activated', user));
      }
      return team;
    });
  }

  /**
   * The teams of a person in one organization, for that person and for its admins.
   * @throws Forbidden `YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER` for members who request another person's teams
   */
  async ofMember({ member: caller }: Membership, userId: string): Promise<Team[]> {
    const { organizationId } = caller;
    const isOwn = userId.toLowerCase() === caller.userId;
    if (!isOwn && caller.role === 'member') throw notAllowed('UPDATE_THIS_MEMBER');
    const member = isOwn ? caller : await this.database.manager.findOneBy(Member, { organizationId, userId });
    if (!member) throw notInOrganization('/query/userId');
    return member.teamId === null ? [] : this.database.manager.findBy(Team, { id: member.teamId, organizationId });
  }

  /** The caller's own teams, but those of organizations that do not admit the session. */
  async ofCaller({ userId, passedFactor = false, providerOrganizationId = null }: Principal): Promise<Team[]> {
    const session = { passedFactor: ':passedFactor', providerOrganizationId: 'CAST(:providerOrganizationId AS uuid)' };
    return this.database.manager
      .createQueryBuilder(Team, 'team')
      .where(
        `EXISTS (SELECT FROM members m JOIN organizations o ON o.id = m.organization_id AND ${isPresent('o')}
           WHERE m.team_id = team.id AND m.user_id = :userId AND ${admitsSession(session)})`,
        { userId, passedFactor, providerOrganizationId },
      )
      .orderBy('team.createdAt')
      .addOrderBy('team.id')
      .getMany();
  }

  /**
   * The members of a team, for any member of the organization.
   * @param teamId the caller's own when null
   */
  async members({ member: caller }: Membership, teamId: string | null): Promise<Member[]> {
    const id = teamId ?? caller.teamId;
    if (id === null) throw noActiveTeam();
    const where = { organizationId: caller.organizationId, teamId: id };
    return this.database.manager.find(Member, { where, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async addMember(organization: Organization, teamId: string, userId: string): Promise<Member> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const team = await this.find(tx, organization, teamId);
      const member = await tx.findOneBy(Member, { organizationId: team.organizationId, userId });
      if (!member) throw notInOrganization();
      if (member.teamId !== team.id) {
        await tx.update(Member, { id: member.id }, { teamId: team.id });
        if (member.teamId) await deactivateTeam(tx, userId, member.teamId);
        change.record({
          ...subjectOfTeam(team),
          type: 'team.member_added',
          changes: [{ field: 'userId', from: null, to: userId }],
        });
      }
      return { ...member, teamId: team.id };
    });
  }

  async removeMember(organization: Organization, teamId: string, userId: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const team = await this.find(tx, organization, teamId);
      const { affected } = await tx.update(
        Member,
        { organizationId: team.organizationId, teamId: team.id, userId },
        { teamId: null },
      );
      if (!affected) throw notInTeam();
      await deactivateTeam(tx, userId, team.id);
      change.record({
        ...subjectOfTeam(team),
        type: 'team.member_removed',
        changes: [{ field: 'userId', from: userId, to: null }],
      });
    });
  }

  /** The caller's own team in their organization. */
  private async requireOwnTeam(tx: EntityManager, { organization, member }: Membership, id: string): Promise<Team> {
    const team = await this.find(tx, organization, id);
    if (member.teamId !== team.id) throw notYourTeam();
    return team;
  }

  private async find(tx: EntityManager, { id: organizationId }: Organization, id: string): Promise<Team> {
    const team = await tx.findOneBy(Team, { id, organizationId });
    if (!team) throw teamNotFound();
    return team;
  }
}

const subjectOfTeam = ({ id, organizationId, name }: Pick<Team, 'id' | 'organizationId' | 'name'>) => ({
  organizationId,
  subject: { id, title: name },
});
