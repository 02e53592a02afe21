import { serialize } from 'cookie';
import { readCookie } from '../../identity/browser-cookie.js';
import { ATTEMPT_LIFETIME_MS } from '../../identity/provider/oidc-attempt.js';
import type { ProviderKind } from '../settings/organization-sign-in.entity.js';

// Over https the `__Host-` prefix keeps sibling hosts from setting this cookie.
const nameOf = (secure: boolean): string => (secure ? '__Host-curbcut.organization' : 'curbcut.organization');

/**
 * The cookie that binds an attempt to its browser; without a secret, the one that deletes it. Providers of SAML send
 * people back by a form of their own site, with which browsers send no cookie that is `Lax`.
 */
export const attemptCookie = (secret: string | undefined, secure: boolean, kind: ProviderKind): string =>
  serialize(nameOf(secure), secret ?? '', {
    httpOnly: true,
    sameSite: secure && kind === 'saml' ? 'none' : 'lax',
    path: '/',
    secure,
    maxAge: secret === undefined ? 0 : ATTEMPT_LIFETIME_MS / 1000,
  });

/** The secret in the browser's cookie. */
export const attemptSecret = (cookies: string | undefined, secure: boolean): string | undefined =>
  readCookie(cookies, nameOf(secure));
