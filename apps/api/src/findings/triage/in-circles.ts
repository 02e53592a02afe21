/** A finding that would be a duplicate of another one again; null: of none. */
interface Restored {
  id: string;
  duplicateOfId: string | null;
}

/**
 * Those of these findings that cannot become again what they were: they would be duplicates of themselves, over others.
 * Where one of them stays as it is, what it is a duplicate of now counts again.
 * @param present what findings are duplicates of now
 */
export function inCircles(restored: readonly Restored[], present: ReadonlyMap<string, string>): Set<string> {
  const past = new Map(restored.map(({ id, duplicateOfId }) => [id, duplicateOfId]));
  const refused = new Set<string>();
  for (;;) {
    const originalOf = (id: string): string | null | undefined =>
      past.has(id) && !refused.has(id) ? past.get(id) : present.get(id);
    const circular = onCircles(past.keys(), originalOf).filter((id) => past.has(id) && !refused.has(id));
    if (circular.length === 0) return refused;
    for (const id of circular) refused.add(id);
  }
}

/** The nodes on circles that these lead to, where each leads to one other at most; each is visited once. */
function onCircles(from: Iterable<string>, next: (id: string) => string | null | undefined): string[] {
  const visited = new Set<string>();
  const found: string[] = [];
  for (const start of from) {
    const path = new Map<string, number>();
    let at: string | null | undefined = start;
    while (at != null && !visited.has(at)) {
      visited.add(at);
      path.set(at, path.size);
      at = next(at);
    }
    const begin = at == null ? undefined : path.get(at);
    if (begin !== undefined) found.push(...[...path.keys()].slice(begin));
  }
  return found;
}
