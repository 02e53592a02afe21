import { createHmac } from 'node:crypto';
import { isId } from '#libs/ids';
import { sameSecret } from '#libs/secrets';
import type { EntityManager } from 'typeorm';
import { Session } from '../identity/sessions/session.entity.js';

/**
 * A token in a page that stands for the viewer's session for one purpose, since posted forms ignore cookies. It does
 * not reveal the session's secret, and becomes invalid with the session.
 */
export const ticketOf = ({ id, tokenHash }: Pick<Session, 'id' | 'tokenHash'>, purpose: string): string =>
  `${id}.${createHmac('sha256', tokenHash).update(purpose).digest('base64url')}`;

/** The valid session of a ticket for this purpose. */
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
