import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { download } from './download.js';
import { publicOnly } from './public-only.js';

let server: Server;
let answer: RequestListener;
let requests: string[];
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url!);
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
beforeEach(() => void (requests = []));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const at = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const anywhere = () => ({});
const get = (path: string, limits: Partial<Parameters<typeof download>[1]> = {}) =>
  download(at(path), {
    reach: anywhere,
    stopping: new AbortController().signal,
    withinMs: 2_000,
    bytes: 1_000,
    ...limits,
  });
const redirect = (location: string): void =>
  void (answer = ({ url }, response) =>
    url === '/first' ? response.writeHead(302, { location }).end() : response.end('secret'));

test('what an address has is downloaded, also where it redirects', async () => {
  redirect('/second');
  expect((await get('/first')).toString()).toBe('secret');
  expect(requests).toEqual(['/first', '/second']);
});

test.each(['http://127.0.0.1:PORT/second', 'http://localhost:PORT/second', 'http://[::1]:PORT/second'])(
  'a redirect to a private address is not followed: %s',
  async (location) => {
    redirect(location.replace('PORT', new URL(at('/')).port));
    const reach = (url: string) => (url === at('/first') ? {} : publicOnly(url));
    await expect(get('/first', { reach })).rejects.toThrow('the address is private');
    expect(requests).toEqual(['/first']);
  },
);

test('a private address is not asked', async () => {
  await expect(get('/first', { reach: publicOnly })).rejects.toThrow('the address is private');
  expect(requests).toEqual([]);
});

test.each(['file:///etc/passwd', 'ftp://example.org/a', 'http://'])('a redirect to %s is not followed', async (to) => {
  redirect(to);
  await expect(get('/first')).rejects.toThrow('it redirects elsewhere than to http');
});

test('redirects end', async () => {
  answer = (_request, response) => response.writeHead(302, { location: '/again' }).end();
  await expect(get('/first')).rejects.toThrow('it redirects too often');
  expect(requests).toHaveLength(4);
});

test('more than the limit is refused, whatever the length that it states', async () => {
  answer = (_request, response) => response.write('x'.repeat(600)) && setImmediate(() => response.end('x'.repeat(600)));
  await expect(get('/')).rejects.toThrow('it is too large');
});

test('who answers slowly, or not in full, is given up', async () => {
  answer = (_request, response) => void response.write('x');
  await expect(get('/', { withinMs: 100 })).rejects.toThrow();
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy());
  };
  await expect(get('/')).rejects.toThrow();
});

test('no other answer than 200 is one', async () => {
  answer = (_request, response) => response.writeHead(404).end('no');
  await expect(get('/')).rejects.toThrow('it answered 404');
});
