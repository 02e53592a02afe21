import http from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Reason } from '../scan/tab.js';
import { guardedLookup, type Reach, RefusedAddress } from './reach.js';

/** The way of a browser to the network, and its only one. */
export interface Proxy {
  address: string;
  /** Why the host of an address could not be reached, where it was tried last and could not. */
  faultAt(url: string): Reason | undefined;
  close(): Promise<void>;
}

const CONNECTING = 20_000;

/** Starts a proxy on this machine that connects to what it has judged, and to nothing else. */
export async function startProxy(reach: Reach): Promise<Proxy> {
  const faults = new Map<string, Reason>();
  const sockets = new Set<Socket>();
  const listening = { port: 0 };
  // The proxy itself is never led to, whatever the operator allows of this machine.
  const beyond: Reach = {
    isAllowed: (host, address, port) => port !== listening.port && reach.isAllowed(host, address, port),
  };
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32, maxFreeSockets: 32, timeout: 60_000 });
  const server = http.createServer((request, response) => {
    const target = URL.canParse(request.url!) ? new URL(request.url!) : undefined;
    if (target?.protocol !== 'http:') return void response.writeHead(400).end();
    const place = placeOf(target);
    const fail = (error: Error): void => {
      faults.set(keyOf(place), reasonOf(error));
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { 'content-length': '0' }).end();
    };
    try {
      const sent = http.request(
        {
          ...place,
          ...guardedLookup(beyond, place.host, place.port),
          agent,
          method: request.method,
          path: pathOf(target),
        },
        (answer) => {
          faults.delete(keyOf(place));
          response.writeHead(answer.statusCode!, answer.statusMessage, withoutHops(answer.rawHeaders));
          answer.pipe(response);
          answer.on('error', () => response.destroy());
        },
      );
      for (const [name, value] of pairs(withoutHops(request.rawHeaders))) sent.appendHeader(name, value);
      sent.on('error', fail);
      response.on('close', () => sent.destroy());
      request.pipe(sent);
    } catch (error) {
      fail(error as Error);
    }
  });
  server.on('connect', (request, client: Socket) => {
    const target = URL.canParse(`https://${request.url}`) ? new URL(`https://${request.url}`) : undefined;
    if (!target) return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    const place = { ...placeOf(target), port: Number(target.port || 443) };
    const fail = (error: Error): void => {
      faults.set(keyOf(place), reasonOf(error));
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    };
    client.on('error', () => undefined);
    try {
      const upstream = connect({ ...place, ...guardedLookup(beyond, place.host, place.port), autoSelectFamily: true });
      sockets.add(upstream);
      upstream.setTimeout(CONNECTING, () => upstream.destroy(new Error('ETIMEDOUT')));
      upstream.once('error', fail);
      upstream.once('connect', () => {
        faults.delete(keyOf(place));
        upstream.setTimeout(0);
        upstream.off('error', fail).on('error', () => client.destroy());
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        client.pipe(upstream).pipe(client);
      });
      upstream.on('close', () => {
        sockets.delete(upstream);
        client.destroy();
      });
      client.on('close', () => upstream.destroy());
    } catch (error) {
      fail(error as Error);
    }
  });
  server.on('upgrade', (_request, socket) => socket.destroy());
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  listening.port = (server.address() as { port: number }).port;
  return {
    address: `http://127.0.0.1:${listening.port}`,
    faultAt: (url) => (/^https?:/.test(url) ? faults.get(keyOf(placeOf(new URL(url)))) : undefined),
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        agent.destroy();
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const placeOf = ({ hostname, port, protocol }: URL): { host: string; port: number } => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: Number(port || (protocol === 'https:' ? 443 : 80)),
});

const keyOf = ({ host, port }: { host: string; port: number }): string => `${host}:${port}`;

const pathOf = ({ pathname, search }: URL): string => `${pathname}${search}`;

function reasonOf(error: NodeJS.ErrnoException): Reason {
  if (error instanceof RefusedAddress) return 'refused_address';
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return 'dns';
  return error.message === 'ETIMEDOUT' || error.code === 'ETIMEDOUT' ? 'timeout' : 'status';
}

const HOPS = new Set([
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]);

/** Headers as they came, without those that are between neighbours only. */
function withoutHops(raw: readonly string[]): string[] {
  return pairs(raw).flatMap(([name, value]) => (HOPS.has(name.toLowerCase()) ? [] : [name, value]));
}

const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1]!] as [string, string]] : []));
