import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nowMs } from '../../../../../test/support/moments.js';
import { trackerClient } from './tracker-client.js';

let server: Server;
let answer: RequestListener;
let requestCount = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    requestCount += 1;
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const clientUntil = (until: number) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return trackerClient(url, {}, { allowPrivate: true, stopping: new AbortController().signal, until });
};

test('an answer whose body trickles is given up when the time of the job is over', async () => {
  answer = (_request, response) => {
    response.writeHead(200);
    const trickling = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(trickling));
  };
  await expect(clientUntil(nowMs() + 300)('GET', '/')).rejects.toMatchObject({ problem: 'unreachable', status: null });
});

test('once the time of the job is over, nothing is asked any more', async () => {
  answer = (_request, response) => response.end('{}');
  const request = clientUntil(nowMs() + 60_000);
  expect(await request('GET', '/')).toEqual({ status: 200, json: {} });
  const before = requestCount;
  await expect(clientUntil(nowMs() - 1)('GET', '/')).rejects.toMatchObject({ problem: 'unreachable' });
  expect(requestCount).toBe(before);
});
