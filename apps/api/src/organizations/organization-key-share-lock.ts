import type { Lock } from '../work/locks.js';

/** The organization, if there is one, stays until the unit has ended; its settings may be changed by others. */
export const organizationKeyShareLock = (id: string): Lock => ({
  kind: 'organization',
  name: `${id} stays`,
  take: (tx) => tx.query('SELECT 1 FROM organizations WHERE id = $1 FOR KEY SHARE', [id]),
});
