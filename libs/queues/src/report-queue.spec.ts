import { type QueueLimits, ReportQueue } from './report-queue.js';

/** A queue with reports that are stored when it is told; `begun` names those that have begun, in their order, and each takes `ms`. */
function queueOf(places: number, longestWaitMs = 10_000, ms = 0) {
  let time = 0;
  const limits: QueueLimits = { places, longestWaitMs, bytes: { ofOne: 60, ofAll: 100 } };
  const queue = new ReportQueue(limits, () => time);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (organization: string, name: string, bytes = 1): Promise<string> =>
    queue.run(organization, bytes, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      time += ms;
      return name;
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  return { queue, limits, begun, add, end };
}

/** What becomes of a promise. */
const outcome = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

test('so many are stored at once as there are places, and what waits begins when a place is free', async () => {
  const { begun, add, end } = queueOf(2);
  const all = ['a1', 'a2', 'a3'].map((name) => add('a', name));
  expect(begun).toEqual(['a1', 'a2']);
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  await end('a1');
  await end('a3');
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3']);
});

test('organizations take turns, however much one of them has to report', async () => {
  const { begun, add, end } = queueOf(1);
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => add(name[0]!, name));
  const order = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'];
  for (const name of order) await end(name);
  await Promise.all(all);
  expect(begun).toEqual(order);
});

test('a report that fails gives its place to the next', async () => {
  const { queue } = queueOf(1);
  const failed = outcome(queue.run('a', 1, () => Promise.reject(new Error('no'))));
  const next = queue.run('a', 1, () => Promise.resolve('yes'));
  expect([await failed, await next]).toEqual([new Error('no'), 'yes']);
});

test('who has waited too long is refused, and leaves its turn to the others', async () => {
  const { limits, begun, add, end } = queueOf(1, 30);
  const first = add('a', 'a1');
  const late = outcome(add('a', 'a2'));
  limits.longestWaitMs = 10_000;
  const patient = add('a', 'a3');
  expect(await late).toMatchObject({ code: 'temporarily_unavailable', retryAfter: 2 });
  await end('a1');
  await end('a3');
  await Promise.all([first, patient]);
  expect(begun).toEqual(['a1', 'a3']);
});

test('who would wait too long, by the time that others took, is refused at once and told when to come back', async () => {
  const { add, end } = queueOf(1, 10_000, 4_000);
  for (let i = 0; i < 60; i += 1) {
    const stored = add('a', 'before');
    await end('before');
    await stored;
  }
  const waiting = ['a1', 'a2', 'a3'].map((name) => add('a', name));
  expect(await outcome(add('a', 'a4'))).toMatchObject({ code: 'temporarily_unavailable', retryAfter: 12 });
  // Of those that wait, one comes before the first of another organization.
  waiting.push(add('b', 'b1'));
  expect(await outcome(add('c', 'c1'))).toMatchObject({ retryAfter: 12 });
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(await Promise.all(waiting)).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('so many bytes wait of one organization, and of all; what is refused for them is told when to come back', async () => {
  const { add, end } = queueOf(1);
  const all = [add('a', 'a1', 1_000), add('a', 'a2', 59)];
  expect(await outcome(add('a', 'a3', 2))).toMatchObject({ code: 'temporarily_unavailable', retryAfter: 2 });
  all.push(add('b', 'b1', 40), add('a', 'a4', 1));
  expect(await outcome(add('c', 'c1'))).toMatchObject({ code: 'temporarily_unavailable' });
  await end('a1');
  all.push(add('c', 'c2', 59));
  for (const name of ['a2', 'b1', 'a4', 'c2']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'a4', 'c2']);
});
