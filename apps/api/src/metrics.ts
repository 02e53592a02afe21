import type { Route } from '#libs/access';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'How long requests took, by verb, route and status.',
  labelNames: ['verb', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
});

/** Measures every request under the pattern of its route, never its path: slugs and ids are nobody's business here. */
export function measureRequests(routes: readonly Route[]): RequestHandler {
  const known = new Set(routes.map(({ path }) => path));
  return (request: Request, response: Response, next: NextFunction) => {
    const stop = durations.startTimer();
    response.on('finish', () => {
      const pattern = (request.route as { path?: string } | undefined)?.path;
      stop({
        verb: request.method,
        route: pattern && known.has(pattern) ? pattern : 'other',
        status: response.statusCode,
      });
    });
    next();
  };
}

/** Serves `/metrics` in the text format of Prometheus. */
export function serveMetrics(app: NestExpressApplication): void {
  app.use('/metrics', (_request: Request, response: Response, next: NextFunction) => {
    registry.metrics().then((text) => response.type(registry.contentType).send(text), next);
  });
}
