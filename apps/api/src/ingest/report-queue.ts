import { TemporarilyUnavailable } from '#libs/errors';
import { Turns } from '#libs/turns';

// How much the newest duration counts for the usual one.
const WEIGHT = 1 / 8;
const MIN_RETRY_S = 2;
const MAX_RETRY_S = 60;

/**
 * Stores so many reports at once; others wait, and organizations take turns, so that one with much to report delays the others by one report each.
 * Nobody waits in vain: who would have to wait too long is refused at once, as far as former durations tell.
 */
export class ReportQueue {
  private running = 0;
  /** What begins each that waits. */
  private readonly waiting = new Turns<() => void>();
  private usualMs = 0;

  /** @param now milliseconds of a clock that does not jump */
  constructor(
    private readonly places: number,
    private readonly longestWaitMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws TemporarilyUnavailable where the wait is, or would be, too long */
  async run<T>(organizationId: string, store: () => Promise<T>): Promise<T> {
    if (this.running < this.places) this.running += 1;
    else await this.turn(organizationId);
    const begun = this.now();
    try {
      return await store();
    } finally {
      this.usualMs += (this.now() - begun - this.usualMs) * WEIGHT;
      this.leave();
    }
  }

  /** Waits for a place, which `leave` hands over. */
  private async turn(organizationId: string): Promise<void> {
    const expectedMs = this.expectedWait(organizationId);
    if (expectedMs > this.longestWaitMs) throw refusal(expectedMs);
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(patience);
        resolve();
      };
      const patience = setTimeout(() => {
        this.waiting.remove(organizationId, begin);
        reject(refusal(this.expectedWait(organizationId)));
      }, this.longestWaitMs);
      this.waiting.add(organizationId, begin);
    });
  }

  private leave(): void {
    const begin = this.waiting.next();
    if (begin) begin();
    else this.running -= 1;
  }

  /** How long the next report of an organization would wait, in milliseconds: until its turn comes, each of the others has had as many. */
  private expectedWait(organizationId: string): number {
    const rounds = this.waiting.of(organizationId).length + 1;
    const before = this.waiting.each().reduce((sum, [, waiting]) => sum + Math.min(waiting.length, rounds), 0);
    return ((before + 1) / this.places) * this.usualMs;
  }
}

const refusal = (expectedMs: number): TemporarilyUnavailable =>
  new TemporarilyUnavailable(undefined, Math.min(MAX_RETRY_S, Math.max(MIN_RETRY_S, Math.ceil(expectedMs / 1_000))));
