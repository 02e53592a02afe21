import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendRequest } from './send-request.js';
import { publicOnly } from './public-only.js';

let server: Server;
let answer: RequestListener;
let requests: { method: string; headers: Record<string, unknown>; body: string }[];
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ method: request.method!, headers: request.headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
beforeEach(() => void (requests = []));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const stopping = new AbortController().signal;
const at = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const post = (limits: object = {}) =>
  sendRequest(
    { method: 'POST', url: at('/'), headers: { authorization: 'x' }, body: '{"é":1}' },
    { reach: () => ({}), stopping, withinMs: 2_000, bytes: 1_000, ...limits },
  );

test('a request is sent once, and its answer read whole, whatever its status', async () => {
  answer = (_request, response) => response.writeHead(502, { 'Retry-After': '7' }).end('bad gateway');
  const { status, headers, body } = await post();
  expect([status, headers['retry-after'], body.toString()]).toEqual([502, '7', 'bad gateway']);
  expect(requests).toMatchObject([
    { method: 'POST', headers: { authorization: 'x', 'content-length': '8' }, body: '{"é":1}' },
  ]);
});

test('a redirect is not followed: who is asked elsewhere would get the credentials', async () => {
  answer = (_request, response) => response.writeHead(302, { location: at('/elsewhere') }).end();
  expect((await post()).status).toBe(302);
  expect(requests).toHaveLength(1);
});

test('a private address is not asked', async () => {
  await expect(post({ reach: publicOnly })).rejects.toThrow('the address is private');
  expect(requests).toEqual([]);
});

test('an answer that is too large, too slow, or ends too early is none', async () => {
  answer = (_request, response) => response.end('x'.repeat(1_001));
  await expect(post()).rejects.toThrow('it is too large');
  answer = (_request, response) => void response.write('x');
  await expect(post({ withinMs: 100 })).rejects.toThrow();
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy());
  };
  await expect(post()).rejects.toThrow();
});
