import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { gunzipSync } from 'node:zlib';

/** What a try was sent. */
interface Taken {
  url: string;
  headers: http.IncomingHttpHeaders;
  body: { idempotencyKey?: string; findings: { ruleId: string }[] } & Record<string, unknown>;
}

/** How the fake answers one try; `taken` says that all is well and all is new. */
export type Turn = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that plays ingest, badly. */
export interface FakeIngest {
  url: string;
  taken: Taken[];
  close(): Promise<void>;
}

/** Answers as ingest does where everything that was sent is new. */
export const allNew =
  (count: number): Turn =>
  (response) => {
    const delta = { new: count, known: 0, regressed: 0, dismissed: 0, resolved: 0 };
    const introduced = {
      count,
      indexes: Array.from({ length: Math.min(count, 1000) }, (_, index) => index),
      regressed: [],
    };
    const testActivity = { id: 'a', number: 12, url: 'https://app.example/runs/12' };
    json(response, 201, {
      testActivity,
      findingCount: count,
      resolvedCount: 0,
      delta,
      introduced,
      fixes: null,
      created: true,
    });
  };

export const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

/** Answers a status without a body of ours. */
export const status =
  (code: number, headers: Record<string, string> = {}): Turn =>
  (response) => {
    response.writeHead(code, headers).end();
  };

/**
 * Starts a fake that takes turns; the last one goes on. With `tls` it speaks https. Its version is asked apart from the
 * turns, and told only where it is given.
 */
export async function fakeIngest(
  turns: readonly Turn[],
  tls?: { key: string; cert: string },
  version?: object,
): Promise<FakeIngest> {
  const taken: Taken[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url === '/version') return json(response, version ? 200 : 404, version ?? {});
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const sent = Buffer.concat(chunks);
      const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      const body = (text.length > 0 ? JSON.parse(text.toString()) : {}) as Taken['body'];
      taken.push({ url: request.url!, headers: request.headers, body });
      turns[Math.min(taken.length, turns.length) - 1]!(response, request);
    });
  };
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    taken,
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}
