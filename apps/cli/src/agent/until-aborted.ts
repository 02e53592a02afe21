/**
 * Waits for something, but no longer than until a signal aborts, and leaves no listener at it: an agent asks and works
 * for months with the same signal.
 * @returns undefined where the signal came first
 */
export async function untilAborted<T>(signal: AbortSignal, act: Promise<T>): Promise<T | undefined> {
  let stop!: () => void;
  const aborted = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)));
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  try {
    return await Promise.race([act, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
