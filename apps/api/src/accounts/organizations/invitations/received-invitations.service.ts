import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { newId } from '#libs/ids';
import { actAs } from '#libs/logging';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { actAsPerson } from '../../identity/account-events/act-as-person.js';
import { proveAddress } from '../../identity/addresses/prove-address.js';
import { personLock } from '../../identity/person-lock.js';
import { followMade, forgetMade } from '../../identity/recovery/note-made.js';
import { activateOrganization } from '../../identity/sessions/active-organization.js';
import type { Session } from '../../identity/sessions/session.entity.js';
import { User } from '../../identity/user.entity.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { requireBelowOrganizationLimit, requireBelowOwnershipLimit } from '../limits.js';
import { INVITATION, MEMBER } from '../made-kinds.js';
import { rememberGuest } from '../members/former-members.js';
import { mayGrant } from '../members/granting.js';
import { Member } from '../members/member.entity.js';
import { ROLE_OF } from '../members/members.sql.js';
import { Memberships } from '../members/memberships.js';
import { organizationLock } from '../organization-lock.js';
import { addressNotVerified, alreadyMember, invitationNotFound } from '../people-errors.js';
import type { ReceivedInvitationDto } from './dto/invitation.dto.js';
import type { Invitation } from './invitation.entity.js';
import { LIST_RECEIVED, READ_RECEIVED } from './invitations.sql.js';
import { closeInvitation, findInvitation, findOpenInvitation } from './open-invitation.js';
import { requireCredential, requireRecipient } from './recipient.js';
import { Quotas } from '../quotas.service.js';

/** The id of an invitation, and the secret of its mailed link if the address is not verified otherwise. */
export interface InvitationCredential {
  invitationId: string;
  token?: string;
}

/** Shows invitations to their recipients and takes their answers. */
@Injectable()
export class ReceivedInvitations {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
    private readonly quotas: Quotas,
    private readonly memberships: Memberships,
  ) {}

  /** The open invitations to the caller's verified address. */
  async list(user: User): Promise<ReceivedInvitationDto[]> {
    if (!user.emailVerified) throw addressNotVerified();
    return query(this.database, LIST_RECEIVED, [user.email]);
  }

  /**
   * An open invitation, for its recipient only.
   * @param path where the request names the invitation
   * @throws Unauthenticated without a person and a token; Forbidden if the caller is not the recipient
   */
  async read(
    person: User | undefined,
    { invitationId, token }: InvitationCredential,
    path?: string,
  ): Promise<ReceivedInvitationDto> {
    requireCredential({ person, token });
    const invitation = await findOpenInvitation(this.database.manager, invitationId, path);
    requireRecipient(invitation, { person, token });
    const [received] = await query(this.database, READ_RECEIVED, [invitation.id]);
    if (!received) throw invitationNotFound(path);
    return received;
  }

  /**
   * Makes the recipient a member, exactly once even under concurrency; the organization becomes the active one of the
   * session, if there is one. The secret also verifies the address of the account.
   * @throws BadRequest `INVITATION_NOT_FOUND`, also if the inviter may no longer grant the role, or is disabled;
   *   LimitReached
   */
  async accept(
    user: User,
    session: Session | undefined,
    { invitationId, token }: InvitationCredential,
  ): Promise<{ invitation: Invitation; member: Member }> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const { organizationId } = await findInvitation(tx, invitationId);
      // A change of the inviter's role cancels the invitation under the same lock.
      await change.lock(personLock(user.id), organizationLock(organizationId));
      const offer = await findOpenInvitation(tx, invitationId);
      const person = await tx.findOneBy(User, { id: user.id });
      if (!person) throw invitationNotFound();
      requireRecipient(offer, { person, token });
      if (!mayGrant(await inviterRole(tx, offer), offer.role)) throw invitationNotFound();
      if (await tx.existsBy(Member, { organizationId, userId: person.id })) throw alreadyMember('/invitationId');
      await requireBelowOrganizationLimit(tx, this.quotas, 'members', organizationId);
      if (offer.role === 'owner') await requireBelowOwnershipLimit(change, this.settings, person.id);
      const invitation = await closeInvitation(tx, offer.id, 'accepted');
      actAsPerson(person);
      if (!person.emailVerified) change.record(await proveAddress(tx, person));
      const member = await this.addMember(change, person, invitation);
      if (session) await activateOrganization(tx, session, organizationId, member.teamId);
      return { invitation, member };
    });
  }

  /** @throws as `read` does */
  async reject(person: User | undefined, { invitationId, token }: InvitationCredential): Promise<Invitation> {
    requireCredential({ person, token });
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const offer = await findOpenInvitation(tx, invitationId);
      requireRecipient(offer, { person, token });
      const invitation = await closeInvitation(tx, offer.id, 'rejected');
      await forgetMade(tx, INVITATION, [invitation.id]);
      if (person) await rememberGuest(tx, { organizationId: invitation.organizationId, userId: person.id });
      else actAs({ kind: 'user', id: null, name: 'invited person' });
      change.record({
        organizationId: invitation.organizationId,
        type: 'invitation.rejected',
        subject: { id: invitation.id, title: invitation.email },
      });
      return invitation;
    });
  }

  private async addMember(change: ChangeContext, { id: userId, name }: User, invitation: Invitation): Promise<Member> {
    const { tx } = change;
    const { organizationId, role, teamId } = invitation;
    const id = newId();
    await tx.insert(Member, { id, organizationId, userId, role, teamId });
    const came = { kind: MEMBER, recordId: id, title: name, details: { joined: true, userId } };
    await followMade(tx, { kind: INVITATION, recordId: invitation.id }, came);
    change.record({ organizationId, type: 'member.joined', subject: { id, title: name } });
    const member = await tx.findOneByOrFail(Member, { id });
    await this.memberships.begun(change, member, 'invitation');
    return member;
  }
}

/**
 * The role of who invited; undefined: no member any more, or disabled, so that a person who is kept out lets nobody in.
 */
async function inviterRole(
  tx: EntityManager,
  { organizationId, inviterId }: Invitation,
): Promise<Member['role'] | undefined> {
  const [inviter] = await query(tx, ROLE_OF, [organizationId, inviterId]);
  return inviter?.role;
}
