import { setImmediate, setTimeout } from 'node:timers/promises';
import { TemporarilyUnavailable } from '#libs/errors';
import { Places } from './places.js';

let now = 0;
beforeEach(() => void (now = 0));

/** Works of accounts that end when they are told to. */
function useOf(places: Places) {
  const running: { account: string; end: () => void }[] = [];
  const refused: unknown[] = [];
  const ask = (account: string, times = 1) => {
    for (let i = 0; i < times; i += 1)
      places
        .run(account, () => new Promise<void>((end) => running.push({ account, end })))
        .catch((error: unknown) => refused.push(error));
  };
  const settle = () => setImmediate();
  const end = async (account: string, after = 0) => {
    now += after;
    const index = running.findIndex((one) => one.account === account);
    running.splice(index, 1)[0]!.end();
    await settle();
  };
  const held = (account: string) => running.filter((one) => one.account === account).length;
  return { ask, end, held, settle, refused };
}

test('an account that is alone has all places', async () => {
  const { ask, held, settle } = useOf(new Places(5, 5, () => now));
  ask('a', 7);
  await settle();
  expect(held('a')).toBe(5);
});

test('while another waits an account gets no more than half of the places, and next is who used least', async () => {
  const { ask, end, held, settle } = useOf(new Places(4, 4, () => now));
  ask('a', 8);
  await settle();
  ask('b', 3);
  await settle();
  expect([held('a'), held('b')]).toEqual([4, 0]);
  await end('a', 1_000);
  await end('a');
  await end('a');
  expect([held('a'), held('b')]).toEqual([1, 2]);
  // The last one is free for whoever holds none.
  ask('c');
  await settle();
  expect(held('c')).toBe(1);
});

test('the last free place is only for an account that holds none, for a minute after another has asked', async () => {
  const { ask, end, held, settle } = useOf(new Places(3, 3, () => now));
  ask('b');
  await settle();
  await end('b');
  ask('a', 3);
  await settle();
  expect(held('a')).toBe(2);
  ask('b');
  await settle();
  expect(held('b')).toBe(1);
  await end('b');
  now += 60_001;
  ask('a');
  await settle();
  expect(held('a')).toBe(3);
});

test('an account never has more than its most', async () => {
  const { ask, held, settle } = useOf(new Places(5, 3, () => now));
  ask('a', 9);
  await settle();
  expect(held('a')).toBe(3);
});

test('use is halved every ten seconds, so that who used much long ago waits no longer', async () => {
  const { ask, end, held, settle } = useOf(new Places(1, 1, () => now));
  ask('much');
  await settle();
  await end('much', 1_000);
  now += 60_000;
  ask('some');
  await settle();
  ask('much');
  ask('some');
  await settle();
  await end('some', 500);
  expect([held('much'), held('some')]).toEqual([1, 0]);
});

test('who waits too long is told to come back, and what fails gives its place back', async () => {
  const places = new Places(1, 1, () => now, 20);
  const { ask, held, refused, end } = useOf(places);
  ask('a');
  ask('b');
  await setTimeout(100);
  expect(refused).toEqual([expect.any(TemporarilyUnavailable)]);
  await end('a');
  await expect(places.run('c', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  ask('b');
  await setImmediate();
  expect(held('b')).toBe(1);
});
