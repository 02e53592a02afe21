import type { Role } from '#libs/access';
import { Settings } from '#libs/config';
import { inTransaction } from '#libs/database';
import { DAY_MS } from '#libs/dates';
import { InvalidInput } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { record } from '../../events/record.js';
import { Session } from '../../identity/sessions/session.entity.js';
import type { User } from '../../identity/user.entity.js';
import { cancelBeyond } from './cancel-beyond.js';
import type { InviteMember } from './dto/invitation.dto.js';
import { NoActiveOrganization, notAllowed, notAMember } from '../errors.js';
import { mayGrant } from '../members/granting.js';
import { InvitationLetters } from './invitation-letters.service.js';
import { Invitation } from './invitation.entity.js';
import { requireRoomIn } from '../limits.js';
import { lockOwners, organizationOf, requireMember, requireRole } from '../members/membership.js';
import { Memberships } from '../members/memberships.js';
import { closeInvitation, findInvitation, openIn } from './open-invitation.js';
import { alreadyInvited, alreadyMember, invitationNotFound, teamNotFound } from '../people-errors.js';
import { Team } from '../teams/team.entity.js';

/** An invitation is good for seven days. */
const LIFETIME_MS = 7 * DAY_MS;

/** Offers to join an organization, as its people make and take them back. */
@Injectable()
export class InvitationsService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly letters: InvitationLetters,
    private readonly memberships: Memberships,
  ) {}

  onModuleInit(): void {
    this.memberships.whenOneEnds((tx, { organizationId, userId }) =>
      cancelBeyond(tx, organizationId, userId, undefined),
    );
  }

  /** Invites an address, or with `resend` renews its open invitation: what the request leaves out stays as it was. */
  async invite(user: User, session: Session, body: InviteMember): Promise<Invitation> {
    const { email, teamId, resend } = body;
    const id = body.organizationId ?? session.activeOrganizationId;
    if (!id) throw new NoActiveOrganization('ORGANIZATION_NOT_FOUND');
    return inTransaction(this.database, async (tx) => {
      await lockOwners(tx, id);
      const outsider = () => notAMember('MEMBER_NOT_FOUND');
      const caller = await requireRole(tx, id, user.id, 'admin', 'INVITE_USERS_TO_THIS_ORGANIZATION', outsider);
      if (body.role) requireGrant(caller.role, body.role);
      if (teamId && !(await tx.existsBy(Team, { id: teamId, organizationId: id }))) throw teamNotFound();
      const open = await tx.findOne(Invitation, {
        where: { organizationId: id, email, status: 'pending' },
        lock: { mode: 'pessimistic_write' },
      });
      if (await this.isMember(tx, id, email)) throw alreadyMember();
      const isAlive = open !== null && open.expiresAt > new Date();
      if (isAlive && !resend) throw alreadyInvited();
      const role = body.role ?? (resend ? open?.role : undefined);
      if (!role) throw new InvalidInput([{ path: '/role', code: 'required', message: 'role is required' }]);
      requireGrant(caller.role, role, ...(isAlive ? [open.role] : []));
      if (!isAlive) await requireRoomIn(tx, this.settings, 'invitations', id);
      await requireRoomIn(tx, this.settings, 'members', id);
      const kept = resend && teamId === undefined ? open?.teamId : teamId;
      const expiresAt = new Date(Date.now() + LIFETIME_MS);
      const values = { role, teamId: kept ?? null, inviterId: user.id, tokenHash: null, expiresAt };
      const invitationId = open?.id ?? newId();
      if (open) await tx.update(Invitation, { id: open.id }, values);
      else await tx.insert(Invitation, { id: invitationId, organizationId: id, email, status: 'pending', ...values });
      await this.letters.request(tx, id, invitationId, email);
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
    const outsider = () => notAMember('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION');
    await requireRole(this.database.manager, id, user.id, 'admin', 'LIST_INVITATIONS', outsider);
    return this.database.manager
      .createQueryBuilder(Invitation, 'invitation')
      .where({ organizationId: id })
      .andWhere(openIn('invitation'))
      .orderBy('invitation.createdAt', 'DESC')
      .addOrderBy('invitation.id', 'DESC')
      .getMany();
  }

  /** By an admin, an owner, or whoever sent it. */
  async cancel(user: User, invitationId: string): Promise<Invitation> {
    return inTransaction(this.database, async (tx) => {
      const invitation = await findInvitation(tx, invitationId);
      const caller = await requireMember(tx, invitation.organizationId, user.id, invitationNotFound);
      if (caller.role === 'member' && invitation.inviterId !== user.id) throw notAllowed('CANCEL_THIS_INVITATION');
      const canceled = await closeInvitation(tx, invitation, 'canceled');
      await record(tx, {
        organizationId: canceled.organizationId,
        type: 'invitation.canceled',
        subject: { id: canceled.id, title: canceled.email },
      });
      return canceled;
    });
  }

  private async isMember(tx: EntityManager, organizationId: string, email: string): Promise<boolean> {
    const found = await tx.query<unknown[]>(
      'SELECT 1 FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND u.email = $2',
      [organizationId, email],
    );
    return found.length > 0;
  }
}

/** Nobody offers, or renews the offer of, a role that is beyond their own. */
function requireGrant(granter: Role, ...roles: Role[]): void {
  if (!roles.every((role) => mayGrant(granter, role))) throw notAllowed('INVITE_USER_WITH_THIS_ROLE', 'owner');
}
