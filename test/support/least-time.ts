const TRIES = 12;

/** Least milliseconds of several tries: what the work takes, whatever else the machine does. */
export async function leastTime(work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < TRIES; i += 1) {
    const began = performance.now();
    await work();
    least = Math.min(least, performance.now() - began);
  }
  return least;
}
