/** What waits, by owner: the owners take turns, however much one of them has waiting. */
export class Turns<T> {
  /** In the order of their turns; nobody has nothing. */
  private readonly waiting = new Map<string, T[]>();
  size = 0;

  add(owner: string, item: T): void {
    const items = this.waiting.get(owner);
    if (items) items.push(item);
    else this.waiting.set(owner, [item]);
    this.size += 1;
  }

  /** Takes what is next of what may be taken now; undefined where nothing is. */
  take(mayBeTaken: (item: T) => boolean = () => true): T | undefined {
    for (const [owner, items] of this.waiting) {
      const item = items.find(mayBeTaken);
      if (item === undefined) continue;
      this.remove(owner, item);
      const others = this.waiting.get(owner);
      if (others) {
        this.waiting.delete(owner);
        this.waiting.set(owner, others);
      }
      return item;
    }
    return undefined;
  }

  some(holds: (item: T) => boolean): boolean {
    for (const items of this.waiting.values()) if (items.some(holds)) return true;
    return false;
  }

  /** Takes this one out of its turn. */
  remove(owner: string, item: T): void {
    const items = this.waiting.get(owner);
    const at = items?.indexOf(item) ?? -1;
    if (at < 0) return;
    items!.splice(at, 1);
    this.size -= 1;
    if (items!.length === 0) this.waiting.delete(owner);
  }
}
