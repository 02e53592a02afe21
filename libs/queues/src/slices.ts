import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may hold the event loop before it lets others go on, in milliseconds. */
const SLICE_MS = 8;
/** What is made of more records than this at once deserves a turn of its own. */
const MANY = 1_000;

let lastTurn = Promise.resolve();
let began: number | undefined;

/** Of all that wait one goes on in each turn of the event loop: many at once hold it no longer than one. */
function turn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn());
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

/** What `map` makes of each item, a few milliseconds at a time: for lists of a length that would hold the event loop. */
export async function mapInSlices<T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> {
  const made: R[] = [];
  for (const [index, item] of items.entries()) {
    if (isOver()) await turn();
    made.push(map(item, index));
  }
  return made;
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
