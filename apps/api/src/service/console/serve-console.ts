import { request as ask } from 'node:http';
import type { Settings } from '#libs/config';
import { NotFound } from '#libs/errors';
import type { NextFunction, Response } from 'express';
import type { CalledRequest } from '../../platform/http/call.js';
import { isKnown } from '../../platform/http/entity-tag.js';
import { html } from '../../accounts/mail-pages/html.js';
import { relativeRoot, renderDocument, successPage } from '../../accounts/mail-pages/html-page.js';
import { PAGE_HEADERS } from '../../accounts/mail-pages/page-responder.js';
import { type ConsoleBuild, readConsole } from './console-build.js';
import { ASSETS, consolePaths, prefersPage } from './console-paths.js';

/** The console of this installation, or what stands in its place. */
export interface Console {
  /** Whether it answers a request that leads to no endpoint. */
  answers(request: CalledRequest): boolean;
  /** Answers those, and passes on all others. */
  serve(request: CalledRequest, response: Response, next: NextFunction): void;
}

/**
 * Chooses by the setting `CONSOLE` what browsers get: the console, a plain page at `/`, or what a Vite server makes of
 * the sources.
 */
export function consoleOf(settings: Pick<Settings, 'console' | 'publicUrl' | 'ownOrigins'>): Console {
  const { console: wanted } = settings;
  if (wanted === 'off') return WITHOUT;
  if (wanted !== 'on') return fromVite(wanted);
  const build = readConsole(settings);
  return build ? built(build) : WITHOUT;
}

/**
 * Scripts, styles and connections of the service itself, and one policy for the address of the worker; pictures that
 * are chosen are `blob:`.
 */
const POLICY = [
  "default-src 'none'",
  ...['script', 'style', 'font', 'connect', 'media', 'worker'].map((kind) => `${kind}-src 'self'`),
  "img-src 'self' blob:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types curbcut-worker',
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-cache',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

function built(build: ConsoleBuild): Console {
  const answerTo = consolePaths(build.addresses);
  return {
    answers: (request) => request.call.found === undefined && answerTo(request) !== undefined,
    serve: (request, response, next) => {
      const answer = request.call.isConsole ? answerTo(request) : undefined;
      if (answer === undefined) next();
      else if (answer === 'file') sendFile(build, request, response).catch(next);
      else sendPage(build, request, response, answer === 'page' ? 200 : 404);
    },
  };
}

function sendPage({ page }: ConsoleBuild, request: CalledRequest, response: Response, status: number): void {
  response.set(HEADERS).set('ETag', page.etag).vary('Accept');
  if (status === 200 && isKnown(request.headers['if-none-match'], page.etag)) response.status(304).end();
  else response.status(status).send(page.text);
}

/**
 * Sends a file that never changes.
 * @throws NotFound
 */
async function sendFile(build: ConsoleBuild, request: CalledRequest, response: Response): Promise<void> {
  const name = request.path.slice(ASSETS.length);
  const file = build.file(name);
  if (!file) throw new NotFound('file');
  // Browsers weigh all the same, and name gzip first.
  const coding = file.codings.find((one) => request.acceptsEncodings(one) === one) ?? 'identity';
  const content = await file.read(coding);
  response.vary('Accept-Encoding').set({
    'Content-Type': file.type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': POLICY,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Length': String(content.length),
  });
  if (coding !== 'identity') response.set('Content-Encoding', coding);
  response.end(request.method === 'HEAD' ? undefined : content);
}

/** `/` says where the interface is told; everything else is answered as if there were no console. */
const WITHOUT: Console = {
  answers: (request) => request.path === '/' && ['GET', 'HEAD'].includes(request.method) && prefersPage(request),
  serve: (request, response, next) => {
    if (!request.call.isConsole) return next();
    const body = html`<p>This is a Curbcut service without its console.</p>
      <p><a href="docs">Read how programs use it</a></p>`;
    response
      .set(PAGE_HEADERS)
      .vary('Accept')
      .send(renderDocument(successPage('Curbcut', body), relativeRoot('/')));
  },
};

/** What Vite serves for itself. */
const OF_VITE = /^\/(@|apps\/|libs\/|node_modules\/)/;

/** Hands what would be a page or a file to a Vite server, so that development has one address. */
function fromVite(address: string): Console {
  const answerTo = consolePaths([]);
  return {
    answers: (request) =>
      request.call.found === undefined && (OF_VITE.test(request.path) || answerTo(request) !== undefined),
    serve: ({ call, method, originalUrl, headers }, response, next) => {
      if (!call.isConsole) return next();
      const proxied = ask(new URL(originalUrl, address), {
        method,
        headers: { ...headers, host: new URL(address).host },
      });
      proxied.on('error', next);
      proxied.on('response', (answer) => {
        response.removeHeader('Content-Security-Policy');
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      proxied.end();
    },
  };
}
