import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';

/** For how long a reader may take nothing, in milliseconds. */
const STALLED_MS = 30_000;
/** About how much is written at once: whoever reads as much in that time goes on. */
const PART = 65_536;

/** Has a part of an answer made. */
type Make = <T>(make: () => Promise<T>) => Promise<T>;

const log = new Logger('Streamed');

/** An answer that is made while it is read, in parts; nothing is made that nobody has room for. */
export class Streamed {
  constructor(
    readonly headers: Readonly<Record<string, string>>,
    private readonly parts: AsyncIterable<string | Buffer>,
    private readonly stalledMs = STALLED_MS,
  ) {}

  /**
   * The same, where each part is made in a way of its own, such as with a place at a resource, while the one before it
   * is read: a reader who is waited for keeps no more than one made part.
   */
  makingEach(make: Make): Streamed {
    const parts = this.parts;
    const inTurns = async function* (): AsyncGenerator<string | Buffer, void, undefined> {
      const each = parts[Symbol.asyncIterator]();
      const begin = (): Promise<IteratorResult<string | Buffer, unknown>> => {
        const made = make(() => each.next());
        // Whoever waits for it sees the error; the reader may be gone before.
        made.catch(() => {});
        return made;
      };
      try {
        let next = begin();
        for (let part = await next; !part.done; part = await next) {
          next = begin();
          yield part.value;
        }
      } finally {
        await each.return?.();
      }
    };
    return new Streamed(this.headers, inTurns(), this.stalledMs);
  }

  /**
   * Writes it as fast as it is read. The connection is cut where its reader stops reading, or where no more can be
   * made: then it has no end.
   */
  async sendTo(response: ServerResponse): Promise<void> {
    try {
      for await (const part of this.parts) {
        const bytes = typeof part === 'string' ? Buffer.from(part) : part;
        for (let start = 0; start < bytes.length; start += PART) {
          if (response.closed || response.destroyed) return;
          if (!response.write(bytes.subarray(start, start + PART))) await room(response, this.stalledMs);
        }
      }
      response.end();
    } catch (error) {
      if (!response.destroyed) log.warn(`an answer was aborted: ${(error as Error).message}`);
      response.destroy();
    }
  }
}

/** Until what was written is read, or the reader is gone. @throws Error where nothing is read for too long */
async function room(response: ServerResponse, stalledMs: number): Promise<void> {
  const end = new AbortController();
  const stalled = setTimeout(() => end.abort(new Error('its reader stopped reading')), stalledMs);
  const { signal } = end;
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } catch (error) {
    throw signal.aborted ? (signal.reason as Error) : error;
  } finally {
    clearTimeout(stalled);
    end.abort();
  }
}
