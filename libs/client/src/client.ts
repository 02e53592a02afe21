import { CurbcutError, errorOf } from './error.js';
import type { Client } from './generated/client/index.js';
import { delayBefore, isRepeatable, wait } from './retry.js';

interface Common {
  /** Where the service is: `https://curbcut.example`. */
  baseUrl: string;
  /** How often to try again what is safe to repeat; 4 unless said otherwise. */
  retries?: number;
  /** In place of the global one. */
  fetch?: typeof globalThis.fetch;
}

/** The token of a session, or what has it: asked before each attempt, and undefined where nobody is signed in. */
type Token = string | (() => string | undefined | Promise<string | undefined>);

/** Who calls: a person by the token of a session or by a browser's cookie, a program by an API key, or nobody yet. */
export type ClientOptions = Common &
  (
    | { token: Token; apiKey?: never; credentials?: never }
    | { apiKey: string; token?: never; credentials?: never }
    | {
        /**
         * Has a browser send and keep the cookie of the session; signing up and in then leave its secret to that cookie
         * (`Prefer: session=cookie`). Without it no cookie is sent.
         */
        credentials?: 'include' | 'same-origin';
        token?: never;
        apiKey?: never;
      }
  );

/** The input of a generated call; `args` has path and query in one object. */
interface CallInput {
  url: string;
  args?: Record<string, unknown>;
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  bodySerializer?: (body: unknown) => NonNullable<RequestInit['body']>;
  headers?: Record<string, string | null | undefined>;
  signal?: AbortSignal;
  onResponse?: (response: Response) => void;
}

/**
 * What the generated calls send by, where they are used one by one: `issuesList({ client, path: { orgId, productSlug }
 * })`. Answers the body; throws a `CurbcutError`.
 */
export function createClient(options: ClientOptions): Client {
  const send = (method: string) => (input: CallInput) => perform(options, method, input);
  const methods = {
    get: send('GET'),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
  };
  return methods as unknown as Client;
}

async function perform(options: ClientOptions, method: string, input: CallInput): Promise<unknown> {
  const { retries = 4, fetch = globalThis.fetch } = options;
  const { signal, onResponse } = input;
  for (let attempt = 0; ; attempt++) {
    const request = await requestOf(options, method, input);
    const failure = await attempted(fetch, addressOf(options.baseUrl, input), request, onResponse);
    if (!(failure instanceof CurbcutError)) return failure.body;
    signal?.throwIfAborted();
    // The answer to the attempt before was lost, and it did what it should.
    if (method === 'DELETE' && failure.status === 404 && attempt > 0) return undefined;
    const delay = attempt < retries && isRepeatable(method, input) ? delayBefore(attempt, failure, request) : undefined;
    if (delay === undefined) throw failure;
    await wait(delay, signal);
  }
}

async function attempted(
  fetch: typeof globalThis.fetch,
  address: string,
  request: RequestInit,
  onResponse: CallInput['onResponse'],
): Promise<{ body: unknown } | CurbcutError> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(address, request);
    body = response.ok && !isJson(response) ? await bytesOf(response) : await response.text();
  } catch (cause) {
    return new CurbcutError('The service did not respond.', { code: 'network_error', cause });
  }
  onResponse?.(response);
  if (!response.ok) return errorOf(response, String(body));
  try {
    return { body: isJson(response) && body !== '' ? JSON.parse(String(body)) : body || undefined };
  } catch (cause) {
    return new CurbcutError('The answer is incomplete or invalid.', {
      code: 'unexpected_answer',
      status: response.status,
      cause,
    });
  }
}

const isJson = ({ headers }: Response): boolean => /[/+]json/.test(headers.get('content-type') ?? '');

async function bytesOf(response: Response): Promise<Blob | undefined> {
  const bytes = await response.blob();
  return bytes.size === 0 ? undefined : bytes;
}

async function requestOf(
  { token, apiKey, credentials }: ClientOptions,
  method: string,
  input: CallInput,
): Promise<RequestInit> {
  const { url, body, bodySerializer = JSON.stringify, signal } = input;
  const headers = new Headers(apiKey === undefined ? {} : { 'x-api-key': apiKey });
  const secret = typeof token === 'function' ? await token() : token;
  if (secret !== undefined) headers.set('authorization', `Bearer ${secret}`);
  if (credentials && method === 'POST' && url.startsWith('/api/auth/')) headers.set('prefer', 'session=cookie');
  for (const [name, value] of Object.entries(input.headers ?? {})) {
    const isOfNoBody = body === undefined && /^content-type$/i.test(name);
    if (value != null && !isOfNoBody) headers.set(name, value);
  }
  return {
    method,
    headers,
    credentials: credentials ?? 'omit',
    ...(body === undefined ? {} : { body: bodySerializer(body) }),
    ...(signal ? { signal } : {}),
  };
}

/**
 * The address of a call: what its path names comes out of `args`, and what is left is its query. Lists are written with
 * commas.
 */
function addressOf(baseUrl: string, { url, args = {}, path = args, query }: CallInput): string {
  const pathNames = new Set<string>();
  const place = url.replace(/\{(\w+)\}/g, (_, name: string) => {
    pathNames.add(name);
    return encodeURIComponent(String(path[name]));
  });
  const search = Object.entries(query ?? args)
    .filter(([name, value]) => !pathNames.has(name) && value !== undefined)
    .map(
      ([name, value]) => `${name}=${encodeURIComponent(value instanceof Date ? value.toISOString() : String(value))}`,
    )
    .join('&');
  return `${baseUrl.replace(/\/+$/, '')}${place}${search && `?${search}`}`;
}
