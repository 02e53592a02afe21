/** A group and its parent. */
export interface GroupNode {
  id: string;
  parentId: string | null;
}

/** Whether this parent would make a group its own descendant. */
export function wouldBeCircular(groups: readonly GroupNode[], id: string, parentId: string | null): boolean {
  const parents = new Map(groups.map((group) => [group.id, group.parentId]));
  const seen = new Set<string>();
  for (let above = parentId; above !== null && !seen.has(above); above = parents.get(above) ?? null) {
    if (above === id) return true;
    seen.add(above);
  }
  return false;
}
