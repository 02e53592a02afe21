import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { OWNERS_AMONG, RECOVERY_OWNERS, SET_RECOVERY_OWNERS } from './members.sql.js';

/** An owner, and whether a second factor is on, by which they can come in without the provider. */
export interface OwnerWithFactor {
  userId: string;
  hasFactor: boolean;
}

/** The owners who come in without the provider of an organization. */
export const recoveryOwners = (tx: EntityManager, organizationId: string): Promise<OwnerWithFactor[]> =>
  query(tx, RECOVERY_OWNERS, [organizationId]);

/** Of these people, the owners of an organization. */
export const ownersAmong = (
  tx: EntityManager,
  organizationId: string,
  userIds: readonly string[],
): Promise<OwnerWithFactor[]> => query(tx, OWNERS_AMONG, [organizationId, userIds]);

/** Has these members, and no others, come in without the provider. Call with the organization locked. */
export async function setRecoveryOwners(
  tx: EntityManager,
  organizationId: string,
  userIds: readonly string[],
): Promise<void> {
  await query(tx, SET_RECOVERY_OWNERS, [organizationId, userIds]);
}
