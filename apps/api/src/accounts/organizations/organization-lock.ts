import { query } from '#libs/database';
import type { Lock } from '../../platform/work/locks.js';
import { LOCK, LOCK_KEY, LOCK_WHOLE } from './organizations.sql.js';

/**
 * Serializes changes of the members, roles and invitations of an organization: two changes cannot both remove the last
 * other owner, and counts and checks stay valid until the commit.
 */
export const organizationLock = (organizationId: string): Lock => lockOf(organizationId, organizationId, LOCK);

/** The organization, if there is one, stays until the unit has ended; its settings may be changed by others. */
export const organizationKeyShareLock = (organizationId: string): Lock =>
  lockOf(organizationId, `${organizationId} stays`, LOCK_KEY);

/** For whoever changes the organization itself: also waits for those who count on it to stay. */
export const wholeOrganizationLock = (organizationId: string): Lock =>
  lockOf(organizationId, `${organizationId} as a whole`, LOCK_WHOLE);

const lockOf = (organizationId: string, name: string, statement: typeof LOCK): Lock => ({
  kind: 'organization',
  name,
  take: async (tx) => void (await query(tx, statement, [organizationId])),
});
