import { type Policy, type Principal, requireAdmission } from '#libs/access';
import { type Columns, columnsOf } from '#libs/database';
import { isId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { invitationNotFound, teamNotFound } from '../people-errors.js';
import { Organization } from '../organization.entity.js';
import { Member } from './member.entity.js';

/** How a call names an organization: itself, or by one of its records. */
export type OrganizationRef =
  { organizationId: string } | { organizationSlug: string } | { teamId: string } | { invitationId: string };

/** The caller's membership of the organization that a call is about, as admission found it. */
export interface Membership {
  organization: Organization;
  member: Member;
  /**
   * Reads the caller's membership again, and refuses as admission would whoever has lost meanwhile what the endpoint
   * asks for. A change whose right must not be lost in the same moment calls it with the organization locked.
   * @throws Forbidden
   */
  confirm: (tx: EntityManager) => Promise<Member>;
}

const MATCHES: Readonly<Record<string, string>> = {
  organizationId: 'o.id = $1::uuid',
  organizationSlug: 'o.slug = $1',
  teamId: 'o.id = (SELECT t.organization_id FROM teams t WHERE t.id = $1::uuid)',
  invitationId: 'o.id = (SELECT i.organization_id FROM invitations i WHERE i.id = $1::uuid)',
};

/** Admits callers to organizations that they name otherwise than in a path. */
@Injectable()
export class OrganizationAccess {
  private readonly organization: Columns<Organization>;
  private readonly member: Columns<Member>;

  constructor(@InjectDataSource() private readonly database: DataSource) {
    this.organization = columnsOf(database, Organization, 'o');
    this.member = columnsOf(database, Member, 'm');
  }

  /**
   * The caller's membership, in one statement. What does not exist and what is of other people are answered alike.
   * @throws Forbidden for strangers, who have not passed the second factor, and whose role is too low; BadRequest
   *   `TEAM_NOT_FOUND` or `INVITATION_NOT_FOUND` for strangers to the organization of a record
   */
  async admit(policy: Policy, principal: Principal, ref: OrganizationRef): Promise<Membership> {
    const { organization, member } = await this.require(this.database.manager, policy, principal, ref);
    const sameOrganization = { organizationId: organization.id };
    const confirm = async (tx: EntityManager) => (await this.require(tx, policy, principal, sameOrganization)).member;
    return { organization, member, confirm };
  }

  private async require(tx: EntityManager, policy: Policy, principal: Principal, ref: OrganizationRef) {
    const found = await this.find(tx, principal.userId!, ref);
    if (!found && 'teamId' in ref) throw teamNotFound();
    if (!found && 'invitationId' in ref) throw invitationNotFound();
    requireAdmission(
      policy,
      { ...principal, role: found?.member.role },
      { enabledModules: [], requireTwoFactor: found?.organization.requireTwoFactor },
    );
    return found!;
  }

  private async find(tx: EntityManager, userId: string, ref: OrganizationRef) {
    const [kind, value] = Object.entries(ref)[0] as [string, string];
    if (kind !== 'organizationSlug' && !isId(value)) return undefined;
    const [row] = await tx.query<Record<string, unknown>[]>(
      `SELECT ${this.organization.sql}, ${this.member.sql}
       FROM organizations o JOIN members m ON m.organization_id = o.id AND m.user_id = $2 WHERE ${MATCHES[kind]!}`,
      [value, userId],
    );
    return row && { organization: this.organization.read(row)!, member: this.member.read(row)! };
  }
}
