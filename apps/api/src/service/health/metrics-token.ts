import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { bearerToken } from '../../accounts/identity/sessions/presented-token.js';

/** Whether a request shows the token of operators; where there is none, nobody does. */
export const showsMetricsToken = (headers: IncomingHttpHeaders, token: string | undefined): boolean =>
  // Digests have equal lengths, so that the comparison takes constant time.
  token !== undefined && timingSafeEqual(digestOf(bearerToken(headers) ?? ''), digestOf(token));

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
