import { requireBelowLimit, type Settings } from '#libs/config';
import type { EntityManager } from 'typeorm';
import type { ChangeContext } from '../work/change-context.js';
import { advisoryLock } from '../work/locks.js';
import { isOpen } from './invitations/open-invitation.js';

const COUNTS = {
  organizations: `SELECT count(*)::int AS present FROM members WHERE user_id = $1 AND role = 'owner'`,
  members: 'SELECT count(*)::int AS present FROM members WHERE organization_id = $1',
  invitations: `SELECT count(*)::int AS present FROM invitations i WHERE i.organization_id = $1 AND ${isOpen('i')}`,
  teams: 'SELECT count(*)::int AS present FROM teams WHERE organization_id = $1',
} as const;

/**
 * Refuses where an organization has as many as it may. Call with it locked.
 * @throws LimitReached
 */
export async function requireBelowOrganizationLimit(
  tx: EntityManager,
  settings: Settings,
  kind: 'members' | 'invitations' | 'teams',
  organizationId: string,
): Promise<void> {
  requireBelowLimit(settings, kind, await count(tx, kind, organizationId));
}

/**
 * Refuses to let a person own one more organization than they may. It waits for other units about the same person, so it
 * comes after every lock of an organization.
 * @throws LimitReached
 */
export async function requireBelowOwnershipLimit(
  change: ChangeContext,
  settings: Settings,
  userId: string,
): Promise<void> {
  await change.lock(advisoryLock('organizations owned by', userId));
  requireBelowLimit(settings, 'organizations', await count(change.tx, 'organizations', userId));
}

async function count(tx: EntityManager, kind: keyof typeof COUNTS, id: string): Promise<number> {
  const [{ present }] = await tx.query<[{ present: number }]>(COUNTS[kind], [id]);
  return present;
}
