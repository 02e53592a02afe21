import type { Settings } from '#libs/config';
import type { Logger } from '#libs/logging';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { credentialOf } from '../admission/credential.js';
import { RouteTable } from '../http/route-table.js';
import type { Route } from '../http/routes.js';
import { AddressLimits } from '../limits/address-limits.js';
import { ForwardingWatch, type TrustsProxy } from '../limits/forwarding.js';
import { type AddressLimit, limitOf } from '../limits/throttled.js';

/** Paths outside of the endpoints that use no database. */
const DOCUMENTS = /^\/(docs(\/.*)?|openapi\.json)?$/i;

/** Rate limits every request by its address before its body is read, including requests to unknown paths. */
export function limitByAddress(
  app: NestExpressApplication,
  routes: readonly Route[],
  settings: Settings,
  log: Logger,
): RequestHandler {
  const limits = app.get(AddressLimits);
  const limitOfRequest = limitsByPath(routes);
  const watch = new ForwardingWatch(log, trustsProxyOf(app));
  return (request: Request, response: Response, next: NextFunction) => {
    watch.inspect(request);
    const credential = credentialOf(request.headers, settings.isSecure);
    const secret = credential && credential.kind !== 'malformed' ? credential.secret : undefined;
    const counted = limits.reserve(request, response, limitOfRequest(request), secret);
    if (counted) counted.then(() => next(), next);
    else next();
  };
}

/** The limit of a request: that of the endpoint that it leads to. */
function limitsByPath(routes: readonly Route[]): (request: Request) => AddressLimit {
  const limits = new RouteTable<AddressLimit>();
  for (const { verb, path, controller, handler } of routes)
    limits.add(verb, path, limitOf((controller.prototype as Record<string, object>)[handler]!));
  return ({ method, path }) => {
    // OPTIONS requests need only the route table.
    if (method === 'OPTIONS' || DOCUMENTS.test(path)) return 'public';
    return limits.find(method, path)?.value ?? 'general';
  };
}

/** The function by which Express decides whether an address is a trusted proxy (`TRUST_PROXY`). */
export const trustsProxyOf = (app: NestExpressApplication): TrustsProxy =>
  (app.getHttpAdapter().getInstance() as Express).get('trust proxy fn') as TrustsProxy;
