import { RateLimited } from '#libs/http';

/** How many pieces of one may wait, and of all: each holds a file in memory. */
const OF_ONE = 8;
const IN_ALL = 64;
const RETRY_AFTER_S = 5;

interface Piece {
  work: () => Promise<void>;
  refuse: (reason: RateLimited) => void;
}

/** Work that is done one piece after the other: each of those who wait has a turn before anyone has a second one. */
export class Turns {
  private readonly waiting = new Map<string, Piece[]>();
  private inAll = 0;
  private isBusy = false;

  /**
   * Does the work when it is the turn of `who`.
   * @throws RateLimited where they have too much waiting; where all have, whoever has most loses the last of it
   */
  run<T>(who: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const own = this.waiting.get(who) ?? [];
      if (own.length >= OF_ONE || (this.inAll >= IN_ALL && !this.makeRoom(own.length)))
        return reject(new RateLimited(RETRY_AFTER_S));
      own.push({ work: () => work().then(resolve, reject), refuse: reject });
      this.waiting.set(who, own);
      this.inAll += 1;
      void this.work();
    });
  }

  /** Takes the last piece of who has most, where that is more than whoever comes now would have. */
  private makeRoom(present: number): boolean {
    const most = [...this.waiting.values()].reduce((a, b) => (b.length > a.length ? b : a));
    if (most.length <= present + 1) return false;
    most.pop()!.refuse(new RateLimited(RETRY_AFTER_S));
    this.inAll -= 1;
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
    const piece = own.shift()!;
    this.inAll -= 1;
    this.waiting.delete(who);
    if (own.length > 0) this.waiting.set(who, own);
    return piece.work;
  }
}
