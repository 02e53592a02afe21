/** How many letters must be put in, left out or changed to make one word of the other, whatever their case. */
function distanceOf(a: string, b: string): number {
  const [from, to] = [a.toLowerCase(), b.toLowerCase()];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++)
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === to[j] ? 0 : 1)));
    row = next;
  }
  return row[to.length]!;
}

const LONGEST = 100;

/** Names in the order of their likeness to one that somebody wrote. */
export const byLikeness = (written: string, names: readonly string[]): string[] =>
  names
    .map((name) => [distanceOf(written.slice(0, LONGEST), name), name] as const)
    .sort(([a, nameA], [b, nameB]) => a - b || (nameA < nameB ? -1 : 1))
    .map(([, name]) => name);
