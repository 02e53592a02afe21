import { draw } from './dice.js';
/** A whole number below this one. */
export const random = (below: number): number => Math.floor(draw() * below);
/** Each item with an even chance. */
export const someOf = <T>(all: readonly T[]): T[] => all.filter(() => random(2) === 0);
/** One item, each as likely. */
export const oneOf = <T>(all: readonly T[]): T => all[random(all.length)]!;
/** The items in any order. */
export const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((item) => [draw(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

/** Every order of the items. */
export const permutations = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, i) =>
        permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
      );

/** The same value with the properties of its objects in alphabetical order, to be compared as text. */
export const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort()
            .map(([key, inner]) => [key, sorted(inner)]),
        )
      : value;
