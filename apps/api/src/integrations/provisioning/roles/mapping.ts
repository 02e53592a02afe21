import type { EntityManager } from 'typeorm';
import { In, IsNull } from 'typeorm';
import { Team } from '../../../accounts/organizations/teams/team.entity.js';
import { OrganizationSignIn } from '../../../accounts/single-sign-on/settings/organization-sign-in.entity.js';
import type { Mapping } from './grant.js';

/** Where an organization has not said by which provider people come in, people are members. */
const USUAL: Mapping = { createRole: 'member', groups: [] };

/** What people get by the provider of an organization, with the teams that are still there. */
export async function mappingOf(tx: EntityManager, organizationId: string): Promise<Mapping> {
  const settings = await tx.findOneBy(OrganizationSignIn, { organizationId, suspendedBy: IsNull() });
  if (!settings) return USUAL;
  const { createRole, groups } = settings;
  const there = await teamsAmong(
    tx,
    organizationId,
    groups.map(({ teamId }) => teamId),
  );
  return {
    createRole,
    groups: groups.map((group) => ({ ...group, teamId: there.has(group.teamId) ? group.teamId : null })),
  };
}

/** Of these teams, those that there are. */
export async function teamsAmong(
  tx: EntityManager,
  organizationId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlySet<string | null>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const teams = await tx.find(Team, { select: { id: true }, where: { organizationId, id: In(wanted) } });
  return new Set(teams.map(({ id }) => id));
}
