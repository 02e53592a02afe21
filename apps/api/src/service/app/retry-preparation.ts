import type { Readiness } from '../health/readiness.js';

const EVERY_MS = 60_000;

/**
 * Tries each minute what a start could not put in place, until nothing waits.
 * @returns stops it
 */
export function retryPreparation(
  waiting: readonly string[],
  readiness: Readiness,
  prepare: () => Promise<string[]>,
  log: (line: string) => void,
): () => void {
  readiness.waiting = waiting;
  if (waiting.length === 0) return () => {};
  log(`a database machine cannot be reached; pending tasks: ${waiting.join(', ')}`);
  const retries = setInterval(() => {
    void prepare()
      .then((left) => {
        readiness.waiting = left;
        if (left.length === 0) clearInterval(retries);
      })
      // It is tried again.
      .catch(() => {});
  }, EVERY_MS).unref();
  return () => clearInterval(retries);
}
