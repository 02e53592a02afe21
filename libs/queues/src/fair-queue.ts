import { RateLimited } from '#libs/errors';
import { Turns } from './turns.js';

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
  private readonly waiting = new Turns<QueuedTask>();
  private total = 0;
  private isBusy = false;

  /**
   * Queues a task of the owner `who`.
   * @throws RateLimited if the owner has too many waiting tasks; if the queue is full, the last task of the owner with
   * most tasks is rejected
   */
  run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const own = this.waiting.of(owner).length;
      if (own >= MAX_PER_OWNER || (this.total >= MAX_TOTAL && !this.evict(own)))
        return reject(new RateLimited(RETRY_AFTER_S));
      this.waiting.add(owner, { work: () => work().then(resolve, reject), refuse: reject });
      this.total += 1;
      void this.work();
    });
  }

  /**
   * Rejects the last task of the owner with most tasks, if that owner has more than the new task's owner would have.
   */
  private evict(present: number): boolean {
    const [owner, most] = this.waiting.each().reduce((a, b) => (b[1].length > a[1].length ? b : a));
    if (most.length <= present + 1) return false;
    const last = most.at(-1)!;
    this.waiting.remove(owner, last);
    last.refuse(new RateLimited(RETRY_AFTER_S));
    this.total -= 1;
    return true;
  }

  private async work(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    for (let next = this.waiting.next(); next; next = this.waiting.next()) {
      this.total -= 1;
      await next.work();
    }
    this.isBusy = false;
  }
}
