import { EventEmitter } from 'node:events';
import { Liveness } from './liveness.js';

test('a lane stands still while nobody looks for a job, and not while one runs', () => {
  let now = 0;
  const events = new EventEmitter();
  const liveness = new Liveness(events, () => now);
  now = 90_000;
  expect(liveness.stoodStillMs).toBe(90_000);
  events.emit('worker:getJob:empty', {});
  expect(liveness.stoodStillMs).toBe(0);
  events.emit('job:start', {});
  now = 200_000;
  expect(liveness.stoodStillMs).toBe(0);
  events.emit('job:complete', {});
  now = 270_000;
  expect(liveness.stoodStillMs).toBe(70_000);
  liveness.note();
  expect(liveness.stoodStillMs).toBe(0);
});
