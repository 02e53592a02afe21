import { FairQueue } from './fair-queue.js';

test('a caller who floods the queue waits behind itself, and others have their turn', async () => {
  const turns = new FairQueue();
  const done: string[] = [];
  const work = (who: string, name: string) =>
    turns.run(who, async () => {
      await new Promise(setImmediate);
      done.push(name);
      return name;
    });
  const all = [
    ...['a1', 'a2', 'a3', 'a4'].map((name) => work('a', name)),
    ...['b1', 'b2'].map((name) => work('b', name)),
    work('c', 'c1'),
  ];
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('tasks run one at a time, and a failure affects only its own caller', async () => {
  const turns = new FairQueue();
  let busy = 0;
  const piece = (fails: boolean) =>
    turns.run('a', async () => {
      busy += 1;
      expect(busy).toBe(1);
      await new Promise(setImmediate);
      busy -= 1;
      if (fails) throw new Error('undecodable');
      return 'done';
    });
  const [first, second] = await Promise.allSettled([piece(true), piece(false)]);
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
  expect(await piece(false)).toBe('done');
});

/** Queues this many tasks of each owner behind a running one; returns how many were completed and rejected. */
async function crowd(counts: Record<string, number>): Promise<Record<string, { done: number; refused: number }>> {
  const turns = new FairQueue();
  let end = (): void => undefined;
  const first = turns.run('first', () => new Promise<void>((resolve) => (end = resolve)));
  const outcomes: Record<string, { done: number; refused: number }> = {};
  const all = Object.entries(counts).flatMap(([who, count]) => {
    const outcome = (outcomes[who] = { done: 0, refused: 0 });
    return Array.from({ length: count }, () =>
      turns
        .run(who, async () => undefined)
        .then(
          () => (outcome.done += 1),
          () => (outcome.refused += 1),
        ),
    );
  });
  end();
  await Promise.all([first, ...all]);
  return outcomes;
}

test('no more than eight tasks of one caller wait, because each holds a file in memory', async () => {
  expect(await crowd({ a: 600, b: 2 })).toEqual({ a: { done: 8, refused: 592 }, b: { done: 2, refused: 0 } });
});

test('no more than 64 tasks wait in all, and a caller with few takes the place of one with many', async () => {
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`flood ${index}`, 8]));
  const outcomes = await crowd({ ...many, late: 2 });
  expect(outcomes['late']).toEqual({ done: 2, refused: 0 });
  expect(Object.values(outcomes).reduce((sum, { done }) => sum + done, 0)).toBe(64);
});
