import { takeAdvisoryLock, takeSharedAdvisoryLock } from '#libs/database';
import type { Lock } from '../../platform/work/locks.js';

// Not locks of rows: standards are copied to every machine, and who locks such a row makes the writers of all
// organizations wait.

/**
 * For whoever changes or removes the organization's own standards: waits for those who choose one, and keeps others
 * from it.
 */
export const standardsLock = (organizationId: string): Lock => ({
  kind: 'standard',
  name: organizationId,
  take: (tx) => takeAdvisoryLock(tx, 'standards', organizationId),
});

/**
 * For whoever chooses a standard or a level: until the unit has ended, the organization's own standards stay as they
 * are.
 */
export const standardsStayLock = (organizationId: string): Lock => ({
  kind: 'standard',
  name: `${organizationId} stay`,
  take: (tx) => takeSharedAdvisoryLock(tx, 'standards', organizationId),
});

/**
 * For whoever removes requirements of the organization's own standards: waits for those who link issues to some, and
 * keeps others from it.
 */
export const requirementsLock = (organizationId: string): Lock => ({
  kind: 'requirements',
  name: organizationId,
  take: (tx) => takeAdvisoryLock(tx, 'requirements', organizationId),
});

/**
 * For whoever links issues to requirements, before the issues are locked: until the unit has ended, none of the
 * organization's own is removed.
 */
export const requirementsStayLock = (organizationId: string): Lock => ({
  kind: 'requirements',
  name: `${organizationId} stay`,
  take: (tx) => takeSharedAdvisoryLock(tx, 'requirements', organizationId),
});
