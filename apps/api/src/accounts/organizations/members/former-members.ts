import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import {
  END,
  FORGET,
  FORMER_MEMBERSHIPS,
  type FormerMember,
  ORGANIZATIONS_OF,
  REMEMBER_ALL,
  REMEMBER_GUEST,
} from './members.sql.js';

/**
 * The organizations whose records may name a person, in the order of their ids: those that they are or were a member
 * of, and those that invited them in vain, also if the organization is deleted.
 */
export async function organizationsOf(tx: EntityManager, userId: string): Promise<string[]> {
  const rows = await query(tx, ORGANIZATIONS_OF, [userId]);
  return rows.map(({ id }) => id);
}

/** The organizations that name a person whose memberships have ended, in the order of their ids. */
export function formerMemberships(tx: EntityManager, userId: string): Promise<FormerMember[]> {
  return query(tx, FORMER_MEMBERSHIPS, [userId]);
}

/** Ends a membership; the organization remembers whom its records name. */
export async function endMember(tx: EntityManager, memberId: string): Promise<void> {
  await query(tx, END, [memberId]);
}

/**
 * Remembers all members of an organization that is about to be deleted, and whom it has invited: its security events
 * are kept longer.
 */
export async function rememberMembers(tx: EntityManager, organizationId: string): Promise<void> {
  await query(tx, REMEMBER_ALL, [organizationId]);
}

/** Remembers somebody whom events of an organization name, though they never became a member. */
export async function rememberGuest(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await query(tx, REMEMBER_GUEST, [organizationId, userId]);
}

/** Forgets a person whom no record names any longer. */
export async function forgetPerson(tx: EntityManager, userId: string): Promise<void> {
  await query(tx, FORGET, [userId]);
}
