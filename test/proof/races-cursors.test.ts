import { draw } from '../support/dice.js';
import { printFigures } from '../support/figures.js';
import { concurrently, RACE_TIMEOUT_MS, rounds, useReplicas } from '../support/races.js';

const replicas = useReplicas('lists that are gone through while records come, go and change');

interface Row {
  id: string;
  number: number;
}

const HELD = 60;
const GOING = 20;
const WRITERS = 4;

test.each([
  ['createdAt', 'desc'],
  ['createdAt', 'asc'],
  ['number', 'desc'],
  ['number', 'asc'],
])(
  'by %s %s, whoever goes through a list by cursors sees each record that stays once, and none twice',
  async (sortField, sortDirection) => {
    const tally = { pages: 0, seen: 0, came: 0, went: 0, changed: 0 };
    for (let round = 0; round < rounds(2, 50); round += 1) {
      const w = await replicas.world();
      const caller = replicas.as(w.owner.token);
      const url = `${w.product.url}/issues`;
      const numbers: number[] = [];
      while (numbers.length < HELD + GOING) {
        const made = await concurrently(WRITERS, () => caller.post(url, { title: 'Issue' }));
        numbers.push(...made.map(({ body }) => body.issue.number as number));
      }
      const [held, going] = [numbers.slice(0, HELD), numbers.slice(HELD)];
      let isOver = false;
      const write = async (): Promise<void> => {
        while (!isOver) {
          const dice = draw();
          if (dice < 0.4) {
            await caller.post(url, { title: 'Came' });
            tally.came += 1;
          } else if (dice < 0.6 && going.length > 0) {
            await caller.delete(`${url}/${going.pop()}`);
            tally.went += 1;
          } else {
            const one = held[Math.floor(draw() * held.length)];
            await caller.patch(`${url}/${one}`, { title: `Changed ${draw()}`, state: dice < 0.8 ? 'closed' : 'open' });
            tally.changed += 1;
          }
        }
      };
      const writers = Promise.all(Array.from({ length: WRITERS }, write));
      const seen: Row[] = [];
      let next: string | undefined =
        `${url}?sortField=${sortField}&sortDirection=${sortDirection}&pageSize=7&total=false`;
      // Ascending, what comes is at the end: the list is gone through as far as it was when it was begun.
      while (next && (seen.length < 500 || sortDirection === 'desc')) {
        const { status, body, link } = await caller.get(next);
        expect(status).toBe(200);
        seen.push(...body.issues);
        next = /<(.*)>; rel="next"/.exec(link ?? '')?.[1];
        tally.pages += 1;
      }
      isOver = true;
      await writers;
      const ids = seen.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const found = new Set(seen.map(({ number }) => number));
      expect(held.filter((number) => !found.has(number))).toEqual([]);
      tally.seen += seen.length;
    }
    printFigures(`cursors by ${sortField} ${sortDirection}`, tally);
  },
  RACE_TIMEOUT_MS,
);
