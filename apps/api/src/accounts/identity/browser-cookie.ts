import { parse, serialize } from 'cookie';

/**
 * The header of a cookie that is hidden from scripts (HttpOnly) and not sent with cross-site posts (SameSite=Lax).
 * @param maxAge in seconds; 0 deletes the cookie, undefined makes it a session cookie
 */
export const serializeCookie = (name: string, value: string, secure: boolean, maxAge: number | undefined): string =>
  serialize(name, value, { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge });

/**
 * The same of a cookie that frontends need: where they may be of other sites, it is sent from there too, and each site
 * has one of its own (`Partitioned`).
 */
export const serializeFrontendCookie = (
  [name, value]: readonly [name: string, value: string],
  { isSecure, sameSite }: CookieSettings,
  maxAge: number | undefined,
): string =>
  sameSite === 'lax'
    ? serializeCookie(name, value, isSecure, maxAge)
    : serialize(name, value, { httpOnly: true, sameSite, path: '/', secure: true, partitioned: true, maxAge });

/** The value of a cookie in the header of a request; undefined where it is absent or empty. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  parse(header ?? '')[name] || undefined;

/** The settings that cookies follow. */
export interface CookieSettings {
  isSecure: boolean;
  sameSite: 'lax' | 'none';
}

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Whether a request with a cookie, or a form, may come from where it does. Browsers send cookies from any site, and
 * tell the origin with whatever changes something: where cookies are sent from other sites too, one without is refused.
 */
export function comesFromOwnOrigin(
  { method = 'GET', headers: { origin } }: { method?: string; headers: { origin?: string | undefined } },
  { ownOrigins, sameSite }: { ownOrigins: readonly string[]; sameSite: 'lax' | 'none' },
): boolean {
  if (origin === undefined) return sameSite === 'lax' || SAFE_METHODS.includes(method);
  return ownOrigins.includes(origin);
}
