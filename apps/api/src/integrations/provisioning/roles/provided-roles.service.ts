import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { noteCame } from '../../../accounts/identity/recovery/note-made.js';
import { requireBelowOrganizationLimit, requireBelowOwnershipLimit } from '../../../accounts/organizations/limits.js';
import { insertProvidedMembers } from '../../../accounts/organizations/members/provide-member.js';
import { Member } from '../../../accounts/organizations/members/member.entity.js';
import { Memberships } from '../../../accounts/organizations/members/memberships.js';
import {
  type ProvidedStanding,
  setProvidedStandings,
} from '../../../accounts/organizations/members/provided-standings.js';
import { Quotas } from '../../../accounts/organizations/quotas.service.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { PROVISIONING_TOKEN } from '../tokens/token-kind.js';
import { endMembership } from './end-membership.js';
import { type Given, givenBy, type Mapping, standingBy } from './grant.js';
import { mappingOf, teamsAmong } from './mapping.js';
import { NOTE_GIVEN, type PersonStanding, STANDINGS } from './roles.sql.js';

const NOTHING: Given = { role: null, teamId: null };

/** What somebody is by their groups now; `standing` null: no member. */
interface Renewed {
  person: PersonStanding;
  given: Given;
  standing: ReturnType<typeof standingBy>;
}

/** Has people of an organization what their groups at the provider give. */
@Injectable()
export class ProvidedRoles {
  constructor(
    private readonly settings: Settings,
    private readonly quotas: Quotas,
    private readonly memberships: Memberships,
  ) {}

  /**
   * Gives these people, who are active, what their groups give now, and takes what groups gave that are gone. Who is no
   * member yet becomes one, as before if they were one. Call with the organization locked. Returns who has become one.
   * @throws LimitReached
   */
  async renew(
    change: ChangeContext,
    organizationId: string,
    personIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (personIds.length === 0) return new Set();
    const { tx } = change;
    const people = await query(tx, STANDINGS, [organizationId, personIds]);
    if (people.length === 0) return new Set();
    const mapping = await mappingOf(tx, organizationId);
    const kept = people.map(({ keptTeamId }) => keptTeamId).filter((id) => id !== null);
    const teams = kept.length > 0 ? await teamsAmong(tx, organizationId, kept) : new Set<string | null>();
    const renewed = people.map((person) => renewedOf(person, mapping, teams));
    const begun = renewed.filter(({ person, standing }) => person.memberId === null && standing !== null);
    await this.begin(change, organizationId, begun);
    await this.update(change, organizationId, renewed);
    for (const { person } of renewed.filter(({ person: { memberId }, standing }) => memberId && !standing)) {
      const member = await tx.findOneByOrFail(Member, { id: person.memberId! });
      await endMembership(change, this.memberships, member, person.name);
    }
    await query(tx, NOTE_GIVEN, [
      organizationId,
      renewed.map(({ person }) => person.id),
      renewed.map(({ given }) => given.role),
      renewed.map(({ given }) => given.teamId),
    ]);
    return new Set(begun.map(({ person }) => person.id));
  }

  private async begin(change: ChangeContext, organizationId: string, begun: readonly Renewed[]): Promise<void> {
    if (begun.length === 0) return;
    const { tx } = change;
    await requireBelowOrganizationLimit(tx, this.quotas, 'members', organizationId, begun.length);
    for (const { person, standing } of begun)
      if (standing!.role === 'owner') await requireBelowOwnershipLimit(change, this.settings, person.userId);
    const members = begun.map(({ person: { userId }, given, standing }) => ({
      id: newId(),
      organizationId,
      userId,
      role: standing!.role,
      teamId: standing!.teamId,
      roleProvisioned: isProvided(given, standing),
    }));
    await insertProvidedMembers(tx, members);
    await noteCame(
      tx,
      PROVISIONING_TOKEN,
      organizationId,
      members.map(({ id: memberId, userId }, index) => ({ memberId, userId, title: begun[index]!.person.name })),
    );
    for (const [index, { id }] of members.entries())
      change.record({ organizationId, type: 'member.joined', subject: { id, title: begun[index]!.person.name } });
  }

  private async update(change: ChangeContext, organizationId: string, renewed: readonly Renewed[]): Promise<void> {
    const standings = renewed.flatMap(({ person, given, standing }): ProvidedStanding[] =>
      person.memberId === null || standing === null
        ? []
        : [
            {
              ...standing,
              memberId: person.memberId,
              userId: person.userId,
              name: person.name,
              before: { role: person.role!, teamId: person.teamId },
              roleProvisioned: isProvided(given, standing),
            },
          ],
    );
    if (standings.length > 0) await setProvidedStandings(change, organizationId, standings);
  }
}

function renewedOf(person: PersonStanding, mapping: Mapping, teams: ReadonlySet<string | null>): Renewed {
  const given = givenBy(person.groups, mapping);
  if (person.memberId !== null) {
    const before = { role: person.givenRole, teamId: person.givenTeamId };
    const standing = standingBy({ role: person.role!, teamId: person.teamId, given: before }, given, mapping);
    return { person, given, standing };
  }
  const role = person.keptRole ?? given.role ?? mapping.createRole;
  const teamId = teams.has(person.keptTeamId) ? person.keptTeamId : null;
  return { person, given, standing: role && standingBy({ role, teamId, given: NOTHING }, given, mapping) };
}

/** Whether a group gives the role that somebody has. */
const isProvided = (given: Given, standing: Renewed['standing']): boolean =>
  given.role !== null && standing?.role === given.role;
