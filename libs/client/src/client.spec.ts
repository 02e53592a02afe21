import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../../../test/support/eventually.js';
import { createClient } from './client.js';
import { createCurbcut } from './curbcut.js';
import type { CurbcutError } from './error.js';
import { issuesList } from './generated/sdk.gen.js';

type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'cut';

let server: Server;
let baseUrl: string;
let answers: Answer[];
let requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];

const { random } = Math;
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      requests.push({ method: request.method!, url: request.url!, headers: request.headers, body });
      const answer = answers.shift() ?? { status: 500 };
      if (answer === 'cut') return void request.socket.destroy();
      const type = answer.status < 400 ? 'application/json' : 'application/problem+json';
      response.writeHead(answer.status, { 'content-type': type, ...answer.headers });
      response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((closed) => server.close(closed)));
beforeEach(() => {
  answers = [];
  requests = [];
  // No jitter, so that no test waits for it.
  Object.assign(Math, { random: () => 0 });
});
afterAll(() => void Object.assign(Math, { random }));

const curbcut = () => createCurbcut({ baseUrl, apiKey: 'svc_x' });
const product = { orgId: '01a2', productSlug: 'web shop' };
const ok = (body: unknown): Answer => ({ status: 200, body });
const refused = (status: number, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: { code: 'rate_limited', message: 'Too many.', status },
});
const failureOf = (call: Promise<unknown>): Promise<CurbcutError> =>
  call.then(
    () => Promise.reject(new Error('it should have failed')),
    (error: CurbcutError) => error,
  );

test('path and query come from one object, with one header that says who calls', async () => {
  answers = [ok({ issues: [] })];
  await curbcut().issues.list({ ...product, state: ['open', 'closed'], severity: ['high'], page: 2 });
  expect(requests).toMatchObject([
    {
      method: 'GET',
      url: '/v1/organizations/01a2/products/web%20shop/issues?state=open%2Cclosed&severity=high&page=2',
    },
  ]);
  expect(requests[0]!.headers).toMatchObject({ 'x-api-key': 'svc_x' });
  expect(requests[0]!.headers).not.toHaveProperty('authorization');
  answers = [ok({})];
  await createCurbcut({ baseUrl, token: 'abc' }).grade.read(product);
  expect(requests[1]!.headers).toMatchObject({ authorization: 'Bearer abc' });
  expect(requests[1]!.headers).not.toHaveProperty('x-api-key');
});

test('the body is sent as JSON and the answer is its body; conditions are headers', async () => {
  const seen: (string | null)[] = [];
  answers = [{ status: 200, body: { issue: { number: 7 } }, headers: { etag: '"2"' } }];
  const answer = await curbcut().issues.update({
    ...product,
    issueNumber: 7,
    body: { title: 'No alt text' },
    ifMatch: '"1"',
    onResponse: ({ headers }) => seen.push(headers.get('etag')),
  });
  expect(answer).toEqual({ issue: { number: 7 } });
  expect(seen).toEqual(['"2"']);
  expect(requests[0]).toMatchObject({
    body: '{"title":"No alt text"}',
    headers: { 'if-match': '"1"', 'content-type': 'application/json' },
  });
});

const everyIssue = async (args = {}) => {
  const read: unknown[] = [];
  for await (const issue of curbcut().issues.all({ ...product, pageSize: 2, ...args })) read.push(issue);
  return read;
};
const queries = () => requests.map(({ url }) => url.split('?')[1]);

test('a list is gone through by the cursor of each page, as far as somebody reads', async () => {
  const link = (after: string) => ({
    link: `</v1/organizations/01a2/issues?state=open&after=${after}&pageSize=2>; rel="next"`,
  });
  answers = [
    { status: 200, body: { issues: [1, 2] }, headers: link('a1') },
    { status: 200, body: { issues: [3, 4] }, headers: link('b%2F2') },
    ok({ issues: [5] }),
  ];
  expect(await everyIssue({ state: ['open'] })).toEqual([1, 2, 3, 4, 5]);
  expect(queries()).toEqual([
    'pageSize=2&state=open&total=false',
    'pageSize=2&state=open&after=a1&total=false',
    'pageSize=2&state=open&after=b%2F2&total=false',
  ]);
});

test('a list of a service that names no cursor is gone through page by page', async () => {
  answers = [ok({ issues: [1, 2] }), ok({ issues: [3, 4] }), ok({ issues: [5] })];
  expect(await everyIssue()).toEqual([1, 2, 3, 4, 5]);
  expect(queries()).toEqual([
    'pageSize=2&total=false',
    'pageSize=2&page=2&total=false',
    'pageSize=2&page=3&total=false',
  ]);
});

test('a refusal is an error with its code, status, faults and request id', async () => {
  const fault = { path: '/title', code: 'required', message: 'title is required' };
  answers = [
    {
      status: 400,
      headers: { 'x-request-id': 'r1' },
      body: { code: 'invalid_input', message: 'title is required', errors: [fault] },
    },
  ];
  expect(await failureOf(curbcut().issues.create({ ...product, body: { title: '' } }))).toMatchObject({
    name: 'CurbcutError',
    code: 'invalid_input',
    status: 400,
    requestId: 'r1',
    errors: [fault],
    message: 'title is required',
  });
});

test.each([429, 502, 503, 504])('what is safe to repeat is tried again after %d', async (status) => {
  answers = [refused(status), refused(status), ok({ grade: null })];
  await expect(curbcut().grade.read(product)).resolves.toEqual({ grade: null });
  expect(requests).toHaveLength(3);
});

test('what is safe to repeat is tried again after a cut connection, and gives up in the end', async () => {
  answers = ['cut', ok({ grade: null })];
  await curbcut().grade.read(product);
  answers = Array.from({ length: 9 }, () => 'cut' as const);
  const failure = await failureOf(createCurbcut({ baseUrl, apiKey: 'svc_x', retries: 2 }).grade.read(product));
  expect(failure).toMatchObject({ code: 'network_error', status: 0, cause: expect.any(Error) });
  expect(requests).toHaveLength(2 + 3);
});

test('a POST is repeated with an idempotency key only', async () => {
  answers = [refused(503)];
  expect(await failureOf(curbcut().issues.create({ ...product, body: { title: 'x' } }))).toMatchObject({ status: 503 });
  expect(requests).toHaveLength(1);
  answers = ['cut', refused(503), { status: 201, body: { created: true } }];
  const body = { type: 'automated_scan' as const, tool: 'axe-core', findings: [] };
  await curbcut().ingest.report({ body: { ...body, idempotencyKey: 'build 1' } });
  expect(requests).toHaveLength(1 + 3);
});

test('Retry-After is waited for, and one of more than a minute is an error', async () => {
  answers = [refused(429, { 'retry-after': '1' }), ok({})];
  const waits: unknown[] = [];
  const { setTimeout: wait } = globalThis;
  const noting = (work: () => void, ms?: number) => (waits.push(ms), wait(work, ms));
  Object.assign(globalThis, { setTimeout: noting });
  await curbcut()
    .grade.read(product)
    .finally(() => Object.assign(globalThis, { setTimeout: wait }));
  expect(waits).toContain(1_000);
  answers = [refused(429, { 'retry-after': '61' })];
  expect(await failureOf(curbcut().grade.read(product))).toMatchObject({ status: 429, retryAfter: 61 });
});

test('a guarded write whose answer was lost is not repeated; one that was refused for now is', async () => {
  answers = ['cut'];
  const guarded = { ...product, issueNumber: 7, ifMatch: '"1"' };
  expect(await failureOf(curbcut().issues.delete(guarded))).toMatchObject({ code: 'network_error' });
  answers = [refused(503), { status: 204 }];
  await expect(curbcut().issues.delete(guarded)).resolves.toBeUndefined();
});

test('a repeated DELETE takes 404 as done, a first one does not', async () => {
  answers = ['cut', refused(404)];
  await expect(curbcut().issues.delete({ ...product, issueNumber: 7 })).resolves.toBeUndefined();
  answers = [refused(404)];
  expect(await failureOf(curbcut().issues.delete({ ...product, issueNumber: 7 }))).toMatchObject({ status: 404 });
});

test('a signal ends the call, also while it waits for its next attempt', async () => {
  answers = [refused(429, { 'retry-after': '30' })];
  const abort = new AbortController();
  const call = curbcut().grade.read({ ...product, signal: abort.signal });
  void eventually(() => requests.length === 1).then(() => abort.abort(new DOMException('late', 'TimeoutError')));
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(requests).toHaveLength(1);
});

test('what has not changed is an error of its own, and so is an answer of somebody else', async () => {
  answers = [{ status: 304 }];
  expect(await failureOf(curbcut().issues.read({ ...product, issueNumber: 7, ifNoneMatch: '"1"' }))).toMatchObject({
    code: 'not_modified',
  });
  answers = [{ status: 500, body: 'proxy' }];
  expect(await failureOf(curbcut().issues.read({ ...product, issueNumber: 7 }))).toMatchObject({
    code: 'unexpected_answer',
    status: 500,
  });
});

test('a generated call goes by itself, with a client', async () => {
  answers = [ok({ issues: [] })];
  const client = createClient({ baseUrl, apiKey: 'svc_x' });
  expect(await issuesList({ client, path: product, query: { state: ['open'] } })).toEqual({ issues: [] });
  expect(requests[0]!.url).toContain('?state=open');
});

test('a body comes with what its headers say, for the change that follows', async () => {
  answers = [{ status: 200, body: { issue: { number: 7 } }, headers: { etag: '"2"' } }];
  const { data, etag, response } = await curbcut()
    .issues.read({ ...product, issueNumber: 7 })
    .withResponse();
  expect([data, etag, response.status]).toEqual([{ issue: { number: 7 } }, '"2"', 200]);
  answers = [refused(404)];
  const unknown = curbcut().issues.read({ ...product, issueNumber: 8 });
  expect(await failureOf(unknown.withResponse())).toMatchObject({ status: 404 });
  expect(requests).toHaveLength(2);
});

test('a token that changes is asked for before each attempt', async () => {
  answers = [refused(503), ok({}), ok({})];
  const tokens = ['first', 'second', undefined];
  const client = createCurbcut({ baseUrl, token: () => Promise.resolve(tokens.shift()) });
  await client.grade.read(product);
  await client.grade.read(product);
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second', undefined]);
});

test('a browser sends its cookie where it is told to, and signs in without seeing a secret', async () => {
  const sent: RequestInit[] = [];
  const fetch = (address: unknown, request: RequestInit = {}) => {
    sent.push(request);
    return globalThis.fetch(address as string, request);
  };
  answers = [ok({ token: '' }), ok({}), ok({})];
  const client = createCurbcut({ baseUrl, credentials: 'include', fetch });
  await client.identity.signIn({ body: { email: 'ada@example.org', password: 'x' } });
  await client.grade.read(product);
  await createCurbcut({ baseUrl, token: 'x', fetch }).grade.read(product);
  expect(sent.map(({ credentials }) => credentials)).toEqual(['include', 'include', 'omit']);
  expect(requests.map(({ headers }) => headers.prefer)).toEqual(['session=cookie', undefined, undefined]);
});

test('a POST with an idempotency key is sent with it each time', async () => {
  answers = ['cut', { status: 201, body: { issue: {} } }];
  await curbcut().issues.create({ ...product, body: { title: 'x' }, idempotencyKey: 'form 1' });
  expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['form 1', 'form 1']);
});

test('what is no JSON comes as bytes', async () => {
  const bytes = Uint8Array.from([0, 255, 128]);
  const answer = (type: string) => () =>
    Promise.resolve(new Response(bytes, { headers: { 'content-type': type } })) as never;
  for (const type of ['application/gzip', 'text/html; charset=utf-8', 'image/png']) {
    const client = createCurbcut({ baseUrl, fetch: answer(type) });
    const body = await client.downloads.send({ file: 'x.tgz' });
    expect(body).toBeInstanceOf(Blob);
    expect(new Uint8Array(await body.arrayBuffer())).toEqual(bytes);
  }
});

test('a picture is uploaded as a file of a form', async () => {
  answers = [ok({ logo: null })];
  await curbcut().organizations.uploadLogo({ orgId: '01a2', body: { file: new Blob(['x'], { type: 'image/png' }) } });
  expect(requests[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
});
