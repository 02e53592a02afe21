import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { publicOnly, withDeadline } from '#libs/outbound';

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
          ...(allowPrivate ? {} : publicOnly(url)),
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
