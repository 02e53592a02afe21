import { query } from '#libs/database';
import { newId } from '#libs/ids';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import { type Role, ROLES } from '../../../platform/http/policy.js';
import type { Suspended, Suspects } from '../../identity/recovery/access-kinds.js';
import type { MadeAccess } from '../../identity/recovery/made-access.js';
import { forgetMadeAbout } from '../../identity/recovery/note-made.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { LOST_MEMBERSHIP, MEMBER } from '../made-kinds.js';
import { Member } from './member.entity.js';
import { OWNED_BY_THESE, PRESENT_MEMBERSHIPS, SET_ROLES } from './members.sql.js';
import { Memberships, requireOtherOwner } from './memberships.js';

/** What is noted of a loss (`noteLoss`): who had which roles; and what was given back. */
interface Loss {
  userId: string;
  teamId: string | null;
  byAccomplice?: true;
  memberId?: string;
  from?: Role | null;
  role?: Role;
}

/**
 * Gives back, when a person recovers the account, what was taken with it: to that person what those took whom the
 * account has let in or raised; and where these would be the only owners of an organization, also what the person gave
 * up, or else what other owners lost. What one gave up while another owner is there is not given back: that owner can
 * do it, and who has left shall not come back by themselves.
 */
@Injectable()
export class LostMemberships implements OnModuleInit {
  constructor(private readonly memberships: Memberships) {}

  onModuleInit(): void {
    this.memberships.onAccountDelete(({ tx }, person) => forgetMadeAbout(tx, LOST_MEMBERSHIP, person));
  }

  /** Call it before those fall whom the account has let in or raised. Returns what is given back. */
  async giveBack(change: ChangeContext, lost: readonly MadeAccess[], { userId, made }: Suspects): Promise<Suspended[]> {
    const came = made.filter((one) => one.kind === MEMBER && lossOf(one).userId !== userId).map((one) => one.recordId);
    const isOwn = (one: MadeAccess): boolean => lossOf(one).userId === userId;
    const given = await restore(
      change,
      lost.filter((one) => isOwn(one) && lossOf(one).byAccomplice),
    );
    const owners = lost.filter(({ details }) => details['owner'] === true);
    for (const round of [owners.filter(isOwn), owners.filter((one) => !isOwn(one))]) {
      const organizationIds = round.map(({ organizationId }) => organizationId!);
      const ownerless = (await query(change.tx, OWNED_BY_THESE, [organizationIds, came])).map(({ id }) => id);
      given.push(
        ...(await restore(
          change,
          round.filter(({ organizationId }) => ownerless.includes(organizationId!)),
        )),
      );
    }
    return given;
  }

  /** Who keeps a loss wanted it. @throws LastOwner */
  async takeAgain(change: ChangeContext, made: readonly MadeAccess[]): Promise<void> {
    const { tx } = change;
    const members = await tx.findBy(Member, { id: In(made.map((one) => lossOf(one).memberId!)) });
    for (const member of members) {
      const one = made.find((of) => lossOf(of).memberId === member.id)!;
      const { from, role } = lossOf(one);
      if (member.role !== role) continue;
      if (from) {
        await requireOtherOwner(tx, member);
        await tx.update(Member, { id: member.id }, { role: from });
      } else await this.memberships.end(change, member);
      change.record({
        organizationId: member.organizationId,
        type: from ? 'member.role_updated' : 'member.removed',
        subject: { id: member.id, title: one.title },
        changes: [{ field: 'role', from: role, to: from ?? null }],
      });
    }
  }
}

/** Gives memberships and roles back, but for those who have as much again. */
async function restore(change: ChangeContext, lost: readonly MadeAccess[]): Promise<Suspended[]> {
  if (lost.length === 0) return [];
  const { tx } = change;
  // One person may have lost several memberships, one after the other.
  const last = [...new Map(lost.map((one) => [`${one.organizationId} ${lossOf(one).userId}`, one])).values()];
  const present = await query(tx, PRESENT_MEMBERSHIPS, [
    last.map(({ organizationId }) => organizationId!),
    last.map((one) => lossOf(one).userId),
    last.map((one) => lossOf(one).teamId),
  ]);
  const given: Suspended[] = [];
  const added: Partial<Member>[] = [];
  const raised: { id: string; role: Role }[] = [];
  for (const { organizationId, userId, teamId, memberId, role: from } of present) {
    const losses = lost.filter((one) => one.organizationId === organizationId && lossOf(one).userId === userId);
    const role = ROLES.findLast((had) => losses.some(({ details }) => details[had] === true))!;
    if (from !== null && ROLES.indexOf(role) <= ROLES.indexOf(from)) continue;
    const id = memberId ?? newId();
    if (memberId) raised.push({ id, role });
    else added.push({ id, organizationId, userId, role, teamId });
    given.push(...losses.map(({ recordId }) => ({ recordId, details: { memberId: id, from, role } })));
    change.record({
      organizationId,
      type: 'member.restored',
      subject: { id, title: losses[0]!.title },
      changes: [{ field: 'role', from, to: role }],
    });
  }
  if (added.length > 0) await tx.insert(Member, added);
  await query(tx, SET_ROLES, [raised.map(({ id }) => id), raised.map(({ role }) => role)]);
  return given;
}

const lossOf = ({ details }: MadeAccess): Loss => details as unknown as Loss;
