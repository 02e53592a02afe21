import { answerTo, requestTo } from './answer-to.js';
import { withDeadline } from './deadline.js';
import type { DownloadLimits } from './download.js';

/** A request to a server of somebody else. */
export interface Question {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** What it answered, whatever the status; names of headers in lower case, of several the first. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

/**
 * Asks a server once, and reads its answer to the end. Redirects are answers like others.
 * @throws the error of `reach` or of the connection, or another where the answer does not end within the limits
 */
export function ask({ method, url, headers, body }: Question, limits: Omit<DownloadLimits, 'accept'>): Promise<Answer> {
  return withDeadline(limits.withinMs, async (late) => {
    const length: Record<string, string> =
      body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const signal = AbortSignal.any([limits.stopping, late]);
    const options = { method, headers: { ...headers, ...length }, signal, ...limits.reach(url) };
    const { response, body: answered } = await answerTo(requestTo(url, options), body, limits.bytes);
    return { status: response.statusCode!, headers: firstOf(response.headers), body: answered };
  });
}

const firstOf = (headers: NodeJS.Dict<string | string[]>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
