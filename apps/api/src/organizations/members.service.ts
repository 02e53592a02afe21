import type { Role } from '#libs/access';
import { inTransaction } from '#libs/database';
import { InvalidInput } from '#libs/errors';
import { isId } from '#libs/http';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { record } from '../events/record.js';
import type { Session } from '../identity/session.entity.js';
import type { User } from '../identity/user.entity.js';
import type { MemberWithUserDto } from './dto/organization.dto.js';
import type { ListMembersQuery, RemoveMember, UpdateMemberRole } from './dto/people.dto.js';
import { Member } from './member.entity.js';
import { endMembership, lockOwners, organizationOf, requireOtherOwner, requireRole } from './membership.js';
import { memberNotFound, ownersOnly } from './people-errors.js';

// The columns are ours, never the request's.
const SORT: Readonly<Record<ListMembersQuery['sortBy'], string>> = {
  createdAt: 'm.created_at',
  role: 'm.role',
  name: 'lower(u.name)',
  email: 'u.email',
};

/** The members of an organization. */
@Injectable()
export class MembersService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async list(
    user: User,
    session: Session,
    query: ListMembersQuery,
  ): Promise<{ members: MemberWithUserDto[]; total: number }> {
    const organizationId = organizationOf(query.organizationId, session);
    await requireRole(this.database.manager, organizationId, user.id, 'member');
    const direction = query.sortDirection === 'asc' ? 'ASC' : 'DESC';
    const members = await this.select(
      `m.organization_id = $1 ORDER BY ${SORT[query.sortBy]} ${direction}, m.id ${direction} LIMIT $2 OFFSET $3`,
      [organizationId, query.limit, query.offset],
    );
    return { members, total: await this.database.manager.countBy(Member, { organizationId }) };
  }

  /** The caller's own membership of the active organization. */
  async active(user: User, session: Session): Promise<MemberWithUserDto> {
    const organizationId = organizationOf(undefined, session);
    const { id } = await requireRole(this.database.manager, organizationId, user.id, 'member');
    return (await this.select('m.id = $1', [id]))[0]!;
  }

  async updateRole(
    user: User,
    session: Session,
    { memberId, role, organizationId }: UpdateMemberRole,
  ): Promise<Member> {
    const id = organizationOf(organizationId, session);
    return inTransaction(this.database, async (tx) => {
      await lockOwners(tx, id);
      const caller = await requireRole(tx, id, user.id, 'admin');
      const member = await this.find(tx, id, memberId);
      requireOwnerFor(caller, member.role, role);
      if (role === member.role) return member;
      await requireOtherOwner(tx, member);
      await tx.update(Member, { id: member.id }, { role });
      await record(tx, {
        organizationId: id,
        type: 'member.role_updated',
        subject: { id: member.id },
        changes: [{ field: 'role', from: member.role, to: role }],
      });
      return { ...member, role };
    });
  }

  async remove(
    user: User,
    session: Session,
    { memberId, memberIdOrEmail, organizationId }: RemoveMember,
  ): Promise<Member> {
    const id = organizationOf(organizationId, session);
    const named = memberId ?? memberIdOrEmail;
    if (named === undefined || (memberId !== undefined && memberIdOrEmail !== undefined)) {
      throw new InvalidInput([
        { path: '/memberId', code: 'required', message: 'name the member by memberId or by memberIdOrEmail' },
      ]);
    }
    return inTransaction(this.database, async (tx) => {
      await lockOwners(tx, id);
      const caller = await requireRole(tx, id, user.id, 'admin');
      const member = await this.find(tx, id, named);
      requireOwnerFor(caller, member.role);
      await endMembership(tx, member);
      await record(tx, { organizationId: id, type: 'member.removed', subject: { id: member.id } });
      return member;
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
    return this.database.query(
      `SELECT m.id, m.organization_id AS "organizationId", m.user_id AS "userId", m.role, m.team_id AS "teamId", m.created_at AS "createdAt",
         json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'image', u.image) AS user
       FROM members m JOIN users u ON u.id = m.user_id WHERE ${condition}`,
      parameters,
    );
  }
}

/** Only an owner may touch an owner, or make one. */
export function requireOwnerFor(caller: Member, ...roles: Role[]): void {
  if (caller.role !== 'owner' && roles.includes('owner')) throw ownersOnly();
}
