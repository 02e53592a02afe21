import { auditRoutes, listRoutes } from '#libs/access';
import type { Settings } from '#libs/config';
import { translateDatabaseError } from '#libs/database';
import { jsonBody, ProblemFilter } from '#libs/http';
import { newId } from '#libs/ids';
import type { Logger } from '#libs/logging';
import { asRequest } from '#libs/request';
import { ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';
import { CONSTRAINTS } from './constraints.js';
import { Readiness } from './health/readiness.js';
import { measureRequests, serveMetrics } from './metrics.js';
import { buildDocument } from './openapi.js';
import { pathMatcher } from './path-matcher.js';

/** 1 MB at ingest, 256 kB everywhere else (spec.md, Limits; decisions.md, section 2). */
const INGEST_PATH = '/api/ingest/test-activity';
const INGEST_LIMIT = 1_048_576;
const BODY_LIMIT = 262_144;

/** What the running service and every test share: the way of a request before and after its handler. */
export async function configureApp(app: NestExpressApplication, settings: Settings, log: Logger): Promise<void> {
  const routes = listRoutes(app.get(ModulesContainer));
  const faults = auditRoutes(routes);
  if (faults.length > 0) throw new Error(`These endpoints must not be served:\n  ${faults.join('\n  ')}`);

  const readiness = app.get(Readiness);
  app.set('trust proxy', settings.trustProxy);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use((request: Request, response: Response, next: NextFunction) => {
    const id = newId();
    request.id = id;
    response.setHeader('X-Request-Id', id);
    // A kept connection must not be cut between two requests: while stopping, each answer is its last.
    if (readiness.stopping) response.setHeader('Connection', 'close');
    asRequest(id, next);
  });
  app.use(
    pinoHttp({
      logger: log,
      genReqId: (request) => (request as Request).id as string,
      quietReqLogger: true,
      customLogLevel: levelOf,
      serializers: LINE,
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
  if (settings.corsOrigins.length > 0) {
    app.enableCors({
      origin: settings.corsOrigins,
      credentials: true,
      exposedHeaders: ['Location', 'set-auth-token', 'Retry-After', 'X-Request-Id'],
    });
  }
  const uploads = routes
    .filter(({ options }) => options?.upload)
    .map(({ verb, path }) => ({ verb, matches: pathMatcher([path]) }));
  app.use(
    jsonBody({
      limit: (path) => (path === INGEST_PATH ? INGEST_LIMIT : BODY_LIMIT),
      upload: (verb, path) => uploads.some((upload) => upload.verb === verb && upload.matches(path)),
    }),
  );
  app.useGlobalFilters(new ProblemFilter(log, verbsOf(routes), (error) => translateDatabaseError(error, CONSTRAINTS)));

  serveMetrics(app);
  SwaggerModule.setup('docs', app, buildDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Curbcut API',
    swaggerOptions: { persistAuthorization: true, validatorUrl: null },
  });
}

function verbsOf(routes: ReturnType<typeof listRoutes>): (path: string) => string[] {
  const paths = [...new Set(routes.map(({ path }) => path))].map((path) => ({
    matches: pathMatcher([path]),
    verbs: routes.filter((route) => route.path === path).map(({ verb }) => verb),
  }));
  return (path) => {
    const verbs = new Set(paths.filter(({ matches }) => matches(path)).flatMap(({ verbs }) => verbs));
    if (verbs.has('GET')) verbs.add('HEAD');
    return verbs.size > 0 ? [...verbs, 'OPTIONS'].sort() : [];
  };
}

const levelOf = (_request: unknown, response: { statusCode: number }, error?: Error) =>
  error || response.statusCode >= 500 ? 'error' : 'info';

// One short line a request. Queries may hold tokens of mailed links, so only the path is kept.
const LINE = {
  req: ({ method, url }: { method: string; url: string }) => ({ method, path: url.split('?')[0] }),
  res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
};
