import { requireRoom, type Settings } from '#libs/config';
import { takeTurns } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { openIn } from './invitations/open-invitation.js';

const COUNTED = {
  organizations: `members WHERE user_id = $1 AND role = 'owner'`,
  members: 'members WHERE organization_id = $1',
  invitations: `invitations WHERE organization_id = $1 AND ${openIn('invitations')}`,
  teams: 'teams WHERE organization_id = $1',
} as const;

/**
 * Refuses where an organization has as many as it may. Call with its owners locked.
 * @throws LimitReached
 */
export async function requireRoomIn(
  tx: EntityManager,
  settings: Settings,
  kind: 'members' | 'invitations' | 'teams',
  organizationId: string,
): Promise<void> {
  requireRoom(settings, kind, await count(tx, kind, organizationId));
}

/**
 * Refuses to let a person own one more organization than they may. It waits for other transactions about the same person,
 * so it comes after every lock of an organization.
 * @throws LimitReached
 */
export async function requireRoomToOwn(tx: EntityManager, settings: Settings, userId: string): Promise<void> {
  await takeTurns(tx, 'organizations owned by', userId);
  requireRoom(settings, 'organizations', await count(tx, 'organizations', userId));
}

async function count(tx: EntityManager, kind: keyof typeof COUNTED, id: string): Promise<number> {
  const [{ present }] = await tx.query<[{ present: number }]>(`SELECT count(*)::int AS present FROM ${COUNTED[kind]}`, [
    id,
  ]);
  return present;
}
