import { LRUCache } from 'lru-cache';

/** Keeps what was used last, up to so many entries, and up to so much in all; each for so long where that is said. */
export class RecentlyUsed<T extends NonNullable<unknown>> {
  private readonly kept: LRUCache<string, T>;
  private readonly beingMade = new Map<string, Promise<T | undefined>>();

  constructor(
    { entries, size, ttlMs = 0 }: { entries: number; size: number; ttlMs?: number },
    sizeOf: (value: T) => number,
  ) {
    // The package takes no size of 0.
    this.kept = new LRUCache({
      max: entries,
      maxSize: size,
      sizeCalculation: (value) => Math.max(1, sizeOf(value)),
      ttl: ttlMs,
    });
  }

  /**
   * What is kept under a key, else what `make` makes, which is kept from then on unless it is undefined or too large.
   * Who asks while it is being made gets the same.
   */
  async get(key: string, make: () => Promise<T>): Promise<T>;
  async get(key: string, make: () => Promise<T | undefined>): Promise<T | undefined>;
  async get(key: string, make: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.kept.get(key) ?? this.beingMade.get(key) ?? this.begin(key, make);
  }

  // `fetch` of the package would refuse those who wait when others push out what they wait for.
  private begin(key: string, make: () => Promise<T | undefined>): Promise<T | undefined> {
    const making = make()
      .then((value) => {
        if (value !== undefined) this.kept.set(key, value);
        return value;
      })
      .finally(() => this.beingMade.delete(key));
    this.beingMade.set(key, making);
    return making;
  }
}
