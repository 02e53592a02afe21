import { lookup as resolve, type LookupAddress, promises as dns } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress, withDeadline } from '#libs/outbound';

/** The address, or what its name resolves to, is not on the public internet. */
class PrivateAddress extends Error {
  constructor() {
    super('the address is private');
  }
}

/** Whether the host of a URL is, or resolves to, a private address; false if it does not resolve. */
export async function resolvesToPrivate(url: string): Promise<boolean> {
  const host = hostOf(url);
  if (isIP(host)) return !isPublicAddress(host);
  const addresses = await dns.lookup(host, { all: true }).catch((): LookupAddress[] => []);
  return addresses.some(({ address }) => !isPublicAddress(address));
}

/**
 * Posts a body and returns the status; the response body is ignored. Redirects are not followed. The address is checked
 * at the time of connecting, which prevents DNS rebinding.
 * @throws PrivateAddress, or the error of the connection; an abort where it took longer than it may
 */
export function postMessage(
  url: string,
  headers: Record<string, string>,
  body: string,
  { allowPrivate, stopping, withinMs }: { allowPrivate: boolean; stopping: AbortSignal; withinMs: number },
): Promise<number> {
  const host = hostOf(url);
  if (!allowPrivate && isIP(host) && !isPublicAddress(host)) return Promise.reject(new PrivateAddress());
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  const post = (late: AbortSignal): Promise<number> =>
    new Promise((answered, failed) => {
      const sent = request(
        url,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
          agent: false,
          signal: AbortSignal.any([stopping, late]),
          ...(allowPrivate ? {} : { lookup: publicOnly }),
        },
        (response) => {
          answered(response.statusCode!);
          response.destroy();
        },
      );
      sent.on('error', failed);
      sent.end(body);
    });
  return withDeadline(withinMs, post);
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

const publicOnly: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    if (addresses.some(({ address }) => !isPublicAddress(address))) return done(new PrivateAddress(), []);
    if (options.all) return done(null, addresses);
    done(null, addresses[0]!.address, addresses[0]!.family);
  });
};
