import { HOUR_MS } from '#libs/dates';
import { LRUCache } from 'lru-cache';

/** Remembers which receivers, or trackers, did not answer in time within the last hour. */
export class SlowReceivers {
  private readonly late: LRUCache<string, true>;

  /** @param now milliseconds of a clock that does not jump */
  constructor(now: () => number = () => performance.now()) {
    this.late = new LRUCache({ max: 10_000, ttl: HOUR_MS, ttlResolution: 0, perf: { now } });
  }

  isSlow(account: string, host: string): boolean {
    return this.late.has(`${account} ${host}`);
  }

  /**
   * Notes whether one has answered in time; whoever has is slow no longer. Being late again does not begin the hour
   * anew, for less time is given then.
   */
  note(account: string, host: string, inTime: boolean): void {
    const key = `${account} ${host}`;
    if (inTime) this.late.delete(key);
    else if (!this.late.has(key)) this.late.set(key, true);
  }
}
