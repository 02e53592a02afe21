import { performance } from 'node:perf_hooks';

/** How long who has asked counts as being here, in milliseconds. */
const HERE_MS = 10_000;
/** Over how long it is judged how busy the event loop is. */
const JUDGED_MS = 50;
/** The part of that time in which it works. */
const BUSY = 0.5;

/** Whether accounts crowd the process: its event loop is busy, and there are several of them. */
export class Crowd {
  /** The last two that have asked, the last one first. */
  private lately: { account: string; at: number }[] = [];
  private used = performance.eventLoopUtilization();
  private judgedAt = performance.now();
  private isBusy = false;

  /** An account asks for something. */
  note(account: string): void {
    const others = this.lately.filter((one) => one.account !== account);
    this.lately = [{ account, at: performance.now() }, ...others.slice(0, 1)];
  }

  /** Whether the process is busy, and others than this account have asked for something lately. */
  isAround(account: string): boolean {
    const now = performance.now();
    const isAlone = this.lately.every((one) => one.account === account || now - one.at > HERE_MS);
    if (isAlone) return false;
    if (now - this.judgedAt >= JUDGED_MS) {
      const used = performance.eventLoopUtilization();
      this.isBusy = performance.eventLoopUtilization(used, this.used).utilization > BUSY;
      [this.used, this.judgedAt] = [used, now];
    }
    return this.isBusy;
  }
}
