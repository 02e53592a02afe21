import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Settings } from '#libs/config';
import type { TrustsProxy } from './forwarding.js';
import { networkOf } from './network.js';
import { Tally } from './tally.js';

/** Timeouts for the headers of a request and for the whole request. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
/** How often Node checks these timeouts; its default is 30 s. */
const CHECK_EVERY_MS = 1_000;
/** One address may hold this fraction (1/n) of all connections. */
const SHARE_PER_ADDRESS = 10;

/**
 * Limits how long requests may take to arrive, and the number of open connections: in total, and per address except for
 * trusted proxies.
 */
export function limitConnections(server: Server, { maxConnections }: Settings, trustsProxy: TrustsProxy): void {
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  // Node reads this value when the server starts to listen, but documents it only as an option of `createServer`, which
  // Nest calls.
  (server as Server & { connectionsCheckingInterval: number }).connectionsCheckingInterval = CHECK_EVERY_MS;
  server.maxConnections = maxConnections;

  const most = Math.max(1, Math.floor(maxConnections / SHARE_PER_ADDRESS));
  const open = new Tally();
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (trustsProxy(remoteAddress, 0)) return;
    const address = networkOf(remoteAddress);
    if (open.of(address) >= most) return void socket.destroy();
    open.add(address);
    socket.once('close', () => open.remove(address));
  });
}
