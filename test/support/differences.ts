/**
 * Holds one list against another, whose differences are known: each difference has its reason, and each reason a
 * difference.
 * @param known why an entry differs, by its key
 */
export function expectDifferences(
  theirs: ReadonlyMap<string, string>,
  ours: ReadonlyMap<string, string>,
  known: Readonly<Record<string, string>>,
): void {
  const keys = new Set([...theirs.keys(), ...ours.keys()]);
  const different = [...keys].filter((key) => theirs.get(key) !== ours.get(key));
  const untold = different.filter((key) => !Object.hasOwn(known, key));
  expect(untold.map((key) => ({ key, theirs: theirs.get(key), ours: ours.get(key) }))).toEqual([]);
  expect(Object.keys(known).toSorted()).toEqual(different.toSorted());
}
