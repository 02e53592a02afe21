import type { Introduced, Range } from '../test-activities/test-activity.entity.js';

/** The maximum number of places that an answer names; its count is complete. */
const MAX_PLACES = 1000;

/** What a run brought, in the order of what was sent. */
export function placesOf(
  findings: readonly { place: number }[],
  introduced: readonly { index: number; isRegressed: boolean }[],
): Introduced {
  const named = introduced
    .map(({ index, isRegressed }) => ({ place: findings[index]!.place, isRegressed }))
    .sort((a, b) => a.place - b.place)
    .slice(0, MAX_PLACES);
  const regressed = named.filter(({ isRegressed }) => isRegressed);
  return {
    count: introduced.length,
    places: rangesOf(named.map(({ place }) => place)),
    regressed: rangesOf(regressed.map(({ place }) => place)),
  };
}

/** All of `count` findings: what people report is news. */
export const allPlaces = (count: number): Introduced => ({
  ...{ count, regressed: [] },
  places: count === 0 ? [] : [[0, Math.min(count, MAX_PLACES) - 1]],
});

/** Ascending numbers as ranges. */
function rangesOf(numbers: readonly number[]): Range[] {
  const ranges: Range[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

/** The numbers of ranges. */
export const numbersOf = (ranges: readonly Range[]): number[] =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
