import type { Lock } from '../work/locks.js';

/**
 * Serializes changes of the members, roles and invitations of an organization: two changes cannot both remove the last
 * other owner, and counts and checks stay valid until the commit.
 */
export const organizationLock = (organizationId: string): Lock =>
  lockOf(organizationId, organizationId, 'NO KEY UPDATE');

/** The organization, if there is one, stays until the unit has ended; its settings may be changed by others. */
export const organizationKeyShareLock = (organizationId: string): Lock =>
  lockOf(organizationId, `${organizationId} stays`, 'KEY SHARE');

/** For whoever changes the organization itself: also waits for those who count on it to stay. */
export const wholeOrganizationLock = (organizationId: string): Lock =>
  lockOf(organizationId, `${organizationId} as a whole`, 'UPDATE');

const lockOf = (organizationId: string, name: string, strength: string): Lock => ({
  kind: 'organization',
  name,
  take: async (tx) =>
    void (await tx.query(`SELECT 1 FROM organization_locks WHERE organization_id = $1 FOR ${strength}`, [
      organizationId,
    ])),
});
