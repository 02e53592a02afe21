import type { Introduced, Range } from '../test-activities/test-activity.entity.js';

/** The maximum number of positions that an answer names; its count is complete. */
const MAX_POSITIONS = 1000;

/** What a run brought, in the order of what was sent. */
export function positionsOf(
  findings: readonly { position: number }[],
  introduced: readonly { index: number; isRegressed: boolean }[],
): Introduced {
  const named = introduced
    .map(({ index, isRegressed }) => ({ position: findings[index]!.position, isRegressed }))
    .sort((a, b) => a.position - b.position)
    .slice(0, MAX_POSITIONS);
  const regressed = named.filter(({ isRegressed }) => isRegressed);
  return {
    count: introduced.length,
    places: rangesOf(named.map(({ position }) => position)),
    regressed: rangesOf(regressed.map(({ position }) => position)),
  };
}

/** All of `count` findings: what people report is news. */
export const allPositions = (count: number): Introduced => ({
  count,
  regressed: [],
  places: count === 0 ? [] : [[0, Math.min(count, MAX_POSITIONS) - 1]],
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
