import type { Logger } from '#libs/logging';
import { ForwardingWatch } from './forwarding.js';

const HOUR = 3_600_000;
const from = (remoteAddress: string, headers: object) => ({ headers, socket: { remoteAddress } }) as never;

test('forwarded addresses that do not count are told at most once an hour, with their number', () => {
  const told: number[] = [];
  const log = { warn: ({ requests }: { requests: number }) => told.push(requests) } as unknown as Logger;
  let now = 0;
  const watch = new ForwardingWatch(
    log,
    (address) => address === '10.0.0.1',
    () => now,
  );
  const forwarded = { 'x-forwarded-for': '192.0.2.1' };
  watch.inspect(from('10.0.0.1', forwarded));
  watch.inspect(from('192.0.2.9', {}));
  expect(told).toEqual([]);
  for (let i = 0; i < 5; i += 1) watch.inspect(from('192.0.2.9', forwarded));
  watch.inspect(from('192.0.2.9', { forwarded: 'for=192.0.2.1' }));
  expect(told).toEqual([1]);
  now = HOUR;
  watch.inspect(from('192.0.2.9', forwarded));
  expect(told).toEqual([1, 6]);
});
