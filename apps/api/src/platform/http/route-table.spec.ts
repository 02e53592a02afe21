import express, { type Request, type Response } from 'express';
import fc from 'fast-check';
import type { CalledRequest } from './call.js';
import { EndpointAdapter } from './endpoint-adapter.js';

const PATTERNS = [
  ['GET', '/health/live'],
  ['GET', '/organizations/:orgId'],
  ['PATCH', '/organizations/:orgId'],
  ['GET', '/organizations/:orgId/products/:slug'],
  ['POST', '/organizations/:orgId/products'],
  ['DELETE', '/organizations/all/products'],
] as const;

type Serves = { get: (path: string, handler: unknown) => void } & Record<
  string,
  (path: string, handler: unknown) => void
>;

/** What an application answers: the pattern and the variables, `missing`, or the status of an error. */
function answers(application: express.Express, served: unknown, method: string, url: string): Promise<unknown> {
  for (const [verb, path] of PATTERNS)
    (served as Serves)[verb.toLowerCase()]!(path, (request: Request & { told: (answer: unknown) => void }) =>
      request.told([(request.route as { path: string }).path, { ...request.params }]),
    );
  return new Promise((resolve) => {
    const request = Object.assign(Object.create(null) as object, { method, url, headers: {}, told: resolve });
    (application as unknown as { handle: (...args: unknown[]) => void }).handle(
      request as unknown as Request,
      { setHeader: () => undefined } as unknown as Response,
      (error?: { status: number }) => resolve(error ? error.status : 'missing'),
    );
  });
}

const segment = fc.constantFrom(
  'organizations',
  'ORGANIZATIONS',
  'all',
  'products',
  'health',
  'live',
  'a%20b',
  '%FF',
  'é',
  '',
);
const url = fc
  .tuple(fc.array(segment, { maxLength: 5 }), fc.constantFrom('', '/', '?a=%FF', '/?'))
  .map(([segments, end]) => `/${segments.join('/')}${end}`);

test('a path leads where Express leads it, with the same variables', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT'), url, async (method, path) => {
      const adapter = new EndpointAdapter();
      adapter.use((request: CalledRequest, _response: Response, next: () => void) => {
        request.call = { isConsole: false, found: adapter.find(request) };
        next();
      });
      const plain = express();
      const ours = await answers(adapter.getInstance<express.Express>(), adapter, method, path);
      expect(ours).toEqual(await answers(plain, plain, method, path));
    }),
    { numRuns: 500 },
  );
});
