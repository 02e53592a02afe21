import type { IncomingHttpHeaders } from 'node:http';
import { parse } from 'cookie';
import { SESSION_COOKIES } from './session-cookie.js';

/** The token of the session cookie. */
export function cookieToken({ cookie }: IncomingHttpHeaders): string | undefined {
  const cookies = cookie ? parse(cookie) : {};
  return SESSION_COOKIES.map((name) => cookies[name]).find(Boolean);
}

/** The token of an `Authorization: Bearer` header. */
export const bearerToken = ({ authorization = '' }: IncomingHttpHeaders): string | undefined =>
  /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1];

/** The token with which the caller of a signed-in endpoint came. */
export const presentedToken = (headers: IncomingHttpHeaders): string | undefined =>
  bearerToken(headers) ?? cookieToken(headers);
