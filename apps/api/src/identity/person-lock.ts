import type { Lock } from '../work/locks.js';

/**
 * Serializes the units that affect how a person signs in: a sign-in sees the state after a concurrent change of the
 * password, the second factor or the address, and cannot succeed with what that change revoked.
 */
export const personLock = (userId: string): Lock => ({
  kind: 'person',
  name: userId,
  take: async (tx) => void (await tx.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId])),
});
