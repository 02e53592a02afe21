import { createHmac } from 'node:crypto';
import { isId } from '#libs/ids';
import { sameSecret } from '#libs/secrets';

/** What the links in a person's mails say: whoever has one can end these mails, and nothing else. */
export const unsubscribeToken = (userId: string, key: Buffer): string =>
  `${userId}.${createHmac('sha256', key).update('unsubscribe').digest('base64url')}`;

/** Whose token this says to be; undefined: nobody's. */
export function userOfToken(token: string | undefined): string | undefined {
  const [id] = token?.split('.') ?? [];
  return id !== undefined && isId(id) ? id : undefined;
}

/** Whether it is what this key makes. */
export const isTokenOf = (token: string, userId: string, key: Buffer): boolean =>
  sameSecret(token, unsubscribeToken(userId, key));
