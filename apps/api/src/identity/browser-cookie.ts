import { parse, serialize } from 'cookie';

/**
 * The header of a cookie that scripts do not see and that other sites do not send along with what they post.
 * @param maxAge in seconds; 0 ends it, and without one the browser forgets it when it is closed
 */
export const serializeCookie = (name: string, value: string, secure: boolean, maxAge: number | undefined): string =>
  serialize(name, value, { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge });

/** The value of a cookie in the header of a request; undefined where it is absent or empty. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  parse(header ?? '')[name] || undefined;
