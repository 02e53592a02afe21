import { createHmac } from 'node:crypto';
import { MINUTE_MS } from '#libs/dates';
import { serializeCookie, readCookie } from '../browser-cookie.js';

/** How long a sign-in at the provider may take. */
export const ATTEMPT_LIFETIME_MS = 10 * MINUTE_MS;

/** The parameters that a sign-in sends to the provider and expects back. */
export interface SignInAttempt {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Derives all parameters from the secret in the browser's cookie, so that none of them is stored. */
export function deriveAttempt(secret: string): SignInAttempt {
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}

// Over https the `__Host-` prefix keeps sibling hosts from setting this cookie.
const cookieName = (secure: boolean) => (secure ? '__Host-curbcut.sign_in' : 'curbcut.sign_in');

/** The cookie that binds a sign-in attempt to its browser; without a secret, the one that deletes it. */
export function attemptCookie(secret: string | undefined, secure: boolean): string {
  const maxAge = secret === undefined ? 0 : ATTEMPT_LIFETIME_MS / 1000;
  return serializeCookie(cookieName(secure), secret ?? '', secure, maxAge);
}

/** The secret in the browser's cookie. */
export const attemptSecret = (cookies: string | undefined, secure: boolean): string | undefined =>
  readCookie(cookies, cookieName(secure));
