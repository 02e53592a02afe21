import type { Worker, WorkerEvents } from 'graphile-worker';

/** How often, and after how many milliseconds at most, a worker polls again. */
const TIMES = 3;
const WITHIN_MS = 40;

/**
 * Has a worker that has run a job of a named queue, and finds no other, poll again soon. While one worker polls, it
 * hides the named queues from all others (`FOR UPDATE SKIP LOCKED`), and the next job of the queue would wait until
 * somebody polls.
 */
export function pollAgain(
  events: WorkerEvents,
  later = (poll: () => unknown, ms: number): unknown => setTimeout(poll, ms).unref(),
): void {
  const left = new WeakMap<Worker, number>();
  /** One that has ended refuses to be woken, and ends a moment before it says so. */
  const wake = (worker: Worker): void => {
    try {
      if (left.has(worker)) worker.nudge();
    } catch {
      left.delete(worker);
    }
  };
  events.on('job:complete', ({ worker, job }) => left.set(worker, job.job_queue_id === null ? 0 : TIMES));
  events.on('worker:getJob:empty', ({ worker }) => {
    const times = left.get(worker) ?? 0;
    if (times === 0) return;
    left.set(worker, times - 1);
    // Not all at the same moment again.
    later(() => wake(worker), Math.random() * WITHIN_MS);
  });
  events.on('worker:release', ({ worker }) => left.delete(worker));
}
