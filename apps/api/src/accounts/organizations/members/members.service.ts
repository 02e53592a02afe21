import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { isId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type Role, ROLES } from '../../../platform/http/policy.js';
import { forgetRaised, noteMade } from '../../identity/recovery/note-made.js';
import { User } from '../../identity/user.entity.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { notAllowed, type RestrictedAction, RoleProvisioned } from '../errors.js';
import { cancelUngrantable } from '../invitations/cancel-ungrantable.js';
import { requireBelowOwnershipLimit } from '../limits.js';
import { MEMBER } from '../made-kinds.js';
import { organizationLock } from '../organization-lock.js';
import type { Organization } from '../organization.entity.js';
import { memberNotFound } from '../people-errors.js';
import {
  type ListMembersQuery,
  type MemberFilterField,
  type MemberFilterOperator,
  MemberWithUserDto,
  type RemoveMember,
  type UpdateMemberRole,
} from './dto/member.dto.js';
import { mayGrant } from './granting.js';
import { Member } from './member.entity.js';
import { MEMBERS_WITH_USERS } from './members-with-users.js';
import { FIND } from './members.sql.js';
import { Memberships, requireOtherOwner } from './memberships.js';
import { noteLoss } from './note-loss.js';
import type { Membership } from './organization-access.js';

// Columns come from these tables, never from the request.
const SORT: Readonly<Record<ListMembersQuery['sortBy'], string>> = {
  createdAt: 'm.created_at',
  role: 'm.role',
  name: 'lower(u.name)',
  email: 'u.email',
};

const FILTER: Readonly<Record<MemberFilterField, string>> = {
  id: 'm.id::text',
  userId: 'm.user_id::text',
  role: 'm.role::text',
  name: 'u.name',
  email: 'u.email',
};
const COMPARE: Readonly<Record<MemberFilterOperator, (column: string) => string>> = {
  eq: (column) => `${column} = $2`,
  ne: (column) => `${column} <> $2`,
  contains: (column) => `strpos(${column}, $2) > 0`,
  starts_with: (column) => `starts_with(${column}, $2)`,
  ends_with: (column) => `right(${column}, length($2)) = $2`,
};

/** As JSON of PostgreSQL. */
type MemberRow = Omit<MemberWithUserDto, 'createdAt'> & { createdAt: string };

/** The members of an organization. */
@Injectable()
export class MembersService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly memberships: Memberships,
    private readonly settings: Settings,
  ) {}

  async list({ id }: Organization, query: ListMembersQuery): Promise<{ members: MemberWithUserDto[]; total: number }> {
    const direction = query.sortDirection === 'asc' ? 'ASC' : 'DESC';
    const filtered = query.filterField !== undefined && query.filterValue !== undefined;
    const condition = filtered ? COMPARE[query.filterOperator](FILTER[query.filterField!]) : '$2::text IS NULL';
    const among = [id, filtered ? query.filterValue : null];
    const usersJoin = filtered ? 'JOIN users u ON u.id = m.user_id' : '';
    const order = `${SORT[query.sortBy]} ${direction}, m.id ${direction}`;
    const [{ total, members }] = await this.database.query<[{ total: number; members: MemberRow[] }]>(
      `SELECT (SELECT count(*)::int FROM members m ${usersJoin} WHERE m.organization_id = $1 AND ${condition}) AS total,
         (SELECT coalesce(json_agg(page), '[]') FROM (
            ${MEMBERS_WITH_USERS} WHERE m.organization_id = $1 AND ${condition} ORDER BY ${order} LIMIT $3 OFFSET $4) page) AS members`,
      [...among, query.limit, query.offset],
    );
    return { members: members.map((member) => ({ ...member, createdAt: new Date(member.createdAt) })), total };
  }

  /**
   * The role of a member of the caller's organization.
   * @param userId the caller when absent
   */
  async roleOf({ member: caller }: Membership, userId: string | undefined): Promise<Role> {
    if (userId === undefined) return caller.role;
    const member = await this.database.manager.findOneBy(Member, { organizationId: caller.organizationId, userId });
    if (!member) throw memberNotFound('/query/userId');
    return member.role;
  }

  async updateRole(
    { organization: { id }, confirm }: Membership,
    { memberId, role }: UpdateMemberRole,
  ): Promise<Member> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(organizationLock(id));
      const caller = await confirm(tx);
      const { member, person } = await this.find(tx, id, memberId);
      requireOwnerFor(caller, 'UPDATE_THIS_MEMBER', member.role, role);
      if (role === member.role) return member;
      if (member.roleProvisioned) throw new RoleProvisioned();
      await requireOtherOwner(tx, member);
      if (role === 'owner') await requireBelowOwnershipLimit(change, this.settings, member.userId);
      const isRaised = ROLES.indexOf(role) > ROLES.indexOf(member.role);
      if (!isRaised) await noteLoss(tx, member, person.name);
      await tx.update(Member, { id: member.id }, { role, recovery: false });
      // Whoever raises a member answers for it from now on.
      const made = {
        kind: MEMBER,
        recordId: member.id,
        organizationId: id,
        title: person.name,
        details: { userId: member.userId },
      };
      if (role === 'member') await forgetRaised(tx, member.id);
      else if (isRaised) await noteMade(tx, made);
      await cancelUngrantable(change, id, member.userId, role);
      change.record({
        organizationId: id,
        type: 'member.role_updated',
        subject: { id: member.id, title: person.name },
        changes: [{ field: 'role', from: member.role, to: role }],
      });
      return { ...member, role };
    });
  }

  async remove(
    { organization: { id }, confirm }: Membership,
    { memberId, memberIdOrEmail }: RemoveMember,
  ): Promise<MemberWithUserDto> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(organizationLock(id));
      const caller = await confirm(tx);
      const { member, person } = await this.find(
        tx,
        id,
        (memberId ?? memberIdOrEmail)!,
        memberId ? '/memberId' : '/memberIdOrEmail',
      );
      requireOwnerFor(caller, 'DELETE_THIS_MEMBER', member.role);
      await noteLoss(tx, member, person.name);
      await this.memberships.end(change, member);
      change.record({
        organizationId: id,
        type: 'member.removed',
        subject: { id: member.id, title: person.name },
        changes: [
          { field: 'userId', from: person.id, to: null },
          { field: 'role', from: member.role, to: null },
        ],
      });
      return MemberWithUserDto.of(member, person);
    });
  }

  private async find(
    tx: EntityManager,
    organizationId: string,
    idOrEmail: string,
    path = '/memberId',
  ): Promise<{ member: Member; person: User }> {
    const id = isId(idOrEmail) ? idOrEmail : null;
    const [row] = await query(tx, FIND, [organizationId, id, idOrEmail.trim().toLowerCase()]);
    if (!row) throw memberNotFound(path);
    const member = await tx.findOneByOrFail(Member, { id: row.id });
    return { member, person: await tx.findOneByOrFail(User, { id: member.userId }) };
  }
}

/** Only an owner may change an owner, or make a member an owner. */
function requireOwnerFor(caller: Member, action: RestrictedAction, ...roles: Role[]): void {
  if (!roles.every((role) => mayGrant(caller.role, role))) throw notAllowed(action, 'owner');
}
