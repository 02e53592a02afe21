import { clock } from '#libs/clock';
import { requireBelowLimit } from '#libs/config';
import { query } from '#libs/database';
import { NotFound } from '#libs/errors';
import { isId, newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { personLock } from '../../../accounts/identity/person-lock.js';
import { unlink } from '../../../accounts/identity/provider/organization-links.js';
import { User } from '../../../accounts/identity/user.entity.js';
import { locksOfOwned } from '../../../accounts/organizations/members/needed-elsewhere.js';
import { organizationLock } from '../../../accounts/organizations/organization-lock.js';
import { Quotas } from '../../../accounts/organizations/quotas.service.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { type Filter, NOTHING } from '../protocol/filter.js';
import type { Page } from '../protocol/paging.js';
import { addressOf, patchPerson, readPerson, type ScimPerson } from '../protocol/user.js';
import { followPerson, memberAt, requireOwnUserName, requireProvedDomain } from './accounts.js';
import { Belonging } from './belonging.service.js';
import { COUNT_PEOPLE, FIND_PERSON, GROUPS_OF_PEOPLE, LIST_PEOPLE } from './people.sql.js';
import { nameOfAccount } from './person-name.js';
import type { GroupOfPerson, ShownPerson } from './person-resource.js';
import { ProvisionedPerson } from './provisioned-person.entity.js';

/** The people of whom the provider of an organization tells. */
@Injectable()
export class ProvisionedPeople {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly belonging: Belonging,
    private readonly quotas: Quotas,
  ) {}

  /** @param withGroups whether the groups of people are shown */
  async list(
    organizationId: string,
    filter: Filter | typeof NOTHING,
    { startIndex, count }: Page,
    withGroups: boolean,
  ): Promise<{ people: ShownPerson[]; total: number }> {
    const { id = null } = filter === NOTHING ? {} : filter;
    if (filter === NOTHING || (id !== null && !isId(id))) return { people: [], total: 0 };
    const { userName = null, externalId = null, displayName = null, 'emails.value': email = null } = filter;
    const found = [organizationId, id, userName, externalId, displayName, email] as const;
    const { manager: tx } = this.database;
    const [counted] = await query(tx, COUNT_PEOPLE, [...found]);
    const people = count === 0 ? [] : await query(tx, LIST_PEOPLE, [...found, count, startIndex - 1]);
    return { people: withGroups ? await this.withGroups(tx, organizationId, people) : people, total: counted!.total };
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<ShownPerson> {
    const { manager: tx } = this.database;
    const [shown] = await this.withGroups(tx, organizationId, [await this.find(tx, organizationId, id)]);
    return shown!;
  }

  /** @throws ScimBadRequest, NotUnique, LimitReached */
  async create(organizationId: string, body: unknown): Promise<ShownPerson> {
    const input = readPerson(body);
    const email = addressOf(input);
    const id = newId();
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(organizationLock(organizationId));
      await requireProvedDomain(tx, organizationId, email);
      await requireOwnUserName(tx, organizationId, input.userName, null);
      const count = await tx.countBy(ProvisionedPerson, { organizationId });
      requireBelowLimit(this.quotas.of(organizationId), 'provisionedPeople', count);
      await tx.insert(ProvisionedPerson, { ...rowOf(input), organizationId, id, userId: null, email });
      const person = await this.find(tx, organizationId, id);
      const begun = input.active && (await this.belonging.begin(change, person));
      if (!begun) change.record({ organizationId, type: 'provisioned_person.created', subject: { id } });
      // Nobody new is in a group.
      return { ...(await this.find(tx, organizationId, id)), groups: [] };
    });
  }

  /** Everything is as the body says, and nothing as it was. @throws as `create`; NotFound, LastOwner */
  async replace(organizationId: string, id: string, body: unknown): Promise<ShownPerson> {
    const input = readPerson(body);
    return this.withPerson(organizationId, id, (change, person, account) =>
      this.change(change, person, account, input),
    );
  }

  /** @throws as `replace` */
  async patch(organizationId: string, id: string, body: unknown): Promise<ShownPerson> {
    return this.withPerson(organizationId, id, (change, person, account) =>
      this.change(change, person, account, patchPerson(person, body)),
    );
  }

  /** @throws NotFound, LastOwner */
  async delete(organizationId: string, id: string): Promise<void> {
    await this.withPerson(organizationId, id, async (change, person, account) => {
      const ended = await this.belonging.end(change, person, account);
      // Whoever the provider tells of later at this address may have another subject there.
      if (person.userId) await unlink(change.tx, organizationId, person.userId);
      await change.tx.delete(ProvisionedPerson, { organizationId, id });
      if (!ended) change.record({ organizationId, type: 'provisioned_person.deleted', subject: { id } });
    });
  }

  private async change(
    change: ChangeContext,
    person: ProvisionedPerson,
    account: string | null,
    input: ScimPerson,
  ): Promise<ShownPerson> {
    const { tx } = change;
    const { organizationId, id, userId } = person;
    const email = addressOf(input);
    const comes = input.active && !(person.active && userId);
    if (email !== person.email || comes) await requireProvedDomain(tx, organizationId, email);
    await requireOwnUserName(tx, organizationId, input.userName, id);
    if (userId) {
      const user = await tx.findOneByOrFail(User, { id: userId });
      if (user.managedBy === organizationId) await followPerson(tx, user, { email, name: nameOfAccount(input) });
    }
    await tx.update(ProvisionedPerson, { organizationId, id }, { ...rowOf(input), email, updatedAt: clock.now() });
    const now = { ...person, ...input, email, emails: [...input.emails] };
    const changed = comes
      ? await this.belonging.begin(change, now)
      : !input.active && (await this.belonging.end(change, now, account));
    if (!changed) change.record({ organizationId, type: 'provisioned_person.updated', subject: { id } });
    return this.shown(tx, organizationId, id);
  }

  /** Changes a person with their account and the organization locked; who was linked meanwhile is looked at anew. */
  private async withPerson<T>(
    organizationId: string,
    id: string,
    work: (change: ChangeContext, person: ProvisionedPerson, account: string | null) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const { manager } = this.database;
      const account = await accountHere(manager, await this.find(manager, organizationId, id));
      const done = await this.unitOfWork.run(async (change) => {
        if (account) {
          await change.lock(personLock(account));
          await change.lock(
            ...(await locksOfOwned(change.tx, account, organizationId)),
            organizationLock(organizationId),
          );
        } else await change.lock(organizationLock(organizationId));
        const person = await this.find(change.tx, organizationId, id);
        const isSame = (await accountHere(change.tx, person)) === account;
        return isSame ? { result: await work(change, person, account) } : undefined;
      });
      if (done) return done.result;
    }
  }

  private async find(tx: EntityManager, organizationId: string, id: string): Promise<ProvisionedPerson> {
    const [person] = isId(id) ? await query(tx, FIND_PERSON, [organizationId, id]) : [];
    if (!person) throw new NotFound('person');
    return person;
  }

  private async shown(tx: EntityManager, organizationId: string, id: string): Promise<ShownPerson> {
    const [shown] = await this.withGroups(tx, organizationId, [await this.find(tx, organizationId, id)]);
    return shown!;
  }

  private async withGroups(
    tx: EntityManager,
    organizationId: string,
    people: readonly ProvisionedPerson[],
  ): Promise<ShownPerson[]> {
    const groups = await query(tx, GROUPS_OF_PEOPLE, [organizationId, people.map(({ id }) => id)]);
    const byPerson = new Map<string, GroupOfPerson[]>(people.map(({ id }) => [id, []]));
    for (const { personId, ...group } of groups) byPerson.get(personId)!.push(group);
    return people.map((person) => ({ ...person, groups: byPerson.get(person.id) ?? [] }));
  }
}

/**
 * The account of a person, or that of a member at their address. Whether the address is theirs needs no proof where their
 * membership ends: the organization may end any.
 */
const accountHere = async (tx: EntityManager, { organizationId, userId, email }: ProvisionedPerson) =>
  userId ?? (await memberAt(tx, organizationId, email)) ?? null;

const rowOf = ({ emails, ...input }: ScimPerson) => ({
  userName: input.userName,
  externalId: input.externalId,
  displayName: input.displayName,
  formatted: input.formatted,
  givenName: input.givenName,
  familyName: input.familyName,
  active: input.active,
  emails: [...emails],
});
