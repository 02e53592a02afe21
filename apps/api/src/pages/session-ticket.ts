import { createHmac } from 'node:crypto';
import { isId } from '#libs/ids';
import { sameSecret } from '#libs/secrets';
import type { EntityManager } from 'typeorm';
import { Session } from '../identity/sessions/session.entity.js';

/**
 * What a page gives to the person whose session looked at it, for one purpose: posted forms ignore cookies. It says nothing
 * of the session's secret, and ends with the session.
 */
export const ticketOf = ({ id, tokenHash }: Pick<Session, 'id' | 'tokenHash'>, purpose: string): string =>
  `${id}.${createHmac('sha256', tokenHash).update(purpose).digest('base64url')}`;

/** The living session that a ticket for this purpose was given to. */
export async function sessionOfTicket(
  tx: EntityManager,
  ticket: string,
  purpose: string,
): Promise<Session | undefined> {
  const [id] = ticket.split('.');
  const session = isId(id!)
    ? await tx
        .createQueryBuilder(Session, 'session')
        .addSelect('session.tokenHash')
        .where('session.id = :id AND session.expiresAt > now()', { id })
        .getOne()
    : null;
  return session && sameSecret(ticket, ticketOf(session, purpose)) ? session : undefined;
}
