import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { requestTo, responseTo } from './response-to.js';
import { withDeadline } from './deadline.js';

/** What an answer may take, and where it may come from. */
interface RequestLimits {
  milliseconds: number;
  bytes: number;
  /** The options of a request to each address; throws where it may not be: `publicOnly`. */
  reach: (url: string) => { lookup?: LookupFunction };
}

/**
 * As `fetch`, for libraries that take one, but for addresses that others have named: what their names resolve to is
 * looked at when connecting. It follows no redirect, and reads the body to its end, within these bounds.
 */
export const requestWithin =
  ({ milliseconds, bytes, reach }: RequestLimits) =>
  (url: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> =>
    withDeadline(milliseconds, async (signal) => {
      const text = body === undefined || body === null ? undefined : String(body);
      const options = { signal, method, headers: Object.fromEntries(new Headers(headers)), ...reach(url) };
      const sent = requestTo(url, options);
      try {
        const { response, body: responseBody } = await responseTo(sent, text, bytes);
        return asResponse(response, responseBody);
      } catch (cause) {
        // Also for a status or a header that no `Response` may have.
        throw new TypeError('fetch failed', { cause });
      }
    });

function asResponse({ statusCode: status = 0, headers }: IncomingMessage, body: Buffer<ArrayBuffer>): Response {
  const headerPairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [value].flat().map((one) => [name, one]),
  );
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers: headerPairs });
}
