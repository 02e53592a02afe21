/** Names of this length say little: `HOST` is two letters from `HOME`. */
const LEAST_LENGTH = 6;
const MOST_EDITS = 2;

/**
 * Variables that nobody reads, and that differ by two letters at most from one that is read: most likely they are
 * meant.
 */
export function misspeltVariables(
  variables: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): { name: string; meant: string }[] {
  const read = new Set(known);
  return Object.keys(variables)
    .filter((name) => name.length >= LEAST_LENGTH && /^[A-Z][A-Z0-9_]*$/.test(name) && !read.has(name))
    .flatMap((name) => {
      const meant = known.find(
        (one) => one.length >= LEAST_LENGTH && isNear(name, one) && variables[one] === undefined,
      );
      return meant === undefined ? [] : [{ name, meant }];
    });
}

const isNear = (one: string, other: string): boolean =>
  Math.abs(one.length - other.length) <= MOST_EDITS && edits(one, other) <= MOST_EDITS;

/** How many letters are to be added, left out, changed or exchanged with the next to make one text of the other. */
function edits(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(changed, row[j]! + 1, next[j - 1]! + 1, isExchanged ? before[j - 2]! + 1 : Infinity);
    }
    [before, row] = [row, next];
  }
  return row.at(-1)!;
}
