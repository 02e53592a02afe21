/**
 * Runs what may take so many milliseconds, with a signal that aborts then. The timer is one of its own: on Node 20
 * neither `AbortSignal.any` nor a `fetch` whose headers are there keeps what `AbortSignal.timeout` makes from garbage
 * collection, so that it would never abort.
 */
export async function withDeadline<T>(milliseconds: number, act: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tookLonger(milliseconds)), milliseconds);
  try {
    return await act(late.signal);
  } finally {
    clearTimeout(timer);
  }
}

const tookLonger = (milliseconds: number): Error =>
  new DOMException(`it took longer than ${milliseconds} ms`, 'TimeoutError');

/** What an answer may take: until its body has ended, and of its body. */
interface Bounds {
  milliseconds: number;
  bytes: number;
}

/**
 * As `fetch`, but reads the body to its end, within these bounds; a signal of the caller's is not needed, and not
 * heard. For libraries that take a `fetch`, since their own time limits end with the headers or are collected with the
 * garbage.
 */
export const fetchWithin =
  ({ milliseconds, bytes }: Bounds) =>
  (url: string, init: RequestInit): Promise<Response> =>
    withDeadline(milliseconds, async (late) => {
      const answer = await fetch(url, { ...init, signal: late });
      const reader = answer.body?.getReader();
      const cancel = (): void => void reader?.cancel().catch(() => undefined);
      late.addEventListener('abort', cancel);
      const chunks: Uint8Array[] = [];
      try {
        for (let size = 0; reader;) {
          const { done, value } = await reader.read();
          late.throwIfAborted();
          if (done) break;
          size += value.length;
          if (size > bytes) throw new Error('it is too large');
          chunks.push(value);
        }
      } finally {
        cancel();
      }
      const { status, headers } = answer;
      return new Response(chunks.length > 0 ? Buffer.concat(chunks) : null, { status, headers });
    });
