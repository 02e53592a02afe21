import { Settings } from '#libs/config';
import { execute, query } from '#libs/database';
import { newId } from '#libs/ids';
import { currentRequest } from '#libs/logging';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { eraseOrganization } from '../../platform/events/erasing.js';
import { personalEvent } from '../identity/account-events/personal-events.js';
import { Passwords } from '../identity/passwords/passwords.service.js';
import { personLock } from '../identity/person-lock.js';
import { activateOrganization, deactivateForAll } from '../identity/sessions/active-organization.js';
import type { Session } from '../identity/sessions/session.entity.js';
import type { User } from '../identity/user.entity.js';
import { changedFields, pickDefined } from '../../platform/lists/changed-fields.js';
import { accountOfPerson, networkAccount } from '../../platform/places/account-of-work.js';
import { PictureFiles } from '../../platform/picture-files/picture-files.service.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { chooseSlug, slugLock } from '../../platform/work/choose-slug.js';
import { renamed } from '../../platform/work/slugs.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { CreateOrganization, DeleteOrganization, UpdateOrganization } from './dto/organization.dto.js';
import { HIDE, IS_KEPT, WITHDRAW_INVITATIONS } from './deleted/deleted-organizations.sql.js';
import { notAMember, SlugTaken } from './errors.js';
import { requireBelowOwnershipLimit } from './limits.js';
import { Member } from './members/member.entity.js';
import { Memberships } from './members/memberships.js';
import { noteLoss } from './members/note-loss.js';
import type { Membership, MembershipRows } from './members/organization-access.js';
import { MODULES } from './modules.js';
import { organizationLock, wholeOrganizationLock } from './organization-lock.js';
import { LOGOS, Organization } from './organization.entity.js';
import { ADD_LOCK, HOLDER_OF_SLUG } from './organizations.sql.js';
import { MEMBER, ORGANIZATION, OWN_ORGANIZATIONS } from './own-organizations.sql.js';

/** What an organization of this maker keeps of whose account its work counts for. */
function workOf(settings: Settings, { id, emailVerified }: User): Pick<Organization, 'account' | 'accountNetwork'> {
  const { address } = currentRequest().origin;
  const isOwn = emailVerified || address === null;
  return { account: accountOfPerson(id), accountNetwork: isOwn ? null : networkAccount(settings, address) };
}

/** It is no event of the organization's own: those are deleted with it. */
const deletionOf = ({ id, name }: Organization) =>
  ({ organizationId: null, type: 'organization.deleted', subject: { id, title: name } }) as const;

// The lock under which slugs are chosen.
const SLUG_LOCK = slugLock({ kind: 'organization' });

/** Creates, changes, deletes and leaves organizations. */
@Injectable()
export class OrganizationsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly files: PictureFiles,
    private readonly memberships: Memberships,
    private readonly settings: Settings,
    private readonly passwords: Passwords,
  ) {}

  /**
   * Creates an organization with all modules enabled; the caller becomes its owner, and it becomes the active one of
   * the session.
   */
  async create(
    user: User,
    session: Session,
    body: CreateOrganization,
  ): Promise<{ organization: Organization; member: Member }> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      // Who deletes their account at this moment must find that they own it.
      await change.lock(personLock(user.id), SLUG_LOCK);
      await requireBelowOwnershipLimit(change, this.settings, user.id);
      const slug =
        body.slug ?? (await chooseSlug(change, Organization, body.name, { kind: 'organization', keepsFormer: true }));
      if (body.slug && (await this.isTaken(tx, body.slug))) throw new SlugTaken('ORGANIZATION_ALREADY_EXISTS');
      const id = newId();
      await tx.insert(Organization, {
        id,
        name: body.name,
        slug,
        logo: body.logo ?? null,
        metadata: (body.metadata ?? null) as object,
        enabledModules: [...MODULES],
        ...workOf(this.settings, user),
      });
      await query(tx, ADD_LOCK, [id]);
      const memberId = newId();
      await tx.insert(Member, { id: memberId, organizationId: id, userId: user.id, role: 'owner' });
      if (!body.keepCurrentActiveOrganization) await activateOrganization(tx, session, id);
      change.record({ organizationId: id, type: 'organization.created', subject: { id, title: body.name } });
      return {
        organization: await tx.findOneByOrFail(Organization, { id }),
        member: await tx.findOneByOrFail(Member, { id: memberId }),
      };
    });
  }

  async isSlugFree(slug: string): Promise<boolean> {
    return !(await this.isTaken(this.database.manager, slug));
  }

  async list({ id: userId }: User): Promise<MembershipRows[]> {
    const rows = await query(this.database, OWN_ORGANIZATIONS, [userId]);
    return rows.map((row) => ({ organization: ORGANIZATION.read(row)!, member: MEMBER.read(row)! }));
  }

  /**
   * Makes an organization the active one of a session.
   * @param organization undefined where none is to be active
   */
  async setActive(user: User, session: Session, organization: Organization | undefined): Promise<void> {
    const id = organization?.id ?? null;
    if (organization && id === session.activeOrganizationId) return;
    await this.unitOfWork.run(async (change) => {
      await activateOrganization(change.tx, session, id);
      change.record(personalEvent('session.organization_activated', user));
    });
  }

  async update({ organization: { id }, confirm }: Membership, { data }: UpdateOrganization): Promise<Organization> {
    const { organization, logo } = await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const organization = await this.lock(change, id);
      await confirm(tx);
      const values = pickDefined(data, 'name', 'slug', 'logo', 'metadata');
      if (values.slug) await change.lock(SLUG_LOCK);
      if (values.slug && values.slug !== organization.slug && (await this.isTaken(tx, values.slug, id))) {
        throw new SlugTaken('ORGANIZATION_SLUG_ALREADY_TAKEN', '/data/slug');
      }
      const changes = changedFields(organization, values as Partial<Organization>);
      if (changes.length > 0) {
        const slugs = values.slug === undefined ? {} : renamed(organization, values.slug);
        await tx.update(Organization, { id }, { ...values, ...slugs } as object);
        const subject = { id, title: values.name ?? organization.name };
        change.record({ organizationId: id, type: 'organization.updated', subject, changes });
      }
      const changed = await tx.findOneByOrFail(Organization, { id });
      const logo = { folder: LOGOS, ownerId: id, former: organization.logo, present: changed.logo };
      await this.files.scheduleRemoval(tx, logo);
      return { organization: changed, logo };
    });
    await this.files.removeFormer(logo);
    return organization;
  }

  /**
   * Deletes an organization with everything in it, or keeps it for an operator as long as these want that; needs a
   * fresh session or the owner's password.
   * @throws Forbidden `SESSION_NOT_FRESH`; InvalidPassword
   */
  async delete(
    user: User,
    session: Session,
    { organization: { id }, confirm }: Membership,
    { password }: DeleteOrganization,
  ): Promise<Organization> {
    await this.passwords.confirmOrFresh(user, session, password);
    return this.settings.retain.deleted > 0 ? this.hide(id, confirm) : this.remove(id, confirm);
  }

  /**
   * Deletes an organization so that it can be brought back: nobody reaches it or anything in it.
   * @param confirm called with the organization locked; may refuse
   */
  async hide(id: string, confirm: (tx: EntityManager) => Promise<unknown> = async () => {}): Promise<Organization> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const organization = await this.lock(change, id);
      await confirm(tx);
      await execute(tx, HIDE, [id]);
      await execute(tx, WITHDRAW_INVITATIONS, [id]);
      await deactivateForAll(tx, id);
      change.record(deletionOf(organization));
      return organization;
    });
  }

  /**
   * Deletes an organization with everything in it, for good.
   * @param confirm called with the organization locked; may refuse
   */
  async remove(id: string, confirm: (tx: EntityManager) => Promise<unknown> = async () => {}): Promise<Organization> {
    const { organization, logo } = await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const organization = await this.lock(change, id);
      await confirm(tx);
      const [state] = await query(tx, IS_KEPT, [id]);
      await this.memberships.endAll(change, id);
      await deactivateForAll(tx, id);
      await tx.delete(Organization, { id });
      // Its own events are deleted with it; this event stays.
      change.beforeCommit((tx) => eraseOrganization(tx, id));
      if (!state!.isKept) change.record(deletionOf(organization));
      const logo = { folder: LOGOS, ownerId: id, former: organization.logo, present: null };
      await this.files.scheduleRemoval(tx, logo);
      return { organization, logo };
    });
    await this.files.removeFormer(logo);
    return organization;
  }

  /** Ends the caller's own membership and what depends on it. */
  async leave(user: User, { organization: { id }, confirm }: Membership): Promise<Member> {
    return this.unitOfWork.run(async (change) => {
      await change.lock(organizationLock(id));
      const member = await confirm(change.tx);
      await noteLoss(change.tx, member, user.name);
      await this.memberships.end(change, member);
      change.record({ organizationId: id, type: 'member.left', subject: { id: member.id, title: user.name } });
      return member;
    });
  }

  private async lock(change: ChangeContext, id: string): Promise<Organization> {
    await change.lock(wholeOrganizationLock(id));
    const organization = await change.tx.findOneBy(Organization, { id });
    if (!organization) throw notAMember();
    return organization;
  }

  /** Whether a slug leads to another organization than this one, now or from former days. */
  private async isTaken(tx: EntityManager, slug: string, except?: string): Promise<boolean> {
    const [holder] = await query(tx, HOLDER_OF_SLUG, [slug]);
    return holder !== undefined && holder.id !== except;
  }
}
