import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Settings } from '#libs/config';
import { translateDatabaseError } from '#libs/database';
import { newId } from '#libs/ids';
import { asRequest, type Logger, logRequests, originOf, readableForwarded, watchCaller } from '#libs/logging';
import { ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, Response } from 'express';
import { servePipeline } from '../admission/pipeline.js';
import { consoleOf } from '../console/serve-console.js';
import { Readiness } from '../health/readiness.js';
import type { Call } from '../../platform/http/call.js';
import { type EndpointAdapter, endpointsOf } from '../../platform/http/endpoint-adapter.js';
import { ProblemFilter } from '../../platform/http/problem.filter.js';
import { expectContinue } from '../../platform/http/read-bytes.js';
import { listRoutes, routeFaults, type ServedRoute } from '../../platform/http/routes.js';
import { closeAfterUnreadBody } from '../../platform/http/unread-body.js';
import { codesAtPath } from '../../accounts/identity/wire-codes.js';
import { limitConnections } from '../../platform/limits/connection-limits.js';
import { ForwardingWatch, type TrustsProxy } from '../../platform/limits/forwarding.js';
import { MODULES } from '../../accounts/organizations/modules.js';
import { refusalPages } from '../../accounts/mail-pages/refusal-page.js';
import { answerHeaders } from './answer-headers.js';
import { CONSTRAINTS } from './constraints.js';
import { serveDocumentation } from './documentation.js';
import { onlyHealthThere } from './health-listener.js';
import { measureRequest, serveMetrics } from './metrics.js';
import { scimRefusal } from '../../integrations/provisioning/admission/scim-refusals.js';
import { hidingSecrets } from './route-pattern.js';
import { traceRequest } from './traces.js';

/** Configures the application, for the service and for tests: everything before and after the handlers. */
export async function configureApp(app: NestExpressApplication, settings: Settings, log: Logger): Promise<void> {
  const routes = listRoutes(app.get(ModulesContainer));
  const faults = routeFaults(routes, MODULES);
  if (faults.length > 0) throw new Error(`These endpoints have declaration errors:\n  ${faults.join('\n  ')}`);

  const readiness = app.get(Readiness);
  app.set('trust proxy', settings.trustProxy);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  const setHeaders = answerHeaders(settings);
  const logRequest = logRequests<Request & { call?: Call }>(log, hidingSecrets(routes));
  const trustsProxy = (app.getHttpAdapter().getInstance() as Express).get('trust proxy fn') as TrustsProxy;
  const watch = new ForwardingWatch(log, trustsProxy);
  app.use((request: Request, response: Response, next: NextFunction) => {
    const id = newId();
    const { 'x-forwarded-for': forwarded } = request.headers;
    // Before anybody asks Express for the address.
    if (forwarded !== undefined) request.headers['x-forwarded-for'] = readableForwarded(String(forwarded));
    watch.inspect(request);
    response.setHeader('X-Request-Id', id);
    setHeaders(request, response);
    // While stopping, each response closes its connection, so that no keep-alive connection is cut between two
    // requests.
    if (readiness.stopping) response.setHeader('Connection', 'close');
    logRequest(id, request, response);
    measureRequest(request, response);
    closeAfterUnreadBody(request, response);
    const span = traceRequest(id, request, response);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const begin = (): void => {
      const callerIsGone = watchCaller(reads);
      response.on('close', () => {
        if (!response.writableEnded) callerIsGone();
      });
      next();
    };
    // Nothing that is only read was changed meanwhile.
    asRequest(id, begin, originOf(request), reads ? null : (request.headers['if-match'] ?? null), span);
  });
  const server = app.getHttpServer() as Server;
  limitConnections(server, settings.maxConnections, trustsProxy);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    expectContinue(request);
    server.emit('request', request, response);
  });
  // None has a fault: each has what an endpoint must have.
  const console = consoleOf(settings);
  servePipeline(app, routes as ServedRoute[], settings, console.answers);
  app.use(onlyHealthThere);
  app.use(console.serve);
  const fromDatabase = (error: unknown) => translateDatabaseError(error, CONSTRAINTS);
  const pageOf = refusalPages(routes);
  app.useGlobalFilters(
    new ProblemFilter(
      log,
      verbsOf(endpointsOf(app)),
      fromDatabase,
      codesAtPath,
      (request, response, refusal) => scimRefusal(request, response, refusal) ?? pageOf(request, response, refusal),
    ),
  );

  serveMetrics(app, settings);
  serveDocumentation(app);
}

function verbsOf(endpoints: EndpointAdapter): (path: string) => string[] {
  return (path) => {
    if (DOCUMENTS.test(path)) return ['GET', 'HEAD', 'OPTIONS'];
    const verbs = new Set(endpoints.verbsOf(path));
    if (verbs.has('GET')) verbs.add('HEAD');
    return verbs.size > 0 ? [...verbs, 'OPTIONS'].sort() : [];
  };
}

/** Paths that are served besides the endpoints. */
const DOCUMENTS = /^\/(docs|openapi\.json|metrics)\/?$/i;
