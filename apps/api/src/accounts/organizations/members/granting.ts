import { type Role, ROLES } from '../../../platform/http/policy.js';

/** Whether a member with this role (undefined: not a member) may grant that role. */
export const mayGrant = (granter: Role | undefined, granted: Role): boolean =>
  granter === 'owner' || (granter === 'admin' && granted !== 'owner');

/** The roles that a member with this role may not grant. */
export const ungrantableRoles = (granter: Role | undefined): Role[] => ROLES.filter((role) => !mayGrant(granter, role));

/** All pairs of roles of which the first may grant the second. */
export const GRANTS: readonly (readonly [granter: Role, granted: Role])[] = ROLES.flatMap((granter) =>
  ROLES.filter((granted) => mayGrant(granter, granted)).map((granted) => [granter, granted] as const),
);
