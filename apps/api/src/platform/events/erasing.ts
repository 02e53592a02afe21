import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import {
  DELETE_EXPIRED,
  DELETE_EXPIRED_OF_ACCOUNTS,
  ERASE_ACCOUNT,
  ERASE_ACTOR,
  ERASE_ACTOR_OF_ACCOUNTS,
  ERASE_ADDRESSES,
  ERASE_KEPT,
  ERASE_MEMBERSHIPS,
  ERASE_ORGANIZATION,
  ERASE_ORGANIZATION_OF_ACCOUNTS,
} from './events.sql.js';
import { SECURITY_KINDS } from './record.js';

/** The actor's name in events of deleted accounts. */
export const DELETED_ACCOUNT_NAME = 'Deleted account';

/** Removes the name and other personal data of a deleted account from the events of accounts. */
export async function eraseAccount(tx: EntityManager, id: string): Promise<void> {
  await query(tx, ERASE_ACTOR_OF_ACCOUNTS, [id, DELETED_ACCOUNT_NAME]);
  await query(tx, ERASE_ACCOUNT, [id]);
}

/**
 * Removes the name and other personal data of a deleted account from the events of an organization: from what they did
 * there, and from what was done to their memberships.
 */
export async function erasePerson(
  tx: EntityManager,
  { organizationId, userId, memberIds }: { organizationId: string; userId: string; memberIds: readonly string[] },
): Promise<void> {
  await query(tx, ERASE_ACTOR, [organizationId, userId, DELETED_ACCOUNT_NAME]);
  await query(tx, ERASE_MEMBERSHIPS, [organizationId, memberIds]);
  // What concerns their account stays with the organization, but not beyond it.
  await query(tx, ERASE_KEPT, [organizationId, userId]);
}

/** Removes addresses from what the events of an organization say of invitations to them. */
export async function eraseAddresses(
  tx: EntityManager,
  organizationId: string,
  addresses: readonly string[],
): Promise<void> {
  await query(tx, ERASE_ADDRESSES, [organizationId, addresses]);
}

/**
 * Deletes the events of a deleted organization; its security events stay for 400 days, and nobody can read them through
 * it. Call after its last event is written.
 */
export async function eraseOrganization(tx: EntityManager, organizationId: string): Promise<void> {
  await query(tx, ERASE_ORGANIZATION, [organizationId, SECURITY_KINDS]);
  await query(tx, ERASE_ORGANIZATION_OF_ACCOUNTS, [organizationId]);
}

/** Deletes the events of deleted organizations whose retention has ended. */
export async function deleteExpiredEvents(tx: EntityManager): Promise<void> {
  await query(tx, DELETE_EXPIRED, []);
  await query(tx, DELETE_EXPIRED_OF_ACCOUNTS, []);
}
