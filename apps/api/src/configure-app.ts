import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { routeFaults, listRoutes } from '#libs/access';
import type { Settings } from '#libs/config';
import { translateDatabaseError } from '#libs/database';
import { expectContinue, closeAfterUnreadBody, ProblemFilter } from '#libs/http';
import { newId } from '#libs/ids';
import type { Logger } from '#libs/logging';
import { asRequest, originOf } from '#libs/request';
import { ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';
import { limitConnections } from './connection-limits.js';
import { CONSTRAINTS } from './constraints.js';
import { Readiness } from './health/readiness.js';
import { codeForPath } from './identity/wire-codes.js';
import { limitByAddress, trustsProxyOf } from './address-limits.js';
import { measureRequests, serveMetrics } from './metrics.js';
import { MODULES } from './organizations/modules.js';
import { buildDocument } from './openapi.js';
import { refusalPages } from './pages/refusal-page.js';
import { pathMatcher } from './path-matcher.js';

/** The CORS settings for our own origins: exposed response headers, and how long preflight responses are cached. */
const EXPOSED_HEADERS = [
  'Location',
  'ETag',
  'X-Request-Id',
  'set-auth-token',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
];
const PREFLIGHT_SECONDS = 600;

/** Configures the application, for the service and for tests: everything before and after the handlers. */
export async function configureApp(app: NestExpressApplication, settings: Settings, log: Logger): Promise<void> {
  const routes = listRoutes(app.get(ModulesContainer));
  const faults = routeFaults(routes, MODULES);
  if (faults.length > 0) throw new Error(`These endpoints must not be served:\n  ${faults.join('\n  ')}`);

  const readiness = app.get(Readiness);
  app.set('trust proxy', settings.trustProxy);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use((request: Request, response: Response, next: NextFunction) => {
    const id = newId();
    request.id = id;
    response.setHeader('X-Request-Id', id);
    // While stopping, each response closes its connection, so that no keep-alive connection is cut between two
    // requests.
    if (readiness.stopping) response.setHeader('Connection', 'close');
    asRequest(id, next, originOf(request));
  });
  app.use(closeAfterUnreadBody());
  const server = app.getHttpServer() as Server;
  limitConnections(server, settings, (address, hop) => trustsProxyOf(app)(address, hop));
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    expectContinue(request);
    server.emit('request', request, response);
  });
  app.use(
    pinoHttp({
      logger: log,
      genReqId: (request) => (request as Request).id as string,
      quietReqLogger: true,
      customLogLevel: logLevelOf,
      serializers: LOG_SERIALIZERS,
    }),
  );
  app.use(measureRequests(routes));
  app.use(
    helmet({
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      // Without TLS in front, upgrading would take away the assets of /docs.
      contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
    }),
  );
  app.enableCors({
    origin: settings.ownOrigins,
    credentials: true,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
    preflightContinue: true,
  });
  app.use(limitByAddress(app, routes, settings, log));
  const fromDatabase = (error: unknown) => translateDatabaseError(error, CONSTRAINTS);
  app.useGlobalFilters(new ProblemFilter(log, verbsOf(routes), fromDatabase, codeForPath, refusalPages(routes)));

  serveMetrics(app, settings);
  app.use((request: Request, response: Response, next: NextFunction) => {
    const isBrowser = request.path === '/' && request.method === 'GET' && request.accepts(['json', 'html']) === 'html';
    if (isBrowser) response.redirect('/docs');
    else next();
  });
  // Made when it is first asked for: it takes a tenth of the time of a start.
  SwaggerModule.setup('docs', app, () => buildDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Curbcut API',
    swaggerOptions: { persistAuthorization: false, validatorUrl: null },
  });
}

function verbsOf(routes: ReturnType<typeof listRoutes>): (path: string) => string[] {
  const paths = [...new Set(routes.map(({ path }) => path))].map((path) => ({
    matches: pathMatcher([path]),
    verbs: routes.filter((route) => route.path === path).map(({ verb }) => verb),
  }));
  return (path) => {
    if (DOCUMENTS.test(path)) return ['GET', 'HEAD', 'OPTIONS'];
    const verbs = new Set(paths.filter(({ matches }) => matches(path)).flatMap(({ verbs }) => verbs));
    if (verbs.has('GET')) verbs.add('HEAD');
    return verbs.size > 0 ? [...verbs, 'OPTIONS'].sort() : [];
  };
}

/** Paths that are served besides the endpoints. */
const DOCUMENTS = /^\/(docs|openapi\.json|metrics)\/?$/i;

const logLevelOf = (_request: unknown, response: { statusCode: number }, error?: Error) =>
  error || response.statusCode >= 500 ? 'error' : 'info';

// One short line a request. Queries may hold tokens of mailed links, so only the path is kept.
const LOG_SERIALIZERS = {
  req: ({ method, url }: { method: string; url: string }) => ({ method, path: url.split('?')[0] }),
  res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
};
