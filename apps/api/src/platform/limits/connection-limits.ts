import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
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
/** Connections beyond the others for what watches the service on its own machine. */
const PLACES_FOR_LOOPBACK = 16;
/** Not all of 127.0.0.0/8: what uses another address there has chosen it. */
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/** An open connection. */
interface Connection {
  socket: Socket;
  address: string;
  isLocal: boolean;
  /** Requests whose head has arrived, and whose response has not ended. */
  underWay: number;
  /** In the order of time, for one without a request under way. */
  idleSince: number;
}

/**
 * Limits how long requests may take to arrive, and the number of open connections: in total, and per address except for
 * trusted proxies. When all are taken, the longest idle one of the address that has most gives way; one with a request
 * under way never does.
 */
export function limitConnections(server: Server, maxConnections: number, trustsProxy: TrustsProxy): void {
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  // Node reads this value when the server starts to listen, but documents it only as an option of `createServer`, which
  // Nest calls.
  (server as Server & { connectionsCheckingInterval: number }).connectionsCheckingInterval = CHECK_EVERY_MS;

  const most = Math.max(1, Math.floor(maxConnections / SHARE_PER_ADDRESS));
  const open = new Map<Socket, Connection>();
  const held = new Tally();
  let others = 0;
  let moments = 0;

  const forget = ({ socket, address, isLocal }: Connection): void => {
    if (!open.delete(socket)) return;
    held.remove(address);
    if (!isLocal) others -= 1;
  };
  /** Closes an idle connection where there is no place left; false if none is idle. */
  const makeRoom = (isLocal: boolean): boolean => {
    const isFullForOthers = !isLocal && others >= maxConnections;
    if (!isFullForOthers && open.size < maxConnections + PLACES_FOR_LOOPBACK) return true;
    const candidates = [...open.values()].filter((connection) => !(isFullForOthers && connection.isLocal));
    const closed = longestIdle(candidates, held);
    if (!closed) return false;
    // Now, and not when it has closed: more may come until then.
    forget(closed);
    closed.socket.destroy();
    return true;
  };

  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const isProxy = trustsProxy(remoteAddress, 0);
    const address = networkOf(remoteAddress);
    const isLocal = !isProxy && LOOPBACK.includes(remoteAddress);
    if ((!isProxy && held.of(address) >= most) || !makeRoom(isLocal)) return void socket.destroy();
    const connection = { socket, address, isLocal, underWay: 0, idleSince: ++moments };
    open.set(socket, connection);
    held.add(address);
    if (!isLocal) others += 1;
    socket.once('close', () => forget(connection));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(socket);
    if (!connection) return;
    connection.underWay += 1;
    response.once('close', () => {
      connection.underWay -= 1;
      connection.idleSince = ++moments;
    });
  });
}

/**
 * Of the connections without a request under way, of those whose address has most, the one that has been so longest.
 */
function longestIdle(connections: readonly Connection[], held: Tally): Connection | undefined {
  let found: Connection | undefined;
  for (const connection of connections) {
    if (connection.underWay > 0) continue;
    const more = found ? held.of(connection.address) - held.of(found.address) : 1;
    if (more > 0 || (more === 0 && connection.idleSince < found!.idleSince)) found = connection;
  }
  return found;
}
