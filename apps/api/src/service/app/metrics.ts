import { poolOf } from '#libs/database';
import { isLoopback, packageVersion, type Settings } from '#libs/config';
import { type DomainError, Forbidden, Unauthenticated } from '#libs/errors';
import { countJobs } from '#libs/jobs';
import { counted, gauged, registry, timed } from '#libs/telemetry';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { collectDefaultMetrics } from 'prom-client';
import { DataSource } from 'typeorm';
import type { CalledRequest } from '../../platform/http/call.js';
import { showsMetricsToken } from '../health/metrics-token.js';
import { endpointsOf } from '../../platform/http/endpoint-adapter.js';
import { METRICS } from '../../platform/limits/address-limits.js';
import { ResourcePlaces } from '../../platform/places/resource-places.service.js';
import { DELIVERY_KEY } from '../../integrations/webhooks/webhooks.sql.js';
import { patternOf } from './route-pattern.js';

// Memory, processor time and event loop.
collectDefaultMetrics({ register: registry });

const durations = timed('http_request_duration_seconds', 'Duration of requests, by verb, route and status.', [
  'verb',
  'route',
  'status',
]);
const refused = counted('curbcut_rate_limited_total', 'Requests rejected by a rate limit (429).');
const bytes = counted('curbcut_ingest_bytes_total', 'Bytes of received reports, as sent.');
const connections = gauged('curbcut_database_connections', 'Connections of the pool, and requests waiting for one.', [
  'state',
]);
const isReachable = gauged('curbcut_database_up', 'Whether the database responded to the latest check.');
const waitingJobs = gauged('curbcut_jobs_waiting', 'Runnable jobs that are waiting.');
const oldestJob = gauged('curbcut_jobs_oldest_seconds', 'Waiting time of the oldest runnable job.');
const refusedMessages = gauged(
  'curbcut_webhook_retries',
  'Messages rejected by their receivers and scheduled for a retry.',
);
const failedJobs = gauged('curbcut_jobs_failed', 'Permanently failed jobs.');

const build = gauged('curbcut_build_info', 'The running version.', ['version', 'node']);
build.set({ version: packageVersion(), node: process.version }, 1);

const REPORTS = '/api/ingest/test-activity';

/** Measures every request by the pattern of its route, not its path, so that slugs and ids do not appear in metrics. */
export function measureRequest(request: Request, response: Response): void {
  const started = performance.now();
  response.on('finish', () => {
    const route = patternOf(request) ?? 'other';
    const status = response.statusCode;
    durations.observe({ verb: request.method, route, status }, (performance.now() - started) / 1_000);
    if (status === 429) refused.inc();
    if (route === REPORTS && status < 300) bytes.inc(Number(request.headers['content-length'] ?? 0));
  });
}

/**
 * Serves `/metrics` in the text format of Prometheus to callers with the token. If no token is configured, only to this
 * machine, and only if the public URL is on this machine.
 */
export function serveMetrics(app: NestExpressApplication, { metricsToken, publicUrl }: Settings): void {
  const isLocalService = isLoopback(new URL(publicUrl).hostname);
  const refusal = (request: Request): DomainError | undefined => {
    if (metricsToken === undefined) return isLocalService && isFromThisMachine(request) ? undefined : metricsClosed();
    return showsMetricsToken(request.headers, metricsToken) ? undefined : new Unauthenticated();
  };
  endpointsOf(app).get(METRICS, (request: CalledRequest, response: Response, next: NextFunction) => {
    const { reservation } = request.call;
    const refused = refusal(request);
    // A wrong token counts as an invalid credential, even if the request has another valid one.
    if (refused) return void Promise.resolve(reservation?.reject()).then(() => next(refused), next);
    void Promise.resolve(metricsToken === undefined ? undefined : reservation?.confirm())
      .then(() => measureDatabase(app.get(DataSource)))
      .then(() => app.get(ResourcePlaces).measure())
      .then(() => registry.metrics())
      .then((text) => response.setHeader('Cache-Control', 'no-store').type(registry.contentType).send(text), next);
  });
}

/** Notes how the pool and the queue stand; of a database that does not answer only that. */
async function measureDatabase(database: DataSource): Promise<void> {
  const pool = poolOf(database);
  connections.set({ state: 'used' }, pool.totalCount - pool.idleCount);
  connections.set({ state: 'idle' }, pool.idleCount);
  connections.set({ state: 'waiting' }, pool.waitingCount);
  const jobs = await countJobs(database, DELIVERY_KEY).catch(() => undefined);
  isReachable.set(jobs ? 1 : 0);
  if (!jobs) return;
  waitingJobs.set(jobs.waiting);
  oldestJob.set(jobs.oldestSeconds);
  failedJobs.set(jobs.failed);
  refusedMessages.set(jobs.deferred);
}

const metricsClosed = () =>
  new Forbidden(
    'metrics_closed',
    'Metrics require METRICS_TOKEN; without it, they are available on this machine only.',
  );

/** Whether a request comes directly from this machine, not through a proxy on it. */
const isFromThisMachine = ({ socket, headers }: Request): boolean =>
  isLoopback(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
