import { requestTo, responseTo } from './response-to.js';
import { withDeadline } from './deadline.js';
import type { DownloadLimits } from './download.js';

/** A request to another server. */
export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** The response, whatever the status; names of headers in lower case, of several the first. */
export interface OutboundResponse {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

/**
 * Sends one request, and reads its response to the end. Redirects are answers like others.
 * @throws the error of `reach` or of the connection, or another where the answer does not end within the limits
 */
export function sendRequest(
  { method, url, headers, body }: OutboundRequest,
  limits: Omit<DownloadLimits, 'accept'>,
): Promise<OutboundResponse> {
  return withDeadline(limits.withinMs, async (late) => {
    const length: Record<string, string> =
      body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const signal = AbortSignal.any([limits.stopping, late]);
    const options = { method, headers: { ...headers, ...length }, signal, ...limits.reach(url) };
    const { response, body: responseBody } = await responseTo(requestTo(url, options), body, limits.bytes);
    return { status: response.statusCode!, headers: firstOf(response.headers), body: responseBody };
  });
}

const firstOf = (headers: NodeJS.Dict<string | string[]>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
