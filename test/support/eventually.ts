/**
 * Looks again and again until something holds, and answers what was seen then. It has no limit of its own: how long a
 * machine takes is no bug, and what never comes is ended by the limit of the test. A measurement gives a signal.
 */
export async function eventually<T>(
  look: () => T | Promise<T>,
  holds: (seen: T) => boolean = Boolean,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (signal?.aborted) throw new Error(`still ${JSON.stringify(seen)?.slice(0, 500)}`);
    // A test that was ended shall not keep the process.
    await new Promise<void>((again) => void setTimeout(again, 25).unref());
  }
}
