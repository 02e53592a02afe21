import { type INestApplication, StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { entityTag, isKnown, isRevised } from './entity-tag.js';
import { decode, paramsOf, RouteTable } from './route-table.js';

/**
 * Nest's adapter for Express with two of Express's ways replaced, because they took most of a small request: endpoints
 * are found in a table instead of by one pattern after the other, and JSON, the word null too, is sent with its headers in one piece.
 */
export class EndpointAdapter extends ExpressAdapter {
  private readonly handlers = new RouteTable<RequestHandler>();
  private isServing = false;

  override get = this.serving('GET');
  override post = this.serving('POST');
  override put = this.serving('PUT');
  override patch = this.serving('PATCH');
  override delete = this.serving('DELETE');

  override reply(response: Response, body: unknown, status?: number): unknown {
    const isJson = typeof body === 'object' && !(body instanceof StreamableFile);
    if (!isJson || response.hasHeader('Content-Type')) return super.reply(response, body, status);
    if (status !== undefined) response.statusCode = status;
    return sendJson(response, body);
  }

  private serving(verb: string): (path: unknown, handler?: RequestHandler) => void {
    return (path, handler) => {
      this.handlers.add(verb, path as string, handler!);
      if (this.isServing) return;
      this.isServing = true;
      this.use((request: Request, response: Response, next: NextFunction) => this.dispatch(request, response, next));
    };
  }

  private dispatch(request: Request, response: Response, next: NextFunction): unknown {
    const { method, path } = request;
    const match = this.handlers.find(method, path);
    if (!match) {
      // As Express does: a path of ours that cannot be decoded is malformed, whatever the verb.
      if (this.handlers.verbsOf(path).length > 0) decode(path);
      return next();
    }
    request.params = paramsOf(match);
    request.route = { path: match.pattern };
    return match.value(request, response, next);
  }
}

/** The adapter of an application, for what it serves besides the endpoints. */
export const endpointsOf = (app: INestApplication): EndpointAdapter =>
  app.getHttpAdapter() as unknown as EndpointAdapter;

/** As `response.json` of Express, which would write headers and body separately. */
function sendJson(response: Response, body: object | null): void {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', length);
  if (!response.hasHeader('ETag') && (isRead(response) || isRevised(body)))
    response.setHeader('ETag', entityTag(body, text, length));
  if (isFresh(response)) response.statusCode = 304;
  if (response.statusCode === 204 || response.statusCode === 304) {
    response.removeHeader('Content-Type');
    response.removeHeader('Content-Length');
    response.end();
  } else if (response.req.method === 'HEAD') response.end();
  else response.end(text);
}

/**
 * Whether the caller of a read has this body already. `Cache-Control: no-cache` is a matter for caches (RFC 9111, 5.2.1.4), and `fetch` adds it to
 * whatever carries an `If-None-Match`.
 */
function isFresh(response: Response): boolean {
  if (!isRead(response) || response.statusCode !== 200) return false;
  return isKnown(response.req.headers['if-none-match'], String(response.getHeader('ETag')));
}

// The answer to a change has the tag of the record or none: that of another body would fit no `If-Match`.
const isRead = ({ req: { method } }: Response): boolean => method === 'GET' || method === 'HEAD';
