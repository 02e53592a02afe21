import { RateLimited } from '#libs/http';

/** How many pieces of one may wait, and of all: each holds a file in memory. */
const MAX_PER_OWNER = 8;
const MAX_TOTAL = 64;
const RETRY_AFTER_S = 5;

interface QueuedTask {
  work: () => Promise<void>;
  refuse: (reason: RateLimited) => void;
}

/** Work that is done one piece after the other: each of those who wait has a turn before anyone has a second one. */
export class FairQueue {
  private readonly waiting = new Map<string, QueuedTask[]>();
  private total = 0;
  private isBusy = false;

  /**
   * Does the work when it is the turn of `who`.
   * @throws RateLimited where they have too much waiting; where all have, whoever has most loses the last of it
   */
  run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const own = this.waiting.get(owner) ?? [];
      if (own.length >= MAX_PER_OWNER || (this.total >= MAX_TOTAL && !this.evict(own.length)))
        return reject(new RateLimited(RETRY_AFTER_S));
      own.push({ work: () => work().then(resolve, reject), refuse: reject });
      this.waiting.set(owner, own);
      this.total += 1;
      void this.work();
    });
  }

  /** Takes the last piece of who has most, where that is more than whoever comes now would have. */
  private evict(present: number): boolean {
    const most = [...this.waiting.values()].reduce((a, b) => (b.length > a.length ? b : a));
    if (most.length <= present + 1) return false;
    most.pop()!.refuse(new RateLimited(RETRY_AFTER_S));
    this.total -= 1;
    return true;
  }

  private async work(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    for (let next = this.next(); next; next = this.next()) await next();
    this.isBusy = false;
  }

  private next(): (() => Promise<void>) | undefined {
    const [first] = this.waiting;
    if (!first) return undefined;
    const [who, own] = first;
    const task = own.shift()!;
    this.total -= 1;
    this.waiting.delete(who);
    if (own.length > 0) this.waiting.set(who, own);
    return task.work;
  }
}
