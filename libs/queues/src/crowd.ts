import { performance } from 'node:perf_hooks';

/** How long who has asked counts as being here, in milliseconds. */
const HERE_MS = 10_000;
/** How long who has asked is taken to wait for the event loop, in milliseconds. */
const MOMENT_MS = 1_000;
/** Over how long it is judged how busy the event loop is. */
const JUDGED_MS = 50;
/** The part of that time in which it works. */
const BUSY = 0.5;

/** An account, and when it made its last request. */
interface RecentRequest {
  account: string;
  at: number;
}

/** Whether accounts crowd the process: its event loop is busy, and there are several of them. */
export class Crowd {
  /** The accounts of the last two requests, the newest first. */
  private lately: RecentRequest[] = [];
  private used = performance.eventLoopUtilization();
  private judgedAt = performance.now();
  private isBusy = false;

  /** An account makes a request. */
  note(account: string): void {
    const others = this.lately.filter((one) => one.account !== account);
    this.lately = [{ account, at: performance.now() }, ...others.slice(0, 1)];
  }

  /** Whether several accounts have made requests within a second. */
  isThere(): boolean {
    return this.lately.filter((one) => isSince(one, MOMENT_MS)).length > 1;
  }

  /** Whether the process is busy, and other accounts have made requests lately. */
  isAround(account: string): boolean {
    return this.lately.some((one) => one.account !== account && isSince(one, HERE_MS)) && this.isBusyNow();
  }

  private isBusyNow(): boolean {
    const now = performance.now();
    if (now - this.judgedAt >= JUDGED_MS) {
      const used = performance.eventLoopUtilization();
      this.isBusy = performance.eventLoopUtilization(used, this.used).utilization > BUSY;
      [this.used, this.judgedAt] = [used, now];
    }
    return this.isBusy;
  }
}

const isSince = ({ at }: RecentRequest, ms: number): boolean => performance.now() - at <= ms;

/** That of this process. */
export const crowd = new Crowd();
