import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { MARK_PROVIDED } from './sessions.sql.js';

/**
 * Notes that the provider of an organization has said who is in a session, and when it asked: a proof within that
 * organization, and everywhere of an account that it manages.
 */
export async function markProvided(
  tx: EntityManager,
  sessionId: string,
  { organizationId, at, isManaged }: { organizationId: string; at: Date | null; isManaged: boolean },
): Promise<void> {
  await query(tx, MARK_PROVIDED, [sessionId, organizationId, at, isManaged]);
}
