import { SlowReceivers } from './slow-receivers.js';

test('who did not answer in time is slow for an hour, for this account and host, or until an answer in time', () => {
  let now = 1;
  const receivers = new SlowReceivers(() => now);
  receivers.note('a', 'tarpit.example', false);
  receivers.note('a', 'quick.example', true);
  expect(
    [
      ['a', 'tarpit.example'],
      ['b', 'tarpit.example'],
      ['a', 'quick.example'],
    ].map(([account, host]) => receivers.isSlow(account!, host!)),
  ).toEqual([true, false, false]);
  now += 3_500_000;
  receivers.note('a', 'tarpit.example', false);
  expect(receivers.isSlow('a', 'tarpit.example')).toBe(true);
  now += 200_000;
  expect(receivers.isSlow('a', 'tarpit.example')).toBe(false);
  receivers.note('a', 'tarpit.example', false);
  receivers.note('a', 'tarpit.example', true);
  expect(receivers.isSlow('a', 'tarpit.example')).toBe(false);
});
