import type { Role } from '#libs/access';
import { Settings } from '#libs/config';
import { inTransaction } from '#libs/database';
import { InvalidInput } from '#libs/errors';
import { isId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { record } from '../../events/record.js';
import type { Session } from '../../identity/sessions/session.entity.js';
import { User } from '../../identity/user.entity.js';
import { MemberWithUserDto } from './dto/member.dto.js';
import type {
  AskPermission,
  ListMembersQuery,
  MemberFilterField,
  MemberFilterOperator,
  MemberRoleQuery,
  RemoveMember,
  UpdateMemberRole,
} from './dto/member.dto.js';
import { cancelBeyond } from '../invitations/cancel-beyond.js';
import { requireRoomToOwn } from '../limits.js';
import { Member } from './member.entity.js';
import { MEMBERS_WITH_USERS } from './members-with-users.js';
import {
  lockOwners,
  namedOrganization,
  organizationOf,
  requireMember,
  requireOtherOwner,
  requireRole,
} from './membership.js';
import { Memberships } from './memberships.js';
import { type Deed, notAllowed, notAMember } from '../errors.js';
import { mayGrant } from './granting.js';
import { memberNotFound } from '../people-errors.js';
import { isPermitted } from './permissions.js';

// The columns are ours, never the request's.
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

/** The members of an organization. */
@Injectable()
export class MembersService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly memberships: Memberships,
    private readonly settings: Settings,
  ) {}

  async list(
    user: User,
    session: Session,
    query: ListMembersQuery,
  ): Promise<{ members: MemberWithUserDto[]; total: number }> {
    const organizationId = await namedOrganization(this.database.manager, query, session, outsider);
    await requireMember(this.database.manager, organizationId, user.id, outsider);
    const direction = query.sortDirection === 'asc' ? 'ASC' : 'DESC';
    const filtered = query.filterField !== undefined && query.filterValue !== undefined;
    const condition = filtered ? COMPARE[query.filterOperator](FILTER[query.filterField!]) : '$2::text IS NULL';
    const among = [organizationId, filtered ? query.filterValue : null];
    const members = await this.select(
      `m.organization_id = $1 AND ${condition} ORDER BY ${SORT[query.sortBy]} ${direction}, m.id ${direction} LIMIT $3 OFFSET $4`,
      [...among, query.limit, query.offset],
    );
    const [{ total }] = await this.database.query<[{ total: number }]>(
      `SELECT count(*)::int AS total FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND ${condition}`,
      among,
    );
    return { members, total };
  }

  /** The caller's own membership of the active organization. */
  async active(user: User, session: Session): Promise<MemberWithUserDto> {
    const organizationId = organizationOf(undefined, session);
    const { id } = await requireMember(this.database.manager, organizationId, user.id);
    return (await this.select('m.id = $1', [id]))[0]!;
  }

  /** The role of a member, for any member of the organization. */
  async roleOf(user: User, session: Session, { userId, ...which }: MemberRoleQuery): Promise<Role> {
    const tx = this.database.manager;
    const organizationId = await namedOrganization(tx, which, session, outsider);
    const caller = await requireMember(tx, organizationId, user.id, outsider);
    const member = userId === undefined ? caller : await tx.findOneBy(Member, { organizationId, userId });
    if (!member) throw memberNotFound('/query/userId');
    return member.role;
  }

  /** Whether the caller's role permits all of these actions. */
  async hasPermission(
    user: User,
    session: Session,
    { organizationId, permissions, permission }: AskPermission,
  ): Promise<boolean> {
    const asked = permissions ?? permission;
    if (!asked) {
      throw new InvalidInput([{ path: '/permissions', code: 'required', message: 'permissions is required' }]);
    }
    const id = organizationOf(organizationId, session);
    return isPermitted((await requireMember(this.database.manager, id, user.id)).role, asked);
  }

  async updateRole(
    user: User,
    session: Session,
    { memberId, role, organizationId }: UpdateMemberRole,
  ): Promise<Member> {
    const id = organizationOf(organizationId, session);
    return inTransaction(this.database, async (tx) => {
      await lockOwners(tx, id);
      const caller = await requireRole(tx, id, user.id, 'admin', 'UPDATE_THIS_MEMBER');
      const member = await this.find(tx, id, memberId);
      requireOwnerFor(caller, 'UPDATE_THIS_MEMBER', member.role, role);
      if (role === member.role) return member;
      await requireOtherOwner(tx, member);
      if (role === 'owner') await requireRoomToOwn(tx, this.settings, member.userId);
      await tx.update(Member, { id: member.id }, { role });
      await cancelBeyond(tx, id, member.userId, role);
      const { name } = await tx.findOneByOrFail(User, { id: member.userId });
      await record(tx, {
        organizationId: id,
        type: 'member.role_updated',
        subject: { id: member.id, title: name },
        changes: [{ field: 'role', from: member.role, to: role }],
      });
      return { ...member, role };
    });
  }

  async remove(
    user: User,
    session: Session,
    { memberId, memberIdOrEmail, organizationId }: RemoveMember,
  ): Promise<MemberWithUserDto> {
    const id = organizationOf(organizationId, session);
    const named = memberId ?? memberIdOrEmail;
    if (named === undefined || (memberId !== undefined && memberIdOrEmail !== undefined)) {
      throw new InvalidInput([
        { path: '/memberId', code: 'required', message: 'name the member by memberId or by memberIdOrEmail' },
      ]);
    }
    return inTransaction(this.database, async (tx) => {
      await lockOwners(tx, id);
      const caller = await requireRole(tx, id, user.id, 'admin', 'DELETE_THIS_MEMBER');
      const member = await this.find(tx, id, named);
      requireOwnerFor(caller, 'DELETE_THIS_MEMBER', member.role);
      const person = await tx.findOneByOrFail(User, { id: member.userId });
      await this.memberships.end(tx, member);
      await record(tx, {
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

  private async find(tx: EntityManager, organizationId: string, idOrEmail: string): Promise<Member> {
    const [row] = await tx.query<{ id: string }[]>(
      `SELECT m.id FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND (m.id = $2::uuid OR u.email = $3)`,
      [organizationId, isId(idOrEmail) ? idOrEmail : null, idOrEmail.trim().toLowerCase()],
    );
    if (!row) throw memberNotFound();
    return tx.findOneByOrFail(Member, { id: row.id });
  }

  private select(condition: string, parameters: unknown[]): Promise<MemberWithUserDto[]> {
    return this.database.query(`${MEMBERS_WITH_USERS} WHERE ${condition}`, parameters);
  }
}

/** Only an owner may touch an owner, or make one. */
function requireOwnerFor(caller: Member, deed: Deed, ...roles: Role[]): void {
  if (!roles.every((role) => mayGrant(caller.role, role))) throw notAllowed(deed, 'owner');
}

// What the client of this wire format calls the same refusal at these endpoints.
const outsider = () => notAMember('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION');
