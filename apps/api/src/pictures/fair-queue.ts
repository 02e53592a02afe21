import { RateLimited } from '#libs/http';

/** How many tasks of one owner, and of all owners, may wait: each holds a file in memory. */
const MAX_PER_OWNER = 8;
const MAX_TOTAL = 64;
const RETRY_AFTER_S = 5;

interface QueuedTask {
  work: () => Promise<void>;
  refuse: (reason: RateLimited) => void;
}

/** Runs tasks one at a time, round-robin between owners. */
export class FairQueue {
  private readonly waiting = new Map<string, QueuedTask[]>();
  private total = 0;
  private isBusy = false;

  /**
   * Queues a task of the owner `who`.
   * @throws RateLimited if the owner has too many waiting tasks; if the queue is full, the last task of the owner with
   * most tasks is rejected
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

  /**
   * Rejects the last task of the owner with most tasks, if that owner has more than the new task's owner would have.
   */
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
