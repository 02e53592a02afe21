import { type INestApplication, StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { CalledRequest, Served } from './call.js';
import { deprecationHeaders } from './deprecation.js';
import { entityTag, isKnown, isRevised, weakTag } from './entity-tag.js';
import { LargeJson } from './large-json.js';
import { codingFor, mayBePacked, packed } from './packing.js';
import { decode, type RouteMatch, paramsOf, RouteTable } from './route-table.js';
import type { ServedRoute } from './routes.js';
import { Streamed } from './streamed.js';

/**
 * Nest's adapter for Express with two of Express's ways replaced, because they took most of a small request: endpoints
 * are found in a table instead of by one pattern after the other, and JSON, the word null too, is sent with its headers
 * in one piece.
 */
export class EndpointAdapter extends ExpressAdapter {
  private readonly served = new RouteTable<Served>();
  private readonly declared = new Map<string, ServedRoute>();
  private readonly packable = new Set<ServedRoute>();
  private isServing = false;

  override get = this.serving('GET');
  override post = this.serving('POST');
  override put = this.serving('PUT');
  override patch = this.serving('PATCH');
  override delete = this.serving('DELETE');

  /** Says which endpoints there are: before Nest adds their handlers. */
  declare(routes: readonly ServedRoute[]): void {
    for (const route of routes) {
      this.declared.set(`${route.verb} ${route.path}`, route);
      if (mayBePacked(route)) this.packable.add(route);
    }
  }

  /** What a request leads to; undefined if nothing answers. */
  find({ method, path }: Pick<Request, 'method' | 'path'>): RouteMatch<Served> | undefined {
    return this.served.find(method, path);
  }

  /** The verbs of the endpoints at this path; none if there are none. */
  verbsOf(path: string): string[] {
    return this.served.verbsOf(path, ({ route }) => route !== undefined);
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    const isJson = typeof body === 'object' && !(body instanceof StreamableFile);
    if (!isJson || response.hasHeader('Content-Type')) return super.reply(response, body, status);
    if (status !== undefined) response.statusCode = status;
    if (body instanceof Streamed) return sendStreamed(response, body);
    if (body instanceof LargeJson) return sendLarge(response, body);
    const { found } = (response.req as CalledRequest).call;
    const isList = response.statusCode === 200 && this.packable.has(found?.value.route as ServedRoute);
    return isList ? sendList(response, body) : sendJson(response, body);
  }

  private serving(verb: string): (path: unknown, handler?: Served['handler']) => void {
    return (path, handler) => {
      this.served.add(verb, path as string, {
        handler: handler!,
        route: this.declared.get(`${verb} ${path as string}`),
      });
      if (this.isServing) return;
      this.isServing = true;
      this.use((request: CalledRequest, response: Response, next: NextFunction) =>
        this.dispatch(request, response, next),
      );
    };
  }

  private dispatch(request: CalledRequest, response: Response, next: NextFunction): unknown {
    const { found: match } = request.call;
    if (!match) {
      // As Express does: a path of ours that cannot be decoded is malformed, whatever the verb.
      if (this.served.verbsOf(request.path).length > 0) decode(request.path);
      return next();
    }
    request.params = paramsOf(match);
    request.route = { path: match.pattern };
    const { deprecated } = match.value.route?.options ?? {};
    if (deprecated) response.set(deprecationHeaders(deprecated));
    return match.value.handler(request, response, next);
  }
}

/** The adapter of an application, for what it serves besides the endpoints. */
export const endpointsOf = (app: INestApplication): EndpointAdapter =>
  app.getHttpAdapter() as unknown as EndpointAdapter;

const JSON_TYPE = 'application/json; charset=utf-8';

/** As `response.json` of Express, which would write headers and body separately. */
function sendJson(response: Response, body: object | null, text = JSON.stringify(body)): void {
  const length = Buffer.byteLength(text);
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', length);
  if (!response.hasHeader('ETag') && (isRead(response) || isRevised(body)))
    response.setHeader('ETag', entityTag(body, text, length));
  if (!endsWithHeaders(response)) response.end(text);
}

/** How small lists are made: what takes little time. */
const QUALITY = { br: 4, gzip: 5 };

/** The same of a list, compressed where that is worth it and the caller takes it. */
function sendList(response: Response, body: object | null): unknown {
  response.vary('Accept-Encoding');
  const text = JSON.stringify(body);
  const coding = response.req.method === 'HEAD' ? undefined : codingFor(response.req, text.length);
  if (!coding) return sendJson(response, body, text);
  response.setHeader('ETag', entityTag(body, text));
  response.setHeader('Content-Type', JSON_TYPE);
  if (endsWithHeaders(response)) return;
  return packed(text, coding, QUALITY).then((bytes) => {
    response.setHeader('Content-Encoding', coding);
    response.setHeader('Content-Length', bytes.length);
    response.end(bytes);
  });
}

function sendLarge(response: Response, body: LargeJson): void {
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', body.length);
  response.setHeader('ETag', weakTag(body.length, body.digest));
  if (endsWithHeaders(response)) return;
  // A stream of several listens to what several others listen to already.
  response.setMaxListeners(0);
  void body.sendTo(response);
}

function sendStreamed(response: Response, body: Streamed): void {
  response.set(body.headers);
  if (response.req.method === 'HEAD') response.end();
  else void body.sendTo(response);
}

/** Ends an answer that has no body; false where it has one. */
function endsWithHeaders(response: Response): boolean {
  if (isFresh(response)) response.statusCode = 304;
  if (response.statusCode === 204 || response.statusCode === 304) {
    response.removeHeader('Content-Type');
    response.removeHeader('Content-Length');
  } else if (response.req.method !== 'HEAD') return false;
  response.end();
  return true;
}

/**
 * Whether the caller of a read has this body already. `Cache-Control: no-cache` is a matter for caches (RFC 9111,
 * 5.2.1.4), and `fetch` adds it to whatever carries an `If-None-Match`.
 */
function isFresh(response: Response): boolean {
  if (!isRead(response) || response.statusCode !== 200) return false;
  return isKnown(response.req.headers['if-none-match'], String(response.getHeader('ETag')));
}

// The answer to a change has the tag of the record or none: that of another body would fit no `If-Match`.
const isRead = ({ req: { method } }: Response): boolean => method === 'GET' || method === 'HEAD';
