import type { Lock } from '../work/locks.js';

/**
 * Makes units about how one person gets in wait for each other: what signs in reads what holds after a change of the
 * password, the factor or the address, and never lets in what that change put out.
 */
export const personLock = (userId: string): Lock => ({
  kind: 'person',
  name: userId,
  take: async (tx) => void (await tx.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId])),
});
