import { Agent, request } from 'node:http';
import { createConnection } from 'node:net';

/** A raw request: the path is sent unchanged. */
export interface SentRequest {
  verb: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** What came back. */
export interface ReceivedResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  milliseconds: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends one request, with `Content-Length` if it has a body. */
export function send(base: string, { verb, path, headers, body }: SentRequest): Promise<ReceivedResponse> {
  const { hostname, port } = new URL(base);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        hostname,
        port,
        path,
        method: verb,
        setHost: true,
        headers: { ...headers, ...(body ? { 'Content-Length': String(body.length) } : {}) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
            milliseconds: performance.now() - began,
          }),
        );
      },
    );
    outgoing.setTimeout(20_000, () => outgoing.destroy(new Error(`${verb} ${path}: no answer within 20 s`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Closes the connections that were kept. */
export const closeConnections = (): void => agent.destroy();

/** Sends these bytes on a new connection, and returns what is received until it closes or falls silent. */
export function sendRaw(base: string, bytes: string | Buffer, quietAfter = 500): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: hostname, port: Number(port) });
    let text = '';
    const done = () => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(quietAfter, done);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('close', done);
    socket.on('error', (error: NodeJS.ErrnoException) =>
      ['ECONNRESET', 'EPIPE'].includes(error.code ?? '') ? done() : reject(error),
    );
    socket.write(bytes);
  });
}

/** The same request for a shell, long parts cut. */
export function asCurl(base: string, { verb, path, headers, body }: SentRequest): string {
  const quote = (text: string) => `'${text.replace(/'/g, `'\\''`)}'`;
  const cut = (text: string) => (text.length > 1500 ? `${text.slice(0, 1500)}…(${text.length})` : text);
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quote(cut(`${name}: ${value}`))}`);
  const text = body && new TextDecoder().decode(body);
  const isPlain = body && Buffer.from(text!).equals(body) && !text!.includes('\0');
  const data = !body ? '' : isPlain ? quote(cut(text!)) : `@- <<< base64:${cut(body.toString('base64'))}`;
  return ['curl -i --path-as-is', `-X ${verb}`, ...lines, data && `--data-binary ${data}`, quote(cut(`${base}${path}`))]
    .filter(Boolean)
    .join(' ');
}
