import type { Lock } from '../work/locks.js';

/**
 * Makes every change of who is in an organization, or is about to be, wait its turn: two cannot both take the last owner
 * but themselves, and none counts or trusts what another is about to change.
 */
export const organizationLock = (organizationId: string): Lock => ({
  kind: 'organization',
  name: organizationId,
  take: async (tx) =>
    void (await tx.query('SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId])),
});
