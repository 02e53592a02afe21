import { type CookieSettings, readCookie, serializeFrontendCookie } from '../browser-cookie.js';
import { CHALLENGE_LIFETIME_MS } from './challenges.js';

// The name that the official client of this wire format expects.
const cookieName = (secure: boolean) => (secure ? '__Secure-better-auth.two_factor' : 'better-auth.two_factor');

/** The cookie that binds a second-factor challenge to its browser; without a secret, the one that deletes it. */
export function challengeCookie(secret: string | undefined, settings: CookieSettings): string {
  const maxAge = secret === undefined ? 0 : CHALLENGE_LIFETIME_MS / 1000;
  return serializeFrontendCookie([cookieName(settings.isSecure), secret ?? ''], settings, maxAge);
}

/** The secret in the browser's cookie. */
export const challengeSecret = (cookies: string | undefined, secure: boolean): string | undefined =>
  readCookie(cookies, cookieName(secure));
