import { query } from '#libs/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import type { Role } from '../../platform/http/policy.js';
import { AccountHookRegistry } from '../identity/leaving/account-hooks.js';
import { AccessKinds, type Suspended } from '../identity/recovery/access-kinds.js';
import type { MadeAccess } from '../identity/recovery/made-access.js';
import { forgetMade } from '../identity/recovery/note-made.js';
import { User } from '../identity/user.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { CANCEL_ALL, END_SUSPENDED, RESUME, SUSPEND } from './invitations/invitations.sql.js';
import { INVITATION, LOST_MEMBERSHIP, MEMBER } from './made-kinds.js';
import { LostMemberships } from './members/lost-memberships.service.js';
import { Member } from './members/member.entity.js';
import { LOWER, RAISE, RAISED } from './members/members.sql.js';
import { Memberships } from './members/memberships.js';
import { organizationLock } from './organization-lock.js';

/**
 * Suspends invitations, and the roles of members that came of them or were raised, when who invited or raised them
 * recovers the account: they are plain members meanwhile. Afterwards who came of an invitation is a member no more, and
 * who was raised stays a plain one.
 */
@Injectable()
export class OrganizationSuspensions implements OnModuleInit {
  constructor(
    private readonly kinds: AccessKinds,
    private readonly accountHooks: AccountHookRegistry,
    private readonly memberships: Memberships,
    private readonly lost: LostMemberships,
  ) {}

  onModuleInit(): void {
    // Before members who came or were raised: owners fall only where another is left.
    this.kinds.register({
      kind: LOST_MEMBERSHIP,
      locks: locksOf,
      suspend: (change, _recoveryId, made, suspects) => this.lost.giveBack(change, made, suspects),
      resume: (change, _recoveryId, made) => this.lost.takeAgain(change, made),
      // It has been given back.
      end: () => Promise.resolve(),
    });
    this.kinds.register({
      kind: INVITATION,
      locks: locksOf,
      suspend: async ({ tx }, recoveryId, made) => {
        const suspended = await query(tx, SUSPEND, [recoveryId, recordIds(made)]);
        return suspended.map(({ id: recordId }) => ({ recordId }));
      },
      resume: async ({ tx }, recoveryId, made) => {
        await query(tx, RESUME, [recoveryId, recordIds(made)]);
      },
      end: async (change, recoveryId, made) => {
        recordCanceled(change, await query(change.tx, END_SUSPENDED, [recoveryId, recordIds(made)]));
      },
    });
    this.kinds.register({
      kind: MEMBER,
      locks: locksOf,
      suspend: async (change, _recoveryId, made, { userId }) => {
        // Whom a thief has let in again is the person themselves.
        const [own, others] = [made.filter((one) => isOf(one, userId)), made.filter((one) => !isOf(one, userId))];
        await forgetMade(change.tx, MEMBER, recordIds(own));
        return lower(change, others);
      },
      resume: (change, _recoveryId, made) => raise(change, made),
      end: (change, _recoveryId, made) => this.endJoined(change, made),
    });
    // Somebody else has taken the address over: nobody is invited in the name of who never had it.
    this.accountHooks.register({
      revokeAccess: async (change, { id }) => {
        const canceled = await query(change.tx, CANCEL_ALL, [id]);
        await forgetMade(
          change.tx,
          INVITATION,
          canceled.map((invitation) => invitation.id),
        );
        recordCanceled(change, canceled);
      },
    });
  }

  private async endJoined(change: ChangeContext, made: readonly MadeAccess[]): Promise<void> {
    const { tx } = change;
    const joined = made.filter(({ details }) => details['joined'] === true);
    const members = await tx.findBy(Member, { id: In(recordIds(joined)) });
    const people = await tx.findBy(User, { id: In(members.map(({ userId }) => userId)) });
    for (const member of members) {
      await this.memberships.end(change, member);
      const { id: userId, name: title } = people.find(({ id }) => id === member.userId)!;
      change.record({
        organizationId: member.organizationId,
        type: 'member.removed',
        subject: { id: member.id, title },
        changes: [
          { field: 'userId', from: userId, to: null },
          { field: 'role', from: member.role, to: null },
        ],
      });
    }
  }
}

/** Makes members plain ones; owners only where another active one is left, since an organization is never without. */
async function lower(change: ChangeContext, made: readonly MadeAccess[]): Promise<Suspended[]> {
  const members = await query(change.tx, RAISED, [recordIds(made)]);
  const lowered = members.filter(({ role, ownerLeft }) => role !== 'owner' || ownerLeft);
  const raised = lowered.filter(({ role }) => role !== 'member');
  await query(change.tx, LOWER, [raised.map(({ id }) => id)]);
  for (const { id, role } of raised)
    recordRole(
      change,
      made.find((one) => one.recordId === id)!,
      role,
      'member',
    );
  return lowered.map(({ id: recordId, role }) => ({ recordId, details: { role } }));
}

async function raise(change: ChangeContext, made: readonly MadeAccess[]): Promise<void> {
  const roles = made.map(({ details }) => details['role'] as Role);
  await query(change.tx, RAISE, [recordIds(made), roles]);
  for (const [index, one] of made.entries())
    if (roles[index] !== 'member') recordRole(change, one, 'member', roles[index]!);
}

const recordRole = (change: ChangeContext, made: MadeAccess, from: Role, to: Role): void =>
  change.record({
    organizationId: made.organizationId,
    type: 'member.role_updated',
    subject: { id: made.recordId, title: made.title },
    changes: [{ field: 'role', from, to }],
  });

const recordCanceled = (
  change: ChangeContext,
  canceled: readonly { id: string; organizationId: string; email: string }[],
): void =>
  change.record(
    ...canceled.map(({ id, organizationId, email: title }) => ({
      organizationId,
      type: 'invitation.canceled' as const,
      subject: { id, title },
    })),
  );

const isOf = ({ details }: MadeAccess, userId: string): boolean => details['userId'] === userId;
const recordIds = (made: readonly MadeAccess[]): string[] => made.map(({ recordId }) => recordId);
const locksOf = (made: readonly MadeAccess[]) => made.map(({ organizationId }) => organizationLock(organizationId!));
