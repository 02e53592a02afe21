import { Settings } from '#libs/config';
import { inTransaction, takeTurns } from '#libs/database';
import { newId } from '#libs/ids';
import { changedFields, present } from '#libs/rows';
import { freeSlug, slugOf } from '#libs/slugs';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { PictureFiles } from '../picture-files/picture-files.service.js';
import { record } from '../events/record.js';
import { activateOrganization } from '../identity/sessions/active-organization.js';
import type { Session } from '../identity/sessions/session.entity.js';
import { Passwords } from '../identity/passwords/passwords.service.js';
import { recordPersonal } from '../identity/trail/personal-events.js';
import type { User } from '../identity/user.entity.js';
import type { CreateOrganization, DeleteOrganization, UpdateOrganization } from './dto/organization.dto.js';
import type { WhichOrganizationQuery } from './dto/which-organization.dto.js';
import { NoActiveOrganization, notAMember, SlugTaken } from './errors.js';
import { requireRoomToOwn } from './limits.js';
import { Member } from './members/member.entity.js';
import { lockOwners, requireMember, requireMembership, requireRole } from './members/membership.js';
import { Memberships } from './members/memberships.js';
import { MODULES } from './modules.js';
import { LOGOS, Organization } from './organization.entity.js';

// What those wait for who choose a slug, until the one before has theirs.
const SLUGS = 'organization slugs';

/** Organizations, as their people make and leave them. */
@Injectable()
export class OrganizationsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly files: PictureFiles,
    private readonly memberships: Memberships,
    private readonly settings: Settings,
    private readonly passwords: Passwords,
  ) {}

  /** Makes an organization with every module on; its creator owns it and it becomes the active one. */
  async create(
    user: User,
    session: Session,
    body: CreateOrganization,
  ): Promise<{ organization: Organization; member: Member }> {
    return inTransaction(this.database, async (tx) => {
      await takeTurns(tx, SLUGS);
      await requireRoomToOwn(tx, this.settings, user.id);
      const slug = body.slug ?? (await this.freeSlug(tx, body.name));
      if (body.slug && (await this.isTaken(tx, body.slug))) throw new SlugTaken('ORGANIZATION_ALREADY_EXISTS');
      const id = newId();
      await tx.insert(Organization, {
        id,
        name: body.name,
        slug,
        logo: body.logo ?? null,
        metadata: (body.metadata ?? null) as object,
        enabledModules: [...MODULES],
      });
      const memberId = newId();
      await tx.insert(Member, { id: memberId, organizationId: id, userId: user.id, role: 'owner' });
      if (!body.keepCurrentActiveOrganization) await activateOrganization(tx, session, id);
      await record(tx, { organizationId: id, type: 'organization.created', subject: { id, title: body.name } });
      return {
        organization: await tx.findOneByOrFail(Organization, { id }),
        member: await tx.findOneByOrFail(Member, { id: memberId }),
      };
    });
  }

  async isSlugFree(slug: string): Promise<boolean> {
    return !(await this.isTaken(this.database.manager, slug));
  }

  async list(user: User): Promise<Organization[]> {
    return this.database.manager
      .createQueryBuilder(Organization, 'organization')
      .where('EXISTS (SELECT FROM members m WHERE m.organization_id = organization.id AND m.user_id = :userId)', {
        userId: user.id,
      })
      .orderBy('lower(organization.name)')
      .addOrderBy('organization.id')
      .getMany();
  }

  /** The organization that a request names or the session has active; members only. Null when neither names one. */
  async find(
    user: User,
    session: Session,
    { organizationId, organizationSlug }: WhichOrganizationQuery,
    require = requireMember,
  ): Promise<Organization | null> {
    const tx = this.database.manager;
    const id = organizationId ?? (organizationSlug === undefined ? session.activeOrganizationId : undefined);
    if (id === null) return null;
    const organization = await tx.findOneBy(Organization, id === undefined ? { slug: organizationSlug! } : { id });
    if (!organization) throw notAMember();
    await require(tx, organization.id, user.id);
    return organization;
  }

  async setActive(
    user: User,
    session: Session,
    which: { organizationId?: string | null; organizationSlug?: string },
  ): Promise<Organization | null> {
    if (which.organizationId === null) {
      await this.switchTo(user, session, null);
      return null;
    }
    const named = { ...which, organizationId: which.organizationId ?? undefined };
    const organization = await this.find(user, session, named, requireMembership);
    if (organization && organization.id !== session.activeOrganizationId)
      await this.switchTo(user, session, organization.id);
    return organization;
  }

  async update(user: User, session: Session, { organizationId, data }: UpdateOrganization): Promise<Organization> {
    const id = organizationId ?? session.activeOrganizationId;
    if (!id) throw new NoActiveOrganization('ORGANIZATION_NOT_FOUND');
    const { organization, logo } = await inTransaction(this.database, async (tx) => {
      await requireRole(tx, id, user.id, 'admin', 'UPDATE_THIS_ORGANIZATION');
      const organization = await this.lock(tx, id);
      const values = present(data, 'name', 'slug', 'logo', 'metadata');
      if (values.slug) await takeTurns(tx, SLUGS);
      if (values.slug && values.slug !== organization.slug && (await this.isTaken(tx, values.slug))) {
        throw new SlugTaken('ORGANIZATION_SLUG_ALREADY_TAKEN', '/data/slug');
      }
      const changes = changedFields(organization, values as Partial<Organization>);
      if (changes.length > 0) {
        await tx.update(Organization, { id }, values as object);
        await record(tx, {
          organizationId: id,
          type: 'organization.updated',
          subject: { id, title: values.name ?? organization.name },
          changes,
        });
      }
      const changed = await tx.findOneByOrFail(Organization, { id });
      const logo = { folder: LOGOS, ownerId: id, former: organization.logo, present: changed.logo };
      await this.files.settle(tx, logo);
      return { organization: changed, logo };
    });
    await this.files.sweep(logo);
    return organization;
  }

  /**
   * Deletes an organization with everything in it, in a young session or with the password of its owner.
   * @throws Forbidden `SESSION_NOT_FRESH`; InvalidPassword
   */
  async delete(user: User, session: Session, { organizationId, password }: DeleteOrganization): Promise<Organization> {
    const requireOwner = (tx: EntityManager) =>
      requireRole(tx, organizationId, user.id, 'owner', 'DELETE_THIS_ORGANIZATION');
    await requireOwner(this.database.manager);
    await this.passwords.confirmOrFresh(user, session, password);
    const { organization, logo } = await inTransaction(this.database, async (tx) => {
      const organization = await this.lock(tx, organizationId);
      await requireOwner(tx);
      await this.memberships.endAll(tx, organizationId);
      await tx.delete(Organization, { id: organizationId });
      // Its own history has gone with it; that it went stays.
      const { id, name } = organization;
      await record(tx, { organizationId: null, type: 'organization.deleted', subject: { id, title: name } });
      const logo = { folder: LOGOS, ownerId: organizationId, former: organization.logo, present: null };
      await this.files.settle(tx, logo);
      return { organization, logo };
    });
    await this.files.sweep(logo);
    return organization;
  }

  /** Ends the caller's own membership, with what hangs on it. */
  async leave(user: User, organizationId: string): Promise<Member> {
    return inTransaction(this.database, async (tx) => {
      await lockOwners(tx, organizationId);
      const member = await requireMembership(tx, organizationId, user.id, () => notAMember('MEMBER_NOT_FOUND'));
      await this.memberships.end(tx, member);
      await record(tx, { organizationId, type: 'member.left', subject: { id: member.id, title: user.name } });
      return member;
    });
  }

  private async switchTo(user: User, session: Session, activeOrganizationId: string | null): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      await activateOrganization(tx, session, activeOrganizationId);
      await recordPersonal(tx, 'session.organization_activated', user);
    });
  }

  private async lock(tx: EntityManager, id: string): Promise<Organization> {
    const organization = await tx.findOne(Organization, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!organization) throw notAMember();
    return organization;
  }

  private async isTaken(tx: EntityManager, slug: string): Promise<boolean> {
    return tx.existsBy(Organization, { slug });
  }

  private async freeSlug(tx: EntityManager, name: string): Promise<string> {
    const base = slugOf(name, 'organization');
    const taken = await tx.query<{ slug: string }[]>(
      `SELECT slug FROM organizations WHERE slug = $1 OR starts_with(slug, $1 || '-')`,
      [base],
    );
    return freeSlug(
      base,
      taken.map(({ slug }) => slug),
    );
  }
}
