/** One group and where it hangs. */
export interface GroupNode {
  id: string;
  parentId: string | null;
}

/** Whether a group would stand below itself if it hung under this parent. */
export function wouldBeCircular(groups: readonly GroupNode[], id: string, parentId: string | null): boolean {
  const parents = new Map(groups.map((group) => [group.id, group.parentId]));
  const seen = new Set<string>();
  for (let above = parentId; above !== null && !seen.has(above); above = parents.get(above) ?? null) {
    if (above === id) return true;
    seen.add(above);
  }
  return false;
}
