import { requireBelowLimit, type Settings } from '#libs/config';
import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { advisoryLock } from '../../platform/work/locks.js';
import type { Quotas } from './quotas.service.js';
import { COUNT_INVITATIONS, COUNT_MEMBERS, COUNT_OWNED, COUNT_TEAMS } from './organizations.sql.js';

const COUNTS = {
  organizations: COUNT_OWNED,
  members: COUNT_MEMBERS,
  invitations: COUNT_INVITATIONS,
  teams: COUNT_TEAMS,
} as const;

/**
 * Refuses where an organization has as many as it may. Call with it locked.
 *
 * @param more how many are to come
 * @throws LimitReached
 */
export async function requireBelowOrganizationLimit(
  tx: EntityManager,
  quotas: Quotas,
  kind: 'members' | 'invitations' | 'teams',
  organizationId: string,
  more = 1,
): Promise<void> {
  requireBelowLimit(quotas.of(organizationId), kind, (await count(tx, kind, organizationId)) + more - 1);
}

/**
 * Refuses to let a person own one more organization than they may. It waits for other units about the same person, so
 * it comes after every lock of an organization.
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
  const [counted] = await query(tx, COUNTS[kind], [id]);
  return counted!.present;
}
