import { clock } from '#libs/clock';
import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { MARK_PROVED } from './proof.sql.js';

/** Notes that who is in a session has just proved who they are. @returns when */
export async function markProved(tx: EntityManager, sessionId: string): Promise<Date> {
  const provedAt = clock.now();
  await query(tx, MARK_PROVED, [sessionId, provedAt]);
  return provedAt;
}
