import type { Role } from '../../../platform/http/policy.js';

const WRITE_ACTIONS = ['create', 'update', 'delete'];
const ADMIN_PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  organization: ['update'],
  member: WRITE_ACTIONS,
  invitation: ['create', 'cancel'],
  team: WRITE_ACTIONS,
  ac: ['read', ...WRITE_ACTIONS],
};

/** The actions of each role by resource; the client of this wire format has the same table. */
const PERMISSIONS: Readonly<Record<Role, Readonly<Record<string, readonly string[]>>>> = {
  owner: { ...ADMIN_PERMISSIONS, organization: ['update', 'delete'] },
  admin: ADMIN_PERMISSIONS,
  member: { ac: ['read'] },
};

/** What was asked for and is no permission of any role: `ship`, or `member:fly` where the resource is known. */
export function unknownPermissions(requested: Readonly<Record<string, readonly string[]>>): string[] {
  const known = new Map(Object.entries(PERMISSIONS.owner));
  return Object.entries(requested).flatMap(([resource, actions]) => {
    const names = known.get(resource);
    if (!names) return [resource];
    return actions.filter((action) => !names.includes(action)).map((action) => `${resource}:${action}`);
  });
}

/** Whether a role has all requested permissions; an empty request is denied. */
export function isPermitted(role: Role, asked: Readonly<Record<string, readonly string[]>>): boolean {
  const granted = new Map(Object.entries(PERMISSIONS[role]));
  const requested = Object.entries(asked);
  return (
    requested.length > 0 &&
    requested.every(
      ([resource, actions]) =>
        actions.length > 0 && actions.every((action) => granted.get(resource)?.includes(action) === true),
    )
  );
}
