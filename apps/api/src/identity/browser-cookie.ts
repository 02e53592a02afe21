import { parse, serialize } from 'cookie';

/**
 * The header of a cookie that is hidden from scripts (HttpOnly) and not sent with cross-site posts (SameSite=Lax).
 * @param maxAge in seconds; 0 deletes the cookie, undefined makes it a session cookie
 */
export const serializeCookie = (name: string, value: string, secure: boolean, maxAge: number | undefined): string =>
  serialize(name, value, { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge });

/** The value of a cookie in the header of a request; undefined where it is absent or empty. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  parse(header ?? '')[name] || undefined;
