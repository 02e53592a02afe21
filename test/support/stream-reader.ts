import { get, type IncomingMessage } from 'node:http';
import { eventually } from './eventually.js';
import { nowMs } from './moments.js';

/** A message of a stream of notifications. */
export interface StreamMessage {
  id?: string;
  event?: string;
  data?: { id: string; at: string; unread: number; count: number; kind: string };
  /** When it came, in milliseconds since 1970. */
  cameAt: number;
}

/** A reader of what a person is told, as a browser reads it. */
export class StreamReader {
  private readonly parts: { text: string; cameAt: number }[] = [];
  hasEnded = false;

  private constructor(readonly response: IncomingMessage) {
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.parts.push({ text, cameAt: nowMs() }));
    response.on('close', () => (this.hasEnded = true));
    response.on('error', () => {});
  }

  /** @param base where the service answers */
  static async open(base: string, token: string, headers: Record<string, string> = {}): Promise<StreamReader> {
    const url = new URL('/v1/me/notifications/stream', base);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = get(url, { headers: { authorization: `Bearer ${token}`, ...headers }, agent: false }, resolve);
      asked.on('error', reject);
    });
    return new StreamReader(response);
  }

  /** All messages of a type; each is written as one part, or several with others. */
  of(event: string): StreamMessage[] {
    return this.parts
      .flatMap(({ text, cameAt }) => text.split('\n\n').map((message) => ({ message, cameAt })))
      .filter(({ message }) => message !== '' && !message.startsWith(':'))
      .map(({ message, cameAt }) => {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1];
        return { id: field('id'), event: field('event'), data: JSON.parse(field('data')!), cameAt } as StreamMessage;
      })
      .filter((message) => message.event === event);
  }

  /** Waits until so many of a type have come. */
  has(event: string, count: number): Promise<StreamMessage[]> {
    return eventually(
      () => Promise.resolve(this.of(event)),
      (found) => found.length >= count,
    );
  }

  async ends(): Promise<void> {
    await eventually(
      () => Promise.resolve(this.hasEnded),
      (ended) => ended,
    );
  }

  leave(): void {
    this.response.destroy();
  }
}
