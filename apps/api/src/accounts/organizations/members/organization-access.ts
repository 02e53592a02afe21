import { columnsOf } from '#libs/database';
import { isId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/current.js';
import type { Policy } from '../../../platform/http/policy.js';
import { requireAdmission } from '../../../platform/http/refusal.js';
import { accessTargetOf } from '../access-target.js';
import { Organization } from '../organization.entity.js';
import { namedOrganization } from '../organizations.sql.js';
import { invitationNotFound, teamNotFound } from '../people-errors.js';
import { Member } from './member.entity.js';
import { isPresent } from '../deleted/is-present.js';

/** How a call refers to an organization: directly, or by one of its records. */
export type OrganizationRef =
  { organizationId: string } | { organizationSlug: string } | { teamId: string } | { invitationId: string };

/** The rows of a membership. */
export interface MembershipRows {
  organization: Organization;
  member: Member;
}

/** The caller's membership in the organization of the call, as loaded by admission. */
export interface Membership extends MembershipRows {
  /**
   * Loads the caller's membership again and repeats the checks of admission, because the role may have changed in the
   * meantime. To rule out concurrent changes, call it with the organization locked.
   * @throws Forbidden
   */
  confirm: (tx: EntityManager) => Promise<Member>;
}

const MATCHES: Readonly<Record<string, string>> = {
  organizationId: 'o.id = $1::uuid',
  organizationSlug: `o.id = ${namedOrganization('$1')}`,
  teamId: 'o.id = (SELECT t.organization_id FROM teams t WHERE t.id = $1::uuid)',
  invitationId: 'o.id = (SELECT i.organization_id FROM invitations i WHERE i.id = $1::uuid)',
};

const ORGANIZATION = columnsOf(Organization, 'o');
const MEMBER = columnsOf(Member, 'm');

/** Admits callers to organizations that are not determined by the path. */
@Injectable()
export class OrganizationAccess {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * The caller's membership, in one statement unless it is the one that was looked up before. The errors do not reveal
   * whether an organization exists.
   * @throws Forbidden if the caller is not a member, has not passed the second factor, or has too low a role;
   * BadRequest `TEAM_NOT_FOUND` or `INVITATION_NOT_FOUND` if the caller is not a member of the record's organization
   */
  async admit(
    policy: Policy,
    principal: Principal,
    ref: OrganizationRef,
    lookedUp?: MembershipRows,
  ): Promise<Membership> {
    const { organization, member } = await this.require(this.database.manager, policy, principal, ref, lookedUp);
    const sameOrganization = { organizationId: organization.id };
    const confirm = async (tx: EntityManager) => (await this.require(tx, policy, principal, sameOrganization)).member;
    return { organization, member, confirm };
  }

  private async require(
    tx: EntityManager,
    policy: Policy,
    principal: Principal,
    ref: OrganizationRef,
    lookedUp?: MembershipRows,
  ) {
    const membership = isOf(ref, lookedUp) ? lookedUp : await this.find(tx, principal.userId!, ref);
    if (!membership && 'teamId' in ref) throw teamNotFound();
    if (!membership && 'invitationId' in ref) throw invitationNotFound();
    requireAdmission(
      policy,
      { ...principal, role: membership?.member.role, isRecoveryOwner: membership?.member.recovery },
      { enabledModules: [], ...(membership && accessTargetOf(membership.organization)) },
    );
    return membership!;
  }

  private async find(tx: EntityManager, userId: string, ref: OrganizationRef) {
    const [kind, value] = Object.entries(ref)[0] as [string, string];
    if (kind !== 'organizationSlug' && !isId(value)) return undefined;
    const [row] = await tx.query<Record<string, unknown>[]>(
      `SELECT ${ORGANIZATION.sql}, ${MEMBER.sql}
       FROM organizations o JOIN members m ON m.organization_id = o.id AND m.user_id = $2
       WHERE ${MATCHES[kind]!} AND ${isPresent('o')}`,
      [value, userId],
    );
    return row && { organization: ORGANIZATION.read(row)!, member: MEMBER.read(row)! };
  }
}

const isOf = (ref: OrganizationRef, rows: MembershipRows | undefined): boolean =>
  rows !== undefined && 'organizationId' in ref && ref.organizationId.toLowerCase() === rows.organization.id;
