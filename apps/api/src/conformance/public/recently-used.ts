/** Keeps what was used last, up to so many entries, and up to so much in all. */
export class RecentlyUsed<T> {
  private readonly kept = new Map<string, { value: T; size: number }>();
  private readonly beingMade = new Map<string, Promise<T | undefined>>();
  private size = 0;

  constructor(
    private readonly limits: { entries: number; size: number },
    private readonly sizeOf: (value: T) => number,
  ) {}

  /**
   * What is kept under a key, else what `make` makes, which is kept from then on unless it is undefined or too large. Who asks while it is being
   * made gets the same.
   */
  async get(key: string, make: () => Promise<T>): Promise<T>;
  async get(key: string, make: () => Promise<T | undefined>): Promise<T | undefined>;
  async get(key: string, make: () => Promise<T | undefined>): Promise<T | undefined> {
    const found = this.kept.get(key);
    const value = found ? found.value : await (this.beingMade.get(key) ?? this.begin(key, make));
    if (value !== undefined) this.keep(key, value);
    return value;
  }

  private begin(key: string, make: () => Promise<T | undefined>): Promise<T | undefined> {
    const making = make().finally(() => this.beingMade.delete(key));
    this.beingMade.set(key, making);
    return making;
  }

  private keep(key: string, value: T): void {
    const size = this.sizeOf(value);
    if (size > this.limits.size) return;
    // Deleted and added again: the map is ordered by the last use.
    this.drop(key);
    this.kept.set(key, { value, size });
    this.size += size;
    for (const eldest of this.kept.keys()) {
      if (this.kept.size <= this.limits.entries && this.size <= this.limits.size) break;
      this.drop(eldest);
    }
  }

  private drop(key: string): void {
    this.size -= this.kept.get(key)?.size ?? 0;
    this.kept.delete(key);
  }
}
