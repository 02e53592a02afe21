import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { crowd } from './crowd.js';

/** How long work may hold the event loop before it lets others go on, in milliseconds. */
const SLICE_MS = 2;
/**
 * For how many turns of the event loop it then lets them: a request of others goes through some forty of them, and
 * waits for a slice in so many fewer. A turn in which nobody has work takes some microseconds.
 */
const TURNS_OF_OTHERS = 4;
/**
 * For how long it rests before, where several accounts ask, in milliseconds: a request of others waits for the
 * database as well, and a turn that comes sooner than its answer is of no use to it.
 */
const REST_MS = 4;
/** What is made of more records than this at once deserves a turn of its own. */
const MANY = 1_000;

let lastTurn = Promise.resolve();
let began: number | undefined;

async function letOthersGoOn(): Promise<void> {
  if (crowd.isThere()) await delay(REST_MS);
  for (let turns = 0; turns < TURNS_OF_OTHERS; turns++) await nextTurn();
}

/**
 * Lets others go on. Of all that wait one goes on at a time: many at once hold the event loop no longer than one.
 */
export function turn(): Promise<void> {
  lastTurn = lastTurn.then(letOthersGoOn);
  return lastTurn;
}

/** Whether slices have had their time in this turn of the event loop: what begins in one turn shares it. */
function isOver(): boolean {
  const now = performance.now();
  if (began === undefined) {
    began = now;
    setImmediate(() => (began = undefined));
  }
  return now - began > SLICE_MS;
}

/** Lets others go on before something is done at once to all of a long list. */
export const pauseBefore = async ({ length }: { readonly length: number }): Promise<void> => {
  if (length > MANY) await turn();
};

/**
 * What `map` makes of each item, a few milliseconds at a time: for lists of a length that would hold the event loop.
 */
export async function mapInSlices<T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> {
  const made: R[] = [];
  for (const [index, item] of items.entries()) {
    if (isOver()) await turn();
    made.push(map(item, index));
  }
  return made;
}

/** The same, of each item when it is wanted. */
export async function* inSlices<T, R>(items: Iterable<T>, map: (item: T) => R): AsyncGenerator<R, void, undefined> {
  for (const item of items) {
    if (isOver()) await turn();
    yield map(item);
  }
}

/** The length of a part that is sorted at once. */
const PART = 1024;

/** The texts in the order of their UTF-16 units, as `sort` has them, a few milliseconds at a time. */
export async function sortInSlices(texts: readonly string[]): Promise<string[]> {
  const starts = Array.from({ length: Math.ceil(texts.length / PART) }, (_, part) => part * PART);
  let sorted = await mapInSlices(starts, (start) => texts.slice(start, start + PART).sort());
  while (sorted.length > 1) {
    const merged: string[][] = [];
    for (let part = 0; part < sorted.length; part += 2) merged.push(await merge(sorted[part]!, sorted[part + 1] ?? []));
    sorted = merged;
  }
  return sorted[0] ?? [];
}

async function merge(some: readonly string[], others: readonly string[]): Promise<string[]> {
  const merged: string[] = [];
  let [next, nextOther] = [0, 0];
  while (next < some.length || nextOther < others.length) {
    if (merged.length % PART === 0 && isOver()) await turn();
    const isOther = next === some.length || (nextOther < others.length && others[nextOther]! < some[next]!);
    merged.push(isOther ? others[nextOther++]! : some[next++]!);
  }
  return merged;
}
