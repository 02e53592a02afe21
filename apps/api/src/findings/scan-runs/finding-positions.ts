import type { Introduced, Range } from '../../records/test-activities/test-activity.entity.js';
import type { Introduction } from './apply-run.js';

/** The maximum number of positions that an answer names; its count is complete. */
const MAX_POSITIONS = 1000;

/** The maximum number of pages that an answer names, and of characters that they have together. */
const MAX_PAGES = { count: 100, characters: 4000 };

/** What a run brought, in the order of what was sent; null: nothing. */
export function positionsOf(
  findings: readonly { position: number }[],
  introduced: readonly Introduction[],
): Introduced | null {
  if (introduced.length === 0) return null;
  const failures = introduced.filter(({ needsReview }) => !needsReview);
  const positioned = (all: readonly Introduction[]) =>
    all
      .map(({ index, change, pages }) => ({ position: findings[index]!.position, change, pages }))
      .sort((a, b) => a.position - b.position)
      .slice(0, MAX_POSITIONS);
  const named = positioned(failures);
  const rangesIn = (change: Introduction['change']): Range[] =>
    rangesOf(named.filter((one) => one.change === change).map(({ position }) => position));
  const toReview = positioned(introduced.filter(({ needsReview }) => needsReview));
  const spread = rangesIn('spread');
  return {
    count: failures.length,
    places: rangesOf(named.map(({ position }) => position)),
    regressed: rangesIn('regressed'),
    ...(spread.length > 0 && { spread, ...pagesOf(named) }),
    ...(toReview.length > 0 && { review: rangesOf(toReview.map(({ position }) => position)) }),
  };
}

/** The new pages of what has spread, as far as they are named. */
function pagesOf(
  named: readonly { position: number; pages: readonly string[] }[],
): Pick<Introduced, 'pages' | 'pagesCut'> {
  const pages: { index: number; pages: string[] }[] = [];
  let [count, characters] = [0, 0];
  for (const { position, pages: all } of named) {
    const own: string[] = [];
    for (const page of all) {
      count += 1;
      characters += page.length;
      if (count > MAX_PAGES.count || characters > MAX_PAGES.characters)
        return { pages: own.length > 0 ? [...pages, { index: position, pages: own }] : pages, pagesCut: true };
      own.push(page);
    }
    if (own.length > 0) pages.push({ index: position, pages: own });
  }
  return { pages };
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
