import { serializeCookie, readCookie } from '../browser-cookie.js';
import { CHALLENGE_LIFETIME_MS } from './challenges.js';

// What the official client of the wire format expects.
const cookieName = (secure: boolean) => (secure ? '__Secure-better-auth.two_factor' : 'better-auth.two_factor');

/** The cookie that binds the question for a second factor to its browser; without a secret, the one that ends it. */
export function challengeCookie(secret: string | undefined, secure: boolean): string {
  const maxAge = secret === undefined ? 0 : CHALLENGE_LIFETIME_MS / 1000;
  return serializeCookie(cookieName(secure), secret ?? '', secure, maxAge);
}

/** The secret in the browser's cookie. */
export const challengeSecret = (cookies: string | undefined, secure: boolean): string | undefined =>
  readCookie(cookies, cookieName(secure));
