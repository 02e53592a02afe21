import type { IncomingHttpHeaders } from 'node:http';
import { KEY_PREFIX } from '../../products/api-keys/secret.js';
import type { Credential } from '../../platform/http/call.js';
import { bearerToken, cookieToken } from '../../accounts/identity/sessions/presented-token.js';

/**
 * Reads the two headers of the specification and the session cookie (`secure`: over https); never the body or the
 * query.
 */
export function credentialOf(headers: IncomingHttpHeaders, secure: boolean): Credential | undefined {
  const apiKey = headers['x-api-key'];
  if (apiKey !== undefined) {
    // The same key in both headers is one credential; of two nobody can tell which is meant.
    const isOne = headers.authorization === undefined || bearerToken(headers) === apiKey;
    return isOne ? { kind: 'key', secret: String(apiKey) } : { kind: 'ambiguous' };
  }
  if (headers.authorization !== undefined) {
    const token = bearerToken(headers);
    if (!token) return { kind: 'malformed' };
    return { kind: token.startsWith(KEY_PREFIX) ? 'key' : 'session', secret: token };
  }
  const secret = cookieToken(headers, secure);
  return secret ? { kind: 'session', secret, cookie: true } : undefined;
}
