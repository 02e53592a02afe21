import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Settings } from '#libs/config';
import { networkOf, Tally, type TrustsProxy } from '#libs/throttling';

/** How long a caller may take for the headers, and for the whole of a request. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
/** How often Node looks for those who take longer; by itself every 30 s. */
const CHECK_EVERY_MS = 1_000;
/** Which part of all connections one address may hold. */
const SHARE_PER_ADDRESS = 10;

/** Bounds how long requests arrive and how many connections are open, in all and for each address that is no proxy. */
export function limitConnections(server: Server, { maxConnections }: Settings, trustsProxy: TrustsProxy): void {
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  // Node reads it when the server begins to listen, but lets it be given on creation only, which is Nest's.
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
