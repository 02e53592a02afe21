import { beginTrace, requestAttributes, type Span } from '#libs/telemetry';
import type { Request, Response } from 'express';
import { patternOf } from './route-pattern.js';

// Node takes more; what the semantic conventions do not know is `_OTHER` there.
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/**
 * Begins the span of a request, which ends with its answer or its connection. It has the pattern of the route, and
 * nothing that the caller has sent: neither path nor query, address or user agent.
 */
export function traceRequest(id: string, request: Request, response: Response): Span | undefined {
  const method = METHODS.has(request.method) ? request.method : '_OTHER';
  const begun = { 'http.request.method': method, 'url.scheme': request.protocol, ...requestAttributes(id) };
  const traceparent = request.headers['traceparent'];
  const name = method === '_OTHER' ? 'HTTP' : method;
  const span = beginTrace('server', name, begun, typeof traceparent === 'string' ? traceparent : undefined);
  if (!span) return undefined;
  response.once('close', () => {
    const route = patternOf(request);
    if (route) {
      span.rename(`${name} ${route}`);
      span.set({ 'http.route': route, 'url.path': route });
    }
    const { statusCode, writableEnded } = response;
    if (!writableEnded) span.fail('aborted');
    else {
      span.set({ 'http.response.status_code': statusCode });
      if (statusCode >= 500) span.fail(String(statusCode));
    }
    span.end();
  });
  return span;
}
