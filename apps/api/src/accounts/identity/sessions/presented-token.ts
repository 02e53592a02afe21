import type { IncomingHttpHeaders } from 'node:http';
import { readCookie } from '../browser-cookie.js';
import { SESSION_COOKIES } from './session-cookie.js';

/**
 * The token of the session cookie; undefined if the request has another credential, which then takes precedence. Over
 * https (`secure`) only the `__Secure-` cookie is accepted, which cannot be set over http.
 */
export function cookieToken(headers: IncomingHttpHeaders, secure: boolean): string | undefined {
  const { cookie, authorization, 'x-api-key': apiKey } = headers;
  if (authorization !== undefined || apiKey !== undefined) return undefined;
  return readCookie(cookie, SESSION_COOKIES[secure ? 0 : 1]);
}

/** The token of an `Authorization: Bearer` header. */
export const bearerToken = ({ authorization = '' }: IncomingHttpHeaders): string | undefined =>
  /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1];
