import { takeAdvisoryLock } from '#libs/database';
import type { Lock } from '../../platform/work/locks.js';

/**
 * Serializes the units that affect how a person signs in: a sign-in sees the state after a concurrent change of the
 * password, the second factor or the address, and cannot succeed with what that change revoked. Not their row, which
 * an engine that copies people to every machine would lock for all.
 */
export const personLock = (userId: string): Lock => ({
  kind: 'person',
  name: userId,
  take: (tx) => takeAdvisoryLock(tx, 'person', userId),
});
