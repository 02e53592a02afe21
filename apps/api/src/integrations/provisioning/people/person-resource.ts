import { type ScimResource, SCHEMA } from '../protocol/scim.js';
import type { ProvisionedPerson } from './provisioned-person.entity.js';

/** A group that a person is in. */
export interface GroupOfPerson {
  value: string;
  display: string;
}

/** What is shown of a person beside what the provider says. */
export type ShownPerson = Omit<ProvisionedPerson, 'givenRole' | 'givenTeamId' | 'keptRole' | 'keptTeamId' | 'email'> & {
  groups?: readonly GroupOfPerson[];
};

/** A person as SCIM has them. @param base the base URL of the organization */
export function personResource(person: ShownPerson, base: string): ScimResource {
  const { id, externalId, userName, displayName, formatted, givenName, familyName, emails, active, groups } = person;
  const name = filled({ formatted, givenName, familyName });
  return {
    schemas: [SCHEMA.user],
    id,
    ...filled({ externalId }),
    userName,
    ...(Object.keys(name).length > 0 ? { name } : {}),
    ...filled({ displayName }),
    ...(emails.length > 0 ? { emails } : {}),
    active,
    ...(groups && groups.length > 0
      ? { groups: groups.map((group) => ({ ...group, $ref: `${base}/Groups/${group.value}` })) }
      : {}),
    meta: {
      resourceType: 'User',
      created: person.createdAt.toISOString(),
      lastModified: person.updatedAt.toISOString(),
      location: `${base}/Users/${id}`,
    },
  };
}

/** What has a value: SCIM leaves out what has none. */
export const filled = (values: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null));
