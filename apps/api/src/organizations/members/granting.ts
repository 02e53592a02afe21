import { type Role, ROLES } from '#libs/access';

/** Whether a member with this role (undefined: somebody who is no member) may give others that role. */
export const mayGrant = (granter: Role | undefined, granted: Role): boolean =>
  granter === 'owner' || (granter === 'admin' && granted !== 'owner');

/** The roles that a member with this role may not give. */
export const ungrantableRoles = (granter: Role | undefined): Role[] => ROLES.filter((role) => !mayGrant(granter, role));

/** Which role may give which, in pairs. */
export const GRANTS: readonly (readonly [granter: Role, granted: Role])[] = ROLES.flatMap((granter) =>
  ROLES.filter((granted) => mayGrant(granter, granted)).map((granted) => [granter, granted] as const),
);
