import { EventEmitter } from 'node:events';
import { SignsOfLife } from './signs-of-life.js';

test('a lane stands still while nobody looks for a job, and not while one runs', () => {
  let now = 0;
  const events = new EventEmitter();
  const signs = new SignsOfLife(events, () => now);
  now = 90_000;
  expect(signs.stoodStillMs).toBe(90_000);
  events.emit('worker:getJob:empty', {});
  expect(signs.stoodStillMs).toBe(0);
  events.emit('job:start', {});
  now = 200_000;
  expect(signs.stoodStillMs).toBe(0);
  events.emit('job:complete', {});
  now = 270_000;
  expect(signs.stoodStillMs).toBe(70_000);
  signs.note();
  expect(signs.stoodStillMs).toBe(0);
});
