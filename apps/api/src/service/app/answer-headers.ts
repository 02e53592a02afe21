import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '#libs/config';
import helmet from 'helmet';

/** Response headers that programs of our own origins may read. */
const EXPOSED_HEADERS = [
  'Location',
  'Content-Location',
  'ETag',
  'Link',
  'X-Request-Id',
  'set-auth-token',
  'Preference-Applied',
  'Idempotency-Replayed',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Deprecation',
  'Sunset',
].join();
const METHODS = 'GET,HEAD,PUT,PATCH,POST,DELETE';
/** How long preflight responses are cached. */
const PREFLIGHT_SECONDS = 600;

/** The headers of every answer: those of security, and those that let browsers call from our own origins (CORS). */
export function answerHeaders({
  ownOrigins,
}: Pick<Settings, 'ownOrigins'>): (request: IncomingMessage, response: ServerResponse) => void {
  const security = securityHeaders();
  return ({ method, headers }, response) => {
    for (const [name, value] of security) response.setHeader(name, value);
    const { origin } = headers;
    if (origin !== undefined && ownOrigins.includes(origin)) response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Vary', method === 'OPTIONS' ? 'Origin, Access-Control-Request-Headers' : 'Origin');
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    if (method === 'OPTIONS') {
      const wanted = headers['access-control-request-headers'];
      response.setHeader('Access-Control-Allow-Methods', METHODS);
      if (wanted) response.setHeader('Access-Control-Allow-Headers', wanted);
      response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
    }
    response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  };
}

/** The headers of helmet. They are the same for every answer, so it is asked once. */
function securityHeaders(): [string, string][] {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  helmet({
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // Without TLS in front, upgrading would take away the assets of /docs.
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  })({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return [...headers];
}
