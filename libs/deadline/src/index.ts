/**
 * Runs what may take so many milliseconds, with a signal that aborts then. The timer is one of its own: on Node 20 neither `AbortSignal.any`
 * nor a `fetch` whose headers are there keeps what `AbortSignal.timeout` makes from garbage collection, so that it would never abort.
 */
export async function withDeadline<T>(milliseconds: number, act: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`it took longer than ${milliseconds} ms`)), milliseconds);
  try {
    return await act(late.signal);
  } finally {
    clearTimeout(timer);
  }
}
