import { clock } from '#libs/clock';
import type { Reader } from '../notifications.service.js';

/** Whose stream it is. */
export interface StreamReader extends Reader {
  sessionId: string;
}

/** Something that was told, as it is known which is sent already. */
export interface SentNotification {
  id: string;
  at: Date;
}

const keyOf = ({ id, at }: SentNotification): string => `${at.getTime()}-${id}`;

/** The place in what a person was told that an id of a message names; undefined: none. */
export function placeOfEvent(id: string | undefined): SentNotification | undefined {
  const [, at, uuid] = /^(\d{1,15})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(id ?? '') ?? [];
  return at && uuid ? { at: new Date(Number(at)), id: uuid } : undefined;
}

/** How many messages wait for a reader: for one who takes so few it ends, and begins anew where it was. */
const MOST_WAITING = 1_000;

/** One open stream: messages wait in it until they are read (`text/event-stream`). */
export class NotificationStream {
  readonly openedAt = clock.millis();
  private readonly waiting: string[] = [];
  private known = new Set<string>();
  private unread = '';
  private isEnded = false;
  private wake: () => void = () => {};

  constructor(readonly reader: StreamReader) {}

  get hasEnded(): boolean {
    return this.isEnded;
  }

  /** Takes these as known, and forgets others; returns those that were not. */
  newOf<T extends SentNotification>(current: readonly T[]): T[] {
    const before = this.known;
    this.known = new Set(current.map(keyOf));
    return current.filter((one) => !before.has(keyOf(one)));
  }

  /** Tells one notification. */
  send(notification: SentNotification): void {
    this.write(`id: ${keyOf(notification)}\nevent: notification\ndata: ${JSON.stringify(notification)}\n\n`);
  }

  /** Tells how many are unread, where that is not what was told last. */
  count(unread: object): void {
    const data = JSON.stringify(unread);
    if (data !== this.unread) this.write(`event: count\ndata: ${data}\n\n`);
    this.unread = data;
  }

  /** Says nothing, so that whoever is between does not take it for dead. */
  beat(): void {
    this.write(':\n\n');
  }

  end(): void {
    this.isEnded = true;
    this.wake();
  }

  /** What waits, and then what comes, until it ends. */
  async *parts(): AsyncGenerator<string, void, undefined> {
    for (;;) {
      while (this.waiting.length > 0) yield this.waiting.splice(0).join('');
      if (this.isEnded) return;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private write(message: string): void {
    if (this.isEnded) return;
    if (this.waiting.push(message) > MOST_WAITING) this.end();
    else this.wake();
  }
}
