import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may hold the event loop before it lets others go on, in milliseconds. */
const SLICE_MS = 8;

let lastTurn = Promise.resolve();

/** Of all that wait one goes on in each turn of the event loop: many at once hold it no longer than one. */
function turn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
}

/** What `map` makes of each item, a few milliseconds at a time: for lists of a length that would hold the event loop. */
export async function mapInSlices<T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> {
  const made: R[] = [];
  let began = -Infinity;
  for (const [index, item] of items.entries()) {
    if (performance.now() - began > SLICE_MS) {
      await turn();
      began = performance.now();
    }
    made.push(map(item, index));
  }
  return made;
}
