import { filled } from '../people/person-resource.js';
import { type ScimResource, SCHEMA } from '../protocol/scim.js';
import type { ProvisionedGroup } from './provisioned-group.entity.js';

/** A person in a group. */
export interface MemberOfGroup {
  value: string;
  display: string;
}

/** A group, and who is in it where that is shown. */
export type ShownGroup = ProvisionedGroup & { members?: readonly MemberOfGroup[] };

/** A group as SCIM has it. @param base the base URL of the organization */
export function groupResource(group: ShownGroup, base: string): ScimResource {
  const { id, externalId, displayName, members = [], createdAt, updatedAt } = group;
  return {
    schemas: [SCHEMA.group],
    id,
    ...filled({ externalId }),
    displayName,
    ...(members.length > 0 ? { members: members.map((member) => memberOf(member, base)) } : {}),
    meta: {
      resourceType: 'Group',
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${base}/Groups/${id}`,
    },
  };
}

const memberOf = (member: MemberOfGroup, base: string): object => ({
  ...member,
  type: 'User',
  $ref: `${base}/Users/${member.value}`,
});
