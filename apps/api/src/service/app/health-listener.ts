import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Settings } from '#libs/config';
import { NotFound } from '#libs/errors';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, Response } from 'express';
import { limitConnections } from '../../platform/limits/connection-limits.js';

/** Few ask there; each address may have a tenth. */
const MOST_CONNECTIONS = 100;

const SERVED = /^\/(health(\/(live|ready))?|metrics|version)\/?$/i;

const received = new WeakSet<IncomingMessage>();

/** The middleware by which the listener for probes serves nothing else. */
export function onlyHealthThere(request: Request, _response: Response, next: NextFunction): void {
  next(received.has(request) && !SERVED.test(request.path) ? new NotFound('path') : undefined);
}

/**
 * Listens on `HEALTH_PORT` for probes, metrics and the version, which then need no place among the connections of all
 * others.
 */
export async function listenForHealth(
  app: NestExpressApplication,
  { healthPort, host }: Pick<Settings, 'healthPort' | 'host'>,
): Promise<Server | undefined> {
  if (healthPort === undefined) return undefined;
  const serve = app.getHttpAdapter().getInstance() as Express;
  const server = createServer((request, response) => {
    received.add(request);
    serve(request, response);
  });
  limitConnections(server, MOST_CONNECTIONS, () => false);
  server.listen(healthPort, host);
  await once(server, 'listening');
  return server;
}
