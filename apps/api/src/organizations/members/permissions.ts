import type { Role } from '#libs/access';

const CHANGES = ['create', 'update', 'delete'];
const OF_ADMINS: Readonly<Record<string, readonly string[]>> = {
  organization: ['update'],
  member: CHANGES,
  invitation: ['create', 'cancel'],
  team: CHANGES,
  ac: ['read', ...CHANGES],
};

/** What each role may do to what, in the words of the client of this wire format, which has the same table. */
const PERMISSIONS: Readonly<Record<Role, Readonly<Record<string, readonly string[]>>>> = {
  owner: { ...OF_ADMINS, organization: ['update', 'delete'] },
  admin: OF_ADMINS,
  member: { ac: ['read'] },
};

/** Whether a role may do all that is asked; nothing asked is not granted. */
export function isPermitted(role: Role, asked: Readonly<Record<string, readonly string[]>>): boolean {
  const granted = new Map(Object.entries(PERMISSIONS[role]));
  const wishes = Object.entries(asked);
  return (
    wishes.length > 0 &&
    wishes.every(
      ([resource, actions]) =>
        actions.length > 0 && actions.every((action) => granted.get(resource)?.includes(action) === true),
    )
  );
}
