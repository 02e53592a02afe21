import { setImmediate } from 'node:timers/promises';
import { TemporarilyUnavailable } from '#libs/errors';
import { eventually } from '../../../test/support/eventually.js';
import { type Asker, Places, type Sharing } from './places.js';

let now = 0;
beforeEach(() => void (now = 0));

/** Works that end when they are told to; `begun` names those that have begun, in their order. */
function useOf(sharing: Sharing) {
  let turnedAway = 0;
  const places = new Places({ ...sharing, onRefused: () => (turnedAway += 1) }, () => now);
  const running: { name: string; account: string; end: () => void }[] = [];
  const begun: string[] = [];
  const refused: unknown[] = [];
  let names = 0;
  /** @param who the account, with the organization behind a slash where that matters */
  const request = async (who: string, more: Partial<Asker & { times: number; name: string }> = {}) => {
    const [account, organization] = who.split('/') as [string, string?];
    const { times = 1, name, ...requester } = more;
    for (let i = 0; i < times; i += 1) {
      const called = name ?? `${who} ${(names += 1)}`;
      places
        .run({ account, organization, ...requester }, () => {
          begun.push(called);
          return new Promise<void>((end) => running.push({ name: called, account, end }));
        })
        .catch((error: unknown) => refused.push(error));
    }
    await setImmediate();
  };
  const end = async (who: string, after = 0) => {
    now += after;
    const index = running.findIndex(({ name, account }) => name === who || account === who);
    running.splice(index, 1)[0]!.end();
    await setImmediate();
  };
  const held = (account: string) => running.filter((one) => one.account === account).length;
  const timesRefused = () => turnedAway;
  return { places, timesRefused, request, end, held, begun, refused };
}

test('an account that is alone has all places', async () => {
  const { places, request, held } = useOf({ places: 5 });
  await request('a', { times: 7 });
  expect([held('a'), places.used, places.waiting]).toEqual([5, 5, 2]);
});

test('while another waits an account gets no more than half of the places, and next is who used least', async () => {
  const { request, end, held } = useOf({ places: 4 });
  await request('a', { times: 8 });
  await request('b', { times: 3 });
  expect([held('a'), held('b')]).toEqual([4, 0]);
  await end('a', 1_000);
  await end('a');
  await end('a');
  expect([held('a'), held('b')]).toEqual([1, 2]);
  // The last one is free for whoever holds none.
  await request('c');
  expect(held('c')).toBe(1);
});

test('the last free place is only for an account that holds none, for a minute after another has asked', async () => {
  const { request, end, held } = useOf({ places: 3 });
  await request('b');
  await end('b');
  await request('a', { times: 3 });
  expect(held('a')).toBe(2);
  await request('b');
  expect(held('b')).toBe(1);
  await end('b');
  now += 60_001;
  await request('a');
  expect(held('a')).toBe(3);
});

test('an account never has more than its most', async () => {
  const { request, held } = useOf({ places: 5, most: 3 });
  await request('a', { times: 9 });
  expect(held('a')).toBe(3);
});

test('in a crowd an account keeps one place, and has more as soon as it is over', async () => {
  let isCrowd = true;
  const { request, end, held } = useOf({ places: 5, isCrowded: () => isCrowd });
  await request('a', { times: 4 });
  await request('b', { times: 2 });
  expect([held('a'), held('b')]).toEqual([1, 1]);
  isCrowd = false;
  await end('b');
  expect([held('a'), held('b')]).toEqual([3, 1]);
});

test('use is halved every ten seconds, so that who used much long ago waits no longer', async () => {
  const { request, end, held } = useOf({ places: 1 });
  await request('much');
  await end('much', 1_000);
  now += 60_000;
  await request('some');
  await request('much');
  await request('some');
  await end('some', 500);
  expect([held('much'), held('some')]).toEqual([1, 0]);
});

test('what is under way counts as use, or who begins what takes long would be taken for idle', async () => {
  const { request, end, held } = useOf({ places: 2 });
  await request('little');
  await end('little', 10);
  await request('long');
  await request('other');
  now += 5_000;
  await request('long');
  await request('little');
  await end('other');
  expect([held('long'), held('little')]).toEqual([1, 1]);
});

test('the organizations of an account take turns, however much one of them asks for', async () => {
  const { request, end, begun } = useOf({ places: 1 });
  const order = ['a/1 1', 'a/1 2', 'a/2 4', 'a/1 3', 'a/2 5'];
  for (const name of ['a/1 1', 'a/1 2', 'a/1 3', 'a/2 4', 'a/2 5']) await request(name.split(' ')[0]!);
  for (const name of order) await end(name);
  expect(begun).toEqual(order);
});

test('while another waits no place is held to wait for a lock; alone, a report is read while the other is stored', async () => {
  const alone = useOf({ places: 3 });
  await alone.request('a', { lock: 'shop', name: 'a1' });
  await alone.request('a', { lock: 'shop', name: 'a2' });
  expect(alone.begun).toEqual(['a1', 'a2']);
  const locked = useOf({ places: 4 });
  await locked.request('a', { lock: 'shop', name: 'a1' });
  await locked.request('b', { times: 3 });
  await locked.request('b', { name: 'b waits' });
  await locked.request('a', { lock: 'shop', name: 'a2' });
  await locked.request('a', { lock: 'blog', name: 'a3' });
  await locked.end('b', 100);
  expect(locked.begun.slice(-1)).toEqual(['a3']);
  await locked.end('a1');
  await locked.end('b');
  expect(locked.begun.slice(-2)).toContain('a2');
});

test('who waits too long is told to come back, and what fails gives its place back', async () => {
  const { places, timesRefused, request, held, refused, end } = useOf({ places: 1, longestWaitMs: 20 });
  await request('a');
  await request('b');
  await eventually(() => refused.length > 0);
  expect(refused).toEqual([expect.any(TemporarilyUnavailable)]);
  expect([timesRefused(), places.waiting]).toEqual([1, 0]);
  await end('a');
  await expect(places.run({ account: 'c' }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await request('b');
  expect(held('b')).toBe(1);
});

test('who is gone waits no longer, and is not counted as refused', async () => {
  const { places, timesRefused, request, begun, end, refused } = useOf({ places: 1 });
  let leave = (): void => {};
  let listened = 0;
  const onGone = (leaves: () => void) => {
    leave = leaves;
    listened += 1;
    return () => void (listened -= 1);
  };
  await request('a', { name: 'a1' });
  await request('b', { name: 'b1', onGone });
  await request('c', { name: 'c1', onGone: () => () => {} });
  expect(listened).toBe(1);
  leave();
  await end('a1');
  expect(begun).toEqual(['a1', 'c1']);
  expect([refused.length, timesRefused(), places.waiting]).toEqual([1, 0, 0]);
  await request('d', { name: 'd1', onGone });
  await end('c1');
  expect([begun.at(-1), listened]).toEqual(['d1', 1]);
});

test('who would wait too long, by the time that others took, is refused at once and told when to come back', async () => {
  const { request, end, refused, begun } = useOf({ places: 1 });
  for (let i = 0; i < 60; i += 1) {
    await request('a', { name: 'before' });
    await end('before', 4_000);
  }
  await request('a', { times: 4 });
  expect(refused).toEqual([expect.objectContaining({ code: 'temporarily_unavailable', retryAfter: 12 })]);
  // Of those that wait, one comes before the first of another account.
  await request('b');
  expect(refused.length).toBe(1);
  await request('c');
  expect(refused).toEqual([expect.anything(), expect.objectContaining({ retryAfter: 12 })]);
  expect(begun.length).toBe(61);
});

test('so much waits of one account, and of all; what is refused for that is told when to come back', async () => {
  const { request, end, begun, refused } = useOf({ places: 1, room: { ofOne: 60, ofAll: 100 } });
  await request('a', { name: 'a1', size: 1_000 });
  await request('a/2', { name: 'a2', size: 59 });
  await request('a/3', { name: 'a3', size: 2 });
  expect(refused).toEqual([expect.objectContaining({ code: 'temporarily_unavailable', retryAfter: 2 })]);
  await request('b', { name: 'b1', size: 40 });
  await request('a', { name: 'a4', size: 1 });
  await request('c', { name: 'c1', size: 1 });
  expect(refused.length).toBe(2);
  await end('a1', 1_000);
  await request('c', { name: 'c2', size: 41 });
  expect(refused.length).toBe(3);
  await end('b1');
  await request('c', { name: 'c3', size: 1 });
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  expect(refused.length).toBe(3);
});

test('what does not wait has a place at once or none', async () => {
  const { places, request, end } = useOf({ places: 2 });
  await request('b');
  expect(await places.tryRun({ account: 'a' }, () => Promise.resolve('sent'))).toBe('sent');
  await request('a');
  expect(places.tryRun({ account: 'c' }, () => Promise.resolve('sent'))).toBeUndefined();
  await end('b');
  expect(places.tryRun({ account: 'a' }, () => Promise.resolve('sent'))).toBeUndefined();
  expect(await places.tryRun({ account: 'c' }, () => Promise.resolve('sent'))).toBe('sent');
});

test('where the process is crowded who used more lately rests after each work as long as it took, and the other does not', async () => {
  const { request, end, held } = useOf({ places: 4, isCrowded: () => true });
  await request('b');
  await end('b', 1_050);
  await request('a', { times: 3 });
  await end('a', 1_100);
  await request('b', { times: 3 });
  expect([held('a'), held('b')]).toEqual([0, 1]);
  await end('b', 20);
  expect([held('a'), held('b')]).toEqual([0, 1]);
  await eventually(() => held('a') === 1);
  expect(held('b')).toBe(1);
});
