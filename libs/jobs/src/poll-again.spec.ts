import { EventEmitter } from 'node:events';
import type { Worker, WorkerEvents } from 'graphile-worker';
import { pollAgain } from './poll-again.js';

/**
 * How often a worker looks again that has run a job and finds nothing, as often as it looks. @param before what happens
 * before it looks
 */
function looksAfter(
  queueId: number | null,
  before = (_events: WorkerEvents, _worker: object): unknown => undefined,
): number {
  const events = new EventEmitter() as WorkerEvents;
  let polls = 0;
  pollAgain(events, (poll) => {
    before(events, worker);
    poll();
  });
  const worker = { nudge: () => (polls += 1) && events.emit('worker:getJob:empty', { worker } as never) };
  events.emit('job:complete', { worker, job: { job_queue_id: queueId } } as never);
  events.emit('worker:getJob:empty', { worker } as never);
  return polls;
}

test('after a job of a named queue a worker that finds nothing looks again, a few times', () => {
  expect(looksAfter(7)).toBe(3);
});

test('after any other job it waits to be woken', () => {
  expect(looksAfter(null)).toBe(0);
});

test('one that has ended is left alone', () => {
  expect(looksAfter(7, (events, worker) => events.emit('worker:release', { worker } as never))).toBe(0);
});

test('a worker that has ended a moment before it says so is left alone', () => {
  const events = new EventEmitter() as WorkerEvents;
  const polls: (() => unknown)[] = [];
  pollAgain(events, (poll) => polls.push(poll));
  let nudges = 0;
  const nudge = (): never => {
    nudges += 1;
    throw new Error('nudge called after worker terminated');
  };
  const worker = { nudge } as unknown as Worker;
  events.emit('job:complete', { worker, job: { job_queue_id: 1 } } as never);
  events.emit('worker:getJob:empty', { worker } as never);
  expect(() => polls.forEach((poll) => poll())).not.toThrow();
  expect(nudges).toBe(1);
});
