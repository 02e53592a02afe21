import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  const arrived: { body: string; headers: Record<string, unknown> }[] = [];
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
      const type = (JSON.parse(message.body) as { type: string }).type;
      return { type, verified: isSigned(message.body, message.headers, secret) };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What any receiver does (Standard Webhooks 1.0): HMAC-SHA256 over `id.timestamp.body`, compared in constant time. */
function isSigned(body: string, headers: Record<string, unknown>, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  return String(headers['webhook-signature'])
    .split(' ')
    .some((sent) => sent.length === expected.length && timingSafeEqual(Buffer.from(sent), expected));
}
