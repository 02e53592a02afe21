import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a webhook received. */
export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An external server: records requests, and responds by path with a status, a redirect or never. */
export class TestReceiver {
  readonly received: ReceivedRequest[] = [];
  readonly answers = new Map<string, number | 'hang' | { redirect: string }>();
  private readonly hanging: ServerResponse[] = [];
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const path = request.url!;
        this.received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
        const answer = this.answers.get(path) ?? 200;
        if (answer === 'hang') return void this.hanging.push(response);
        if (typeof answer === 'number') response.writeHead(answer).end('thanks');
        else response.writeHead(302, { location: answer.redirect }).end();
      });
    });
  }

  static async start(): Promise<TestReceiver> {
    const receiver = new TestReceiver();
    await new Promise<void>((listening) => receiver.server.listen(0, '127.0.0.1', listening));
    return receiver;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  at(path: string): ReceivedRequest[] {
    return this.received.filter((received) => received.path === path);
  }

  /** Answers what hangs after all. */
  release(): void {
    for (const response of this.hanging.splice(0)) response.end();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
