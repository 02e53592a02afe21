import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { withDeadline } from './deadline.js';

/** What may be downloaded, and from where. */
export interface DownloadLimits {
  /** The options of a request to each address; throws where it may not be: `publicOnly`. */
  reach: (url: string) => { lookup?: LookupFunction };
  stopping: AbortSignal;
  withinMs: number;
  bytes: number;
  /** The kinds of content that are requested; without it pictures. */
  accept?: string;
}

/** It was answered, and not with 200. */
export class NotDownloaded extends Error {
  constructor(readonly status: number) {
    super(`it answered ${status}`);
  }
}

const MOST_REDIRECTS = 3;

/**
 * Downloads what an address has. Where it redirects, each address is looked at as the first one was.
 * @throws the error of `reach` or of the connection, or another where there is no answer of 200 within the limits
 */
export function download(url: string, limits: DownloadLimits): Promise<Buffer> {
  return withDeadline(limits.withinMs, async (late) => {
    const signal = AbortSignal.any([limits.stopping, late]);
    let from = url;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const answer = await get(from, limits, signal);
      if (Buffer.isBuffer(answer)) return answer;
      from = answer.location;
    }
    throw new Error('it redirects too often');
  });
}

const get = (
  url: string,
  { reach, bytes, accept = 'image/*' }: DownloadLimits,
  signal: AbortSignal,
): Promise<Buffer | { location: string }> =>
  new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? requestHttps : requestHttp;
    const options = { agent: false, signal, headers: { accept, 'user-agent': 'Curbcut/1.0' } };
    const sent = request(url, { ...options, ...reach(url) }, (response) => {
      const give = (act: () => void): void => {
        act();
        response.destroy();
      };
      response.on('error', reject);
      const { statusCode, headers } = response;
      if (statusCode! >= 300 && statusCode! < 400 && headers.location !== undefined)
        return give(() => {
          const next = URL.canParse(headers.location!, url) ? new URL(headers.location!, url) : undefined;
          if (next && /^https?:$/.test(next.protocol)) resolve({ location: next.href });
          else reject(new Error('it redirects elsewhere than to http'));
        });
      if (statusCode !== 200) return give(() => reject(new NotDownloaded(statusCode!)));
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > bytes) return give(() => reject(new Error('it is too large')));
        chunks.push(chunk);
      });
      response.on('end', () => resolve(Buffer.concat(chunks)));
      response.on('close', () => reject(new Error('it ended too early')));
    });
    sent.on('error', reject);
    sent.end();
  });
