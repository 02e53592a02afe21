import { Settings } from '#libs/config';
import { inTransaction, takeTurns } from '#libs/database';
import { DAY_MS } from '#libs/dates';
import { isId } from '#libs/http';
import { newId } from '#libs/ids';
import { Mail } from '#libs/mail';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { record } from '../events/record.js';
import { Session } from '../identity/session.entity.js';
import { User } from '../identity/user.entity.js';
import type { InviteMember, ReceivedInvitationDto } from './dto/people.dto.js';
import { roleTooLow } from './errors.js';
import { Invitation } from './invitation.entity.js';
import { Member } from './member.entity.js';
import { organizationOf, requireRole } from './membership.js';
import { requireOwnerFor } from './members.service.js';
import { Organization } from './organization.entity.js';
import {
  addressNotVerified,
  alreadyInvited,
  alreadyMember,
  invitationNotFound,
  notTheRecipient,
  teamNotFound,
} from './people-errors.js';
import { Team } from './team.entity.js';

/** An invitation is good for seven days. */
const LIFETIME_MS = 7 * DAY_MS;

/** Offers to join an organization. */
@Injectable()
export class InvitationsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly mail: Mail,
  ) {}

  async invite(
    user: User,
    session: Session,
    { email, role, organizationId, teamId, resend }: InviteMember,
  ): Promise<Invitation> {
    const id = organizationOf(organizationId, session);
    return inTransaction(this.database, async (tx) => {
      requireOwnerFor(await requireRole(tx, id, user.id, 'admin'), role);
      if (teamId && !(await tx.existsBy(Team, { id: teamId, organizationId: id }))) throw teamNotFound();
      await takeTurns(tx, 'invitations', id, email);
      const open = await tx.findOne(Invitation, {
        where: { organizationId: id, email, status: 'pending' },
        lock: { mode: 'pessimistic_write' },
      });
      // Asked once the lock is had: the one who was invited may have accepted while we waited for it.
      if (await this.isMember(tx, id, email)) throw alreadyMember();
      if (open && open.expiresAt > new Date() && !resend) throw alreadyInvited();
      const expiresAt = new Date(Date.now() + LIFETIME_MS);
      const values = { role, teamId: teamId ?? null, inviterId: user.id, expiresAt };
      const invitationId = open?.id ?? newId();
      if (open) await tx.update(Invitation, { id: open.id }, values);
      else await tx.insert(Invitation, { id: invitationId, organizationId: id, email, status: 'pending', ...values });
      await this.post(tx, id, invitationId, email, user);
      await record(tx, {
        organizationId: id,
        type: open ? 'invitation.resent' : 'invitation.created',
        subject: { id: invitationId, title: email },
      });
      return tx.findOneByOrFail(Invitation, { id: invitationId });
    });
  }

  /** The open invitations, for those who may invite. */
  async pending(user: User, session: Session, organizationId: string | undefined): Promise<Invitation[]> {
    const id = organizationOf(organizationId, session);
    await requireRole(this.database.manager, id, user.id, 'admin');
    return this.database.manager
      .createQueryBuilder(Invitation, 'invitation')
      .where(`invitation.organizationId = :id AND invitation.status = 'pending' AND invitation.expiresAt > now()`, {
        id,
      })
      .orderBy('invitation.createdAt', 'DESC')
      .addOrderBy('invitation.id', 'DESC')
      .getMany();
  }

  /** The open invitations to the caller's own address, which they have proved to be theirs. */
  async received(user: User): Promise<ReceivedInvitationDto[]> {
    if (!user.emailVerified) throw addressNotVerified();
    return this.select('i.email = $1', [user.email]);
  }

  async read(user: User, id: string): Promise<ReceivedInvitationDto> {
    const [invitation] = isId(id) ? await this.select('i.id = $1', [id]) : [];
    if (!invitation) throw invitationNotFound('/query/id');
    if (invitation.email !== user.email) throw notTheRecipient();
    return invitation;
  }

  /** Makes the invitee a member, once, whatever races; the organization becomes the active one. */
  async accept(
    user: User,
    session: Session,
    invitationId: string,
  ): Promise<{ invitation: Invitation; member: Member }> {
    return inTransaction(this.database, async (tx) => {
      const invitation = await this.answer(tx, user, invitationId, 'accepted');
      const { organizationId, role, teamId } = invitation;
      await tx.query(
        `INSERT INTO members (id, organization_id, user_id, role, team_id) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT ON CONSTRAINT uq_members_organization_user DO NOTHING`,
        [newId(), organizationId, user.id, role, teamId],
      );
      const member = await tx.findOneByOrFail(Member, { organizationId, userId: user.id });
      const active = { activeOrganizationId: organizationId, activeTeamId: member.teamId };
      await tx.update(Session, { id: session.id }, active);
      await record(tx, { organizationId, type: 'member.joined', subject: { id: member.id, title: user.name } });
      return { invitation, member };
    });
  }

  async reject(user: User, invitationId: string): Promise<Invitation> {
    return inTransaction(this.database, async (tx) => {
      const invitation = await this.answer(tx, user, invitationId, 'rejected');
      await record(tx, {
        organizationId: invitation.organizationId,
        type: 'invitation.rejected',
        subject: { id: invitation.id, title: invitation.email },
      });
      return invitation;
    });
  }

  /** By an admin, an owner, or whoever sent it. */
  async cancel(user: User, invitationId: string): Promise<Invitation> {
    return inTransaction(this.database, async (tx) => {
      const invitation = await this.find(tx, invitationId);
      const caller = await requireRole(tx, invitation.organizationId, user.id, 'member', invitationNotFound);
      if (caller.role === 'member' && invitation.inviterId !== user.id) throw roleTooLow('admin or owner');
      const canceled = await this.close(tx, invitation, 'canceled');
      await record(tx, {
        organizationId: canceled.organizationId,
        type: 'invitation.canceled',
        subject: { id: canceled.id, title: canceled.email },
      });
      return canceled;
    });
  }

  private async answer(
    tx: EntityManager,
    user: User,
    invitationId: string,
    status: 'accepted' | 'rejected',
  ): Promise<Invitation> {
    const invitation = await this.find(tx, invitationId);
    if (invitation.email !== user.email) throw notTheRecipient();
    return this.close(tx, invitation, status);
  }

  private async find(tx: EntityManager, invitationId: string): Promise<Invitation> {
    const invitation = isId(invitationId) ? await tx.findOneBy(Invitation, { id: invitationId }) : null;
    if (!invitation) throw invitationNotFound();
    return invitation;
  }

  // Of several answers at once, one finds the invitation still open.
  private async close(
    tx: EntityManager,
    { id }: Invitation,
    status: 'accepted' | 'rejected' | 'canceled',
  ): Promise<Invitation> {
    const [closed] = await tx.query<[unknown[], number]>(
      `UPDATE invitations SET status = $2 WHERE id = $1 AND status = 'pending' AND expires_at > now() RETURNING id`,
      [id, status],
    );
    if (closed.length === 0) throw invitationNotFound();
    return tx.findOneByOrFail(Invitation, { id });
  }

  private async isMember(tx: EntityManager, organizationId: string, email: string): Promise<boolean> {
    const found = await tx.query<unknown[]>(
      'SELECT 1 FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND u.email = $2',
      [organizationId, email],
    );
    return found.length > 0;
  }

  private async post(
    tx: EntityManager,
    organizationId: string,
    invitationId: string,
    to: string,
    inviter: User,
  ): Promise<void> {
    const { name } = await tx.findOneByOrFail(Organization, { id: organizationId });
    await this.mail.post(tx, {
      to,
      subject: `Join ${name}`,
      text: `${inviter.name} invites you to join ${name}.\n\nSign in with this address and accept within a week:\n${this.settings.publicUrl}/accept-invitation?id=${invitationId}\n`,
    });
  }

  private select(condition: string, parameters: unknown[]): Promise<ReceivedInvitationDto[]> {
    return this.database.query(
      `SELECT i.id, i.organization_id AS "organizationId", i.email, i.role, i.status, i.team_id AS "teamId", i.inviter_id AS "inviterId",
         i.expires_at AS "expiresAt", i.created_at AS "createdAt", o.name AS "organizationName", o.slug AS "organizationSlug", u.email AS "inviterEmail"
       FROM invitations i JOIN organizations o ON o.id = i.organization_id JOIN users u ON u.id = i.inviter_id
       WHERE ${condition} AND i.status = 'pending' AND i.expires_at > now() ORDER BY i.created_at DESC, i.id DESC`,
      parameters,
    );
  }
}
