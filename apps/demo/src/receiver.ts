import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '#libs/client';

/** A message that arrived, and whether its signature is that of the secret. */
interface ReceivedMessage {
  type: string;
  verified: boolean;
}

/** A webhook receiver for the demo. */
export interface WebhookReceiver {
  url: string;
  /** The first message; undefined when none came in time. */
  first(secret: string, withinMs: number): Promise<ReceivedMessage | undefined>;
  close(): void;
}

/** Listens on this machine for one message. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const arrived: { body: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      arrived.push({ body: Buffer.concat(chunks).toString(), headers: request.headers });
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async first(secret, withinMs) {
      for (const end = Date.now() + withinMs; arrived.length === 0 && Date.now() < end;)
        await new Promise((wait) => setTimeout(wait, 50));
      const [message] = arrived;
      if (!message) return undefined;
      return verifyWebhook(message.body, message.headers, secret).then(
        ({ type }) => ({ type, verified: true }),
        () => ({ type: 'a message', verified: false }),
      );
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
