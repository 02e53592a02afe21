import { connect, type Socket } from 'node:net';

/** The response of a raw HTTP request. */
export interface RawResponse {
  /** The status of the last answer; 100 does not count. */
  status: number;
  text: string;
  /** Milliseconds from the first byte sent to the head of the answer. */
  answeredAfter: number;
  /** Bytes that were sent until the other side closed. */
  sent: number;
}

const now = () => performance.now();

/** Sends a raw HTTP request: the head, then the chunks of `body` as long as the other side accepts them. */
export function sendByHand(
  base: string,
  head: string,
  body: Iterable<Buffer | string> | AsyncIterable<Buffer | string> = [],
): Promise<RawResponse> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const began = now();
    let text = '';
    let sent = 0;
    let answeredAfter = Infinity;
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (answeredAfter === Infinity && statusOf(text) !== undefined) answeredAfter = now() - began;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ status: statusOf(text) ?? 0, text, answeredAfter, sent }));
    const poured = new Promise<void>((done) => {
      socket.once('connect', () => {
        socket.write(`${head.trim().replace(/\n/g, '\r\n')}\r\n\r\n`);
        void pour(socket, body, (bytes) => (sent += bytes)).then(done);
      });
    });
    // A client that is still sending does not notice that the other side has ended.
    socket.once('end', () => void poured.then(() => socket.end()));
  });
}

const statusOf = (text: string): number | undefined => {
  const heads = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  return heads.filter((status) => status !== 100).at(-1);
};

async function pour(
  socket: Socket,
  body: Iterable<Buffer | string> | AsyncIterable<Buffer | string>,
  count: (bytes: number) => void,
): Promise<void> {
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  for await (const piece of body) {
    if (socket.destroyed) return;
    // Not `socket.write(piece, done)` alone: what is under way when the other side ends is never called back.
    await Promise.race([closed, new Promise<void>((resolve) => void socket.write(piece, () => resolve()))]);
    count(piece.length);
  }
}
