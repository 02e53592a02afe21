import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { DAY_MS } from '#libs/dates';
import { InvalidInput } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Role } from '../../../platform/http/policy.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { notAllowed } from '../errors.js';
import { forgetMade, noteMade } from '../../identity/recovery/note-made.js';
import { requireBelowOrganizationLimit } from '../limits.js';
import { mayGrant } from '../members/granting.js';
import { WITH_ADDRESS } from '../members/members.sql.js';
import { Memberships } from '../members/memberships.js';
import type { Membership } from '../members/organization-access.js';
import { isPermitted } from '../members/permissions.js';
import { organizationLock } from '../organization-lock.js';
import type { Organization } from '../organization.entity.js';
import { alreadyInvited, alreadyMember, invitationNotFound, teamNotFound } from '../people-errors.js';
import { Team } from '../teams/team.entity.js';
import { INVITATION } from '../made-kinds.js';
import { cancelUngrantable } from './cancel-ungrantable.js';
import type { InviteMember } from './dto/invitation.dto.js';
import { InvitationMails } from './invitation-mails.service.js';
import { Invitation } from './invitation.entity.js';
import { isOpen, isOpenAt } from './is-open.js';
import { closeInvitation } from './open-invitation.js';
import { Quotas } from '../quotas.service.js';

/** An invitation is good for seven days, as the page says to whoever opens an older one (`pages/refusal-page.ts`). */
const LIFETIME_MS = 7 * DAY_MS;

/** Creates, lists and cancels invitations of an organization. */
@Injectable()
export class InvitationsService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
    private readonly invitationMails: InvitationMails,
    private readonly memberships: Memberships,
  ) {}

  onModuleInit(): void {
    this.memberships.onMembershipEnd((change, { organizationId, userId }) =>
      cancelUngrantable(change, organizationId, userId, undefined),
    );
  }

  /**
   * Invites an address, or with `resend` renews its open invitation; values missing in the request stay as they were.
   */
  async invite({ organization: { id }, confirm }: Membership, body: InviteMember): Promise<Invitation> {
    const { email, teamId, resend } = body;
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(organizationLock(id));
      const caller = await confirm(tx);
      if (body.role) requireGrant(caller.role, body.role);
      if (teamId && !(await tx.existsBy(Team, { id: teamId, organizationId: id }))) throw teamNotFound();
      const former = await tx.findOneBy(Invitation, { organizationId: id, email, status: 'pending' });
      if (await this.isMember(tx, id, email)) throw alreadyMember();
      const isAlive = former !== null && isOpenAt(former, clock.now());
      if (isAlive && !resend) throw alreadyInvited();
      const role = body.role ?? (resend ? former?.role : undefined);
      if (!role) throw new InvalidInput([{ path: '/role', code: 'required', message: 'role is required' }]);
      requireGrant(caller.role, role, ...(isAlive ? [former.role] : []));
      if (!isAlive) await requireBelowOrganizationLimit(tx, this.quotas, 'invitations', id);
      await requireBelowOrganizationLimit(tx, this.quotas, 'members', id);
      const kept = resend && teamId === undefined ? former?.teamId : teamId;
      const expiresAt = clock.in(LIFETIME_MS);
      const values = {
        role,
        teamId: kept ?? null,
        inviterId: caller.userId,
        tokenHash: null,
        expiresAt,
        suspendedBy: null,
      };
      // The invited person may have rejected it meanwhile.
      const isKept =
        former && (await tx.update(Invitation, { id: former.id, status: 'pending' }, values)).affected === 1;
      const invitationId = isKept ? former.id : newId();
      if (!isKept)
        await tx.insert(Invitation, { id: invitationId, organizationId: id, email, status: 'pending', ...values });
      await noteMade(tx, { kind: INVITATION, recordId: invitationId, organizationId: id, title: email });
      await this.invitationMails.request(change, id, invitationId, email);
      change.record({
        organizationId: id,
        type: isKept ? 'invitation.resent' : 'invitation.created',
        subject: { id: invitationId, title: email },
      });
      return tx.findOneByOrFail(Invitation, { id: invitationId });
    });
  }

  /** The open invitations of an organization, newest first. */
  async pending({ id: organizationId }: Organization): Promise<Invitation[]> {
    return this.database.manager
      .createQueryBuilder(Invitation, 'invitation')
      .where({ organizationId })
      .andWhere(isOpen('invitation'))
      .orderBy('invitation.createdAt', 'DESC')
      .addOrderBy('invitation.id', 'DESC')
      .getMany();
  }

  /** Admins, owners and the inviter may cancel an invitation. */
  async cancel({ member: caller }: Membership, id: string): Promise<Invitation> {
    const { organizationId } = caller;
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const invitation = await tx.findOneBy(Invitation, { id, organizationId });
      if (!invitation) throw invitationNotFound();
      const isOwn = invitation.inviterId === caller.userId;
      if (!isPermitted(caller.role, { invitation: ['cancel'] }) && !isOwn) throw notAllowed('CANCEL_THIS_INVITATION');
      const canceled = await closeInvitation(tx, id, 'canceled');
      await forgetMade(tx, INVITATION, [id]);
      change.record({ organizationId, type: 'invitation.canceled', subject: { id, title: canceled.email } });
      return canceled;
    });
  }

  private async isMember(tx: EntityManager, organizationId: string, email: string): Promise<boolean> {
    const rows = await query(tx, WITH_ADDRESS, [organizationId, email]);
    return rows.length > 0;
  }
}

/** Nobody may invite to a role that they may not grant, or renew such an invitation. */
function requireGrant(granter: Role, ...roles: Role[]): void {
  if (!roles.every((role) => mayGrant(granter, role))) throw notAllowed('INVITE_USER_WITH_THIS_ROLE', 'owner');
}
