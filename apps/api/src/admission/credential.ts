import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie } from 'cookie';
import { KEY_PREFIX } from '../api-keys/secret.js';
import { SESSION_COOKIES } from '../identity/session-cookie.js';

/** What a request shows of its caller. `malformed`: a header that is there but cannot be a credential. */
export type Credential =
  | { kind: 'key' | 'session'; secret: string; cookie?: boolean }
  | { kind: 'malformed' };

/** Reads the two headers of the specification and the session cookie; never the body or the query. */
export function credentialOf(headers: IncomingHttpHeaders): Credential | undefined {
  const apiKey = headers['x-api-key'];
  if (apiKey !== undefined) return { kind: 'key', secret: String(apiKey) };
  if (headers.authorization !== undefined) {
    const token = /^Bearer +([^\s]+) *$/i.exec(headers.authorization)?.[1];
    if (!token) return { kind: 'malformed' };
    return { kind: token.startsWith(KEY_PREFIX) ? 'key' : 'session', secret: token };
  }
  const cookies = headers.cookie ? parseCookie(headers.cookie) : {};
  const secret = SESSION_COOKIES.map((name) => cookies[name]).find(Boolean);
  return secret ? { kind: 'session', secret, cookie: true } : undefined;
}
