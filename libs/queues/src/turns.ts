/** What waits, by owner: the owners take turns, however much one of them has waiting. */
export class Turns<T> {
  /** In the order of their turns; nobody has nothing. */
  private readonly waiting = new Map<string, T[]>();

  add(owner: string, item: T): void {
    const own = this.waiting.get(owner);
    if (own) own.push(item);
    else this.waiting.set(owner, [item]);
  }

  /** Takes what is next; undefined where nothing waits. */
  next(): T | undefined {
    const [first] = this.waiting;
    if (!first) return undefined;
    const [owner, own] = first;
    const item = own.shift();
    this.waiting.delete(owner);
    if (own.length > 0) this.waiting.set(owner, own);
    return item;
  }

  /** Takes this one out of its turn. */
  remove(owner: string, item: T): void {
    const others = this.of(owner).filter((other) => other !== item);
    if (others.length > 0) this.waiting.set(owner, others);
    else this.waiting.delete(owner);
  }

  of(owner: string): readonly T[] {
    return this.waiting.get(owner) ?? [];
  }

  /** What waits of each owner. */
  each(): (readonly [owner: string, items: readonly T[]])[] {
    return [...this.waiting];
  }
}
