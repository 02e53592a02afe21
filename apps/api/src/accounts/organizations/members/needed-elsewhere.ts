import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { Lock } from '../../../platform/work/locks.js';
import { organizationLock } from '../organization-lock.js';
import { NEEDED_ELSEWHERE, OWNED_ELSEWHERE } from './members.sql.js';

/** Locks of the other organizations that a person owns: until the unit ends, none loses an owner meanwhile. */
export const locksOfOwned = async (tx: EntityManager, userId: string, organizationId: string): Promise<Lock[]> =>
  (await query(tx, OWNED_ELSEWHERE, [userId, organizationId])).map(({ id }) => organizationLock(id));

/**
 * Whether another organization would be left without an owner who can come in, were this person kept out. Call with
 * `locksOfOwned`.
 */
export const isNeededElsewhere = async (tx: EntityManager, userId: string, organizationId: string): Promise<boolean> =>
  (await query(tx, NEEDED_ELSEWHERE, [userId, organizationId])).length > 0;
