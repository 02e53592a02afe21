import { Unauthenticated } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { Session } from './sessions/session.entity.js';

/**
 * Makes transactions about how one person gets in wait for each other: what signs in reads what holds after a change of
 * the password, the factor or the address, and never lets in what that change put out.
 */
export async function lockPerson(tx: EntityManager, userId: string): Promise<void> {
  await tx.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
}

/**
 * The same for who does something grave in a session, which may have ended while they waited; answers it as it is now.
 * @throws Unauthenticated `UNAUTHORIZED`
 */
export async function lockSession(tx: EntityManager, { id, userId }: Pick<Session, 'id' | 'userId'>): Promise<Session> {
  await lockPerson(tx, userId);
  const session = await tx.findOneBy(Session, { id });
  if (!session) throw new Unauthenticated('UNAUTHORIZED');
  return session;
}
