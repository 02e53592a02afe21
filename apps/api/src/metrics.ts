import { createHash, timingSafeEqual } from 'node:crypto';
import type { Route } from '#libs/access';
import type { Settings } from '#libs/config';
import { type DomainError, Forbidden, Unauthenticated } from '#libs/errors';
import { endpointsOf } from '#libs/http';
import { markCredentialInvalid, markCredentialValid } from '#libs/throttling';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { bearerToken } from './identity/sessions/presented-token.js';

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'How long requests took, by verb, route and status.',
  labelNames: ['verb', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
});

/** Measures every request by the pattern of its route, not its path, so that slugs and ids do not appear in metrics. */
export function measureRequests(routes: readonly Route[]): (request: Request, response: Response) => void {
  const known = new Set(routes.map(({ path }) => path));
  return (request, response) => {
    const started = performance.now();
    response.on('finish', () => {
      const pattern = (request.route as { path?: string } | undefined)?.path;
      const route = pattern && known.has(pattern) ? pattern : 'other';
      durations.observe(
        { verb: request.method, route, status: response.statusCode },
        (performance.now() - started) / 1_000,
      );
    });
  };
}

/**
 * Serves `/metrics` in the text format of Prometheus to callers with the token. If no token is configured, only to this
 * machine, and only if the public URL is on this machine.
 */
export function serveMetrics(app: NestExpressApplication, { metricsToken, publicUrl }: Settings): void {
  const isLocalService = isLoopback(new URL(publicUrl).hostname);
  const refusal = (request: Request): DomainError | undefined => {
    if (metricsToken === undefined) return isLocalService && isFromThisMachine(request) ? undefined : metricsClosed();
    return isSameToken(bearerToken(request.headers) ?? '', metricsToken) ? undefined : new Unauthenticated();
  };
  endpointsOf(app).get('/metrics', (request: Request, response: Response, next: NextFunction) => {
    const refused = refusal(request);
    // A wrong token counts as an invalid credential, even if the request has another valid one.
    if (refused) return void markCredentialInvalid(request).then(() => next(refused), next);
    void (metricsToken === undefined ? Promise.resolve() : markCredentialValid(request))
      .then(() => registry.metrics())
      .then((text) => response.setHeader('Cache-Control', 'no-store').type(registry.contentType).send(text), next);
  });
}

const metricsClosed = () =>
  new Forbidden('metrics_closed', 'Metrics are shown to who has METRICS_TOKEN; without it, only on this machine.');

const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|(::ffff:)127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** Whether a request comes directly from this machine, not through a proxy on it. */
const isFromThisMachine = ({ socket, headers }: Request): boolean =>
  isLoopback(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;

// Digests have equal lengths, so that the comparison takes constant time.
const isSameToken = (sent: string, token: string): boolean => timingSafeEqual(digestOf(sent), digestOf(token));

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
