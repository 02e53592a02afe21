import { clock } from '#libs/clock';
import { requireBelowLimit } from '#libs/config';
import { query } from '#libs/database';
import { NotFound } from '#libs/errors';
import { isId, newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { organizationLock } from '../../../accounts/organizations/organization-lock.js';
import { Quotas } from '../../../accounts/organizations/quotas.service.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { invalidValue, NotUnique } from '../protocol/errors.js';
import { type Filter, NOTHING } from '../protocol/filter.js';
import { type MemberChange, patchGroup, readGroup, type ScimGroup } from '../protocol/group.js';
import type { Page } from '../protocol/paging.js';
import { ProvidedRoles } from '../roles/provided-roles.service.js';
import type { MemberOfGroup, ShownGroup } from './group-resource.js';
import {
  COUNT_GROUPS,
  COUNT_MEMBERS,
  HAS_GROUP_NAME,
  LIST_GROUPS,
  MEMBERS_OF_GROUPS,
  PEOPLE_AMONG,
  PEOPLE_OF_GROUP,
  PUT_IN,
  TAKE_OUT,
} from './groups.sql.js';
import { ProvisionedGroup } from './provisioned-group.entity.js';

/** How many members the groups of one answer have together, unless it is one group. */
const MOST_MEMBERS = 20_000;

/** The groups of people of whom the provider of an organization tells. */
@Injectable()
export class ProvisionedGroups {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly roles: ProvidedRoles,
    private readonly quotas: Quotas,
  ) {}

  /** @param withMembers whether it is shown who is in them */
  async list(
    organizationId: string,
    filter: Filter | typeof NOTHING,
    { startIndex, count }: Page,
    withMembers: boolean,
  ): Promise<{ groups: ShownGroup[]; total: number }> {
    if (filter === NOTHING) return { groups: [], total: 0 };
    const { id = null, displayName = null, externalId = null, 'members.value': member = null } = filter;
    if ([id, member].some((one) => one !== null && !isId(one))) return { groups: [], total: 0 };
    const found = [organizationId, id, displayName, externalId, member] as const;
    const { manager: tx } = this.database;
    const [counted] = await query(tx, COUNT_GROUPS, [...found]);
    const page = count === 0 ? [] : await query(tx, LIST_GROUPS, [...found, count, startIndex - 1]);
    const groups = withMembers
      ? await withMembersOf(tx, organizationId, await fitting(tx, organizationId, page))
      : page;
    return { groups, total: counted!.total };
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string, withMembers: boolean): Promise<ShownGroup> {
    const { manager: tx } = this.database;
    const group = await find(tx, organizationId, id);
    return withMembers ? (await withMembersOf(tx, organizationId, [group]))[0]! : group;
  }

  /** @throws ScimBadRequest, NotUnique, LimitReached */
  async create(organizationId: string, body: unknown, withMembers: boolean): Promise<ShownGroup> {
    const { members, ...input } = readGroup(body);
    const id = newId();
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(organizationLock(organizationId));
      await requireOwnName(tx, organizationId, input, null);
      const count = await tx.countBy(ProvisionedGroup, { organizationId });
      requireBelowLimit(this.quotas.of(organizationId), 'provisionedGroups', count);
      await tx.insert(ProvisionedGroup, { ...input, organizationId, id });
      const affected = await changeMembers(tx, organizationId, id, members);
      await this.roles.renew(change, organizationId, affected);
      change.record({ ...subjectOf({ organizationId, id, ...input }), type: 'provisioned_group.created' });
      return shown(tx, organizationId, id, withMembers);
    });
  }

  /** Everything is as the body says, and nothing as it was. @throws as `create`; NotFound */
  async replace(organizationId: string, id: string, body: unknown, withMembers: boolean): Promise<ShownGroup> {
    const input = readGroup(body);
    return this.withGroup(organizationId, id, (change, group) => this.change(change, group, input, withMembers));
  }

  /** @throws as `replace` */
  async patch(organizationId: string, id: string, body: unknown, withMembers: boolean): Promise<ShownGroup> {
    return this.withGroup(organizationId, id, (change, group) =>
      this.change(change, group, patchGroup(group, body), withMembers),
    );
  }

  /** What it gave goes with it. @throws NotFound */
  async delete(organizationId: string, id: string): Promise<void> {
    await this.withGroup(organizationId, id, async (change, group) => {
      const { tx } = change;
      const affected = await query(tx, PEOPLE_OF_GROUP, [organizationId, id]);
      await tx.delete(ProvisionedGroup, { organizationId, id });
      await this.roles.renew(change, organizationId, idsOf(affected));
      change.record({ ...subjectOf(group), type: 'provisioned_group.deleted' });
    });
  }

  private async change(
    change: ChangeContext,
    group: ProvisionedGroup,
    { displayName, externalId, members }: ScimGroup & { members: MemberChange },
    withMembers: boolean,
  ): Promise<ShownGroup> {
    const { tx } = change;
    const { organizationId, id } = group;
    const isRenamed = displayName !== group.displayName || externalId !== group.externalId;
    if (isRenamed) await requireOwnName(tx, organizationId, { displayName, externalId }, id);
    await tx.update(ProvisionedGroup, { organizationId, id }, { displayName, externalId, updatedAt: clock.now() });
    const changed = await changeMembers(tx, organizationId, id, members);
    // Under another name it may give something else to all who are in it.
    const others = isRenamed ? await query(tx, PEOPLE_OF_GROUP, [organizationId, id]) : [];
    await this.roles.renew(change, organizationId, [...new Set([...changed, ...idsOf(others)])]);
    change.record({ ...subjectOf({ organizationId, id, displayName }), type: 'provisioned_group.updated' });
    return shown(tx, organizationId, id, withMembers);
  }

  private withGroup<T>(
    organizationId: string,
    id: string,
    work: (change: ChangeContext, group: ProvisionedGroup) => Promise<T>,
  ): Promise<T> {
    return this.unitOfWork.run(async (change) => {
      await change.lock(organizationLock(organizationId));
      return work(change, await find(change.tx, organizationId, id));
    });
  }
}

/** Returns who has come or gone. @throws ScimBadRequest where somebody is not known */
async function changeMembers(
  tx: EntityManager,
  organizationId: string,
  groupId: string,
  { keeps, added, removed }: MemberChange,
): Promise<string[]> {
  const ids = [...added];
  const known = ids.length > 0 ? new Set(idsOf(await query(tx, PEOPLE_AMONG, [organizationId, ids]))) : new Set();
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw invalidValue(`There is no person ${unknown} here.`);
  const out = keeps ? [...removed].filter(isId) : ids;
  const taken = keeps && out.length === 0 ? [] : await query(tx, TAKE_OUT, [organizationId, groupId, out, !keeps]);
  const put = ids.length > 0 ? await query(tx, PUT_IN, [organizationId, groupId, ids]) : [];
  return idsOf([...taken, ...put]);
}

async function find(tx: EntityManager, organizationId: string, id: string): Promise<ProvisionedGroup> {
  const group = isId(id) ? await tx.findOneBy(ProvisionedGroup, { organizationId, id }) : null;
  if (!group) throw new NotFound('group');
  return group;
}

async function requireOwnName(
  tx: EntityManager,
  organizationId: string,
  { displayName }: ScimGroup,
  except: string | null,
): Promise<void> {
  if ((await query(tx, HAS_GROUP_NAME, [organizationId, displayName, except])).length > 0)
    throw new NotUnique('The organization already has a group with this displayName.');
}

async function shown(tx: EntityManager, organizationId: string, id: string, withMembers: boolean): Promise<ShownGroup> {
  const group = await find(tx, organizationId, id);
  return withMembers ? (await withMembersOf(tx, organizationId, [group]))[0]! : group;
}

/** The first of these groups, as many as may be shown with their members; RFC 7644 lets a page be shorter. */
async function fitting(
  tx: EntityManager,
  organizationId: string,
  groups: readonly ProvisionedGroup[],
): Promise<ProvisionedGroup[]> {
  const counted = await query(tx, COUNT_MEMBERS, [organizationId, idsOf(groups)]);
  const counts = new Map(counted.map(({ groupId, count }) => [groupId, count]));
  let members = 0;
  return groups.filter(({ id }, index) => (members += counts.get(id) ?? 0) <= MOST_MEMBERS || index === 0);
}

async function withMembersOf(
  tx: EntityManager,
  organizationId: string,
  groups: readonly ProvisionedGroup[],
): Promise<ShownGroup[]> {
  const members = await query(tx, MEMBERS_OF_GROUPS, [organizationId, idsOf(groups)]);
  const byGroup = new Map<string, MemberOfGroup[]>(groups.map(({ id }) => [id, []]));
  for (const { groupId, value, display } of members) byGroup.get(groupId)!.push({ value, display });
  return groups.map((group) => ({ ...group, members: byGroup.get(group.id) ?? [] }));
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

const subjectOf = ({
  organizationId,
  id,
  displayName,
}: Pick<ProvisionedGroup, 'organizationId' | 'id' | 'displayName'>) => ({
  organizationId,
  subject: { id, title: displayName },
});
