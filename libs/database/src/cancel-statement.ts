import { connect } from 'node:net';
import type { Client } from 'pg';

const CANCEL_REQUEST = 80_877_102;
const WITHIN_MS = 2_000;

/** What the server has told a client of its process, by which statements are cancelled. */
type Served = Client & { processID?: number | null; secretKey?: number | null };

/**
 * Asks the server to end what it does for a client, whose connection is closed and so used by nobody else. The server
 * hears this before it asks for encryption; where a proxy does not pass it on, the statement ends at its timeout.
 */
export function cancelStatement({ host, port, processID, secretKey }: Served): void {
  if (!processID || secretKey === null || secretKey === undefined) return;
  const message = Buffer.alloc(16);
  message.writeInt32BE(message.length, 0);
  message.writeInt32BE(CANCEL_REQUEST, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(WITHIN_MS, () => socket.destroy());
  socket.on('error', () => {});
  socket.end(message);
}
