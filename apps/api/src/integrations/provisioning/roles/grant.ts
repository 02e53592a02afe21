import { type Role, ROLES } from '../../../platform/http/policy.js';
import type { GroupRole, ProvidedRole } from '../../../accounts/single-sign-on/settings/organization-sign-in.entity.js';

/** What people get by an organization's provider. */
export interface Mapping {
  /** The role of whom no group gives one; null: they are not let in. */
  createRole: ProvidedRole | null;
  groups: readonly GroupRole[];
}

/** What a group is called at the provider: a mapping names either. */
export interface NamedGroup {
  displayName: string;
  externalId: string | null;
}

/** What groups give: the highest role, and a team. */
export interface Given {
  role: ProvidedRole | null;
  teamId: string | null;
}

const rankOf = (role: Role): number => ROLES.indexOf(role);

/** What these groups give by a mapping: of several, the highest role; a team of the one that gives it, if it has one. */
export function givenBy(groups: readonly NamedGroup[], { groups: mapped }: Mapping): Given {
  const names = new Set(groups.flatMap(({ displayName, externalId }) => [displayName, externalId ?? displayName]));
  const fitting = mapped
    .filter(({ group }) => names.has(group))
    .toSorted((one, other) => rankOf(other.role) - rankOf(one.role));
  return {
    role: fitting[0]?.role ?? null,
    teamId: fitting.find(({ teamId }) => teamId !== null)?.teamId ?? null,
  };
}

/** What somebody is in the organization, and what groups gave them before. */
export interface Standing {
  role: Role;
  teamId: string | null;
  given: Given;
}

/** What they are by what groups give now; null: nothing, since no group lets them in. */
export function standingBy(
  { role, teamId, given }: Standing,
  now: Given,
  { createRole }: Mapping,
): Omit<Standing, 'given'> | null {
  // No provider makes or unmakes owners.
  const isTaken = role !== 'owner' && now.role === null && given.role !== null;
  if (isTaken && createRole === null) return null;
  const next = role === 'owner' ? role : (now.role ?? (isTaken ? createRole! : role));
  const isTeamTaken = given.teamId !== null && given.teamId === teamId;
  return { role: next, teamId: now.teamId ?? (isTeamTaken ? null : teamId) };
}
