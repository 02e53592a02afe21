import type { Lock } from '../work/locks.js';

/**
 * Serializes changes of the members, roles and invitations of an organization: two changes cannot both remove the last
 * other owner, and counts and checks stay valid until the commit.
 */
export const organizationLock = (organizationId: string): Lock => ({
  kind: 'organization',
  name: organizationId,
  take: async (tx) =>
    void (await tx.query('SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId])),
});
