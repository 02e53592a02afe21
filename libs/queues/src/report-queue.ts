import { TemporarilyUnavailable } from '#libs/errors';
import { Turns } from './turns.js';

// How much the newest duration counts for the usual one.
const WEIGHT = 1 / 8;
const MIN_RETRY_S = 2;
const MAX_RETRY_S = 60;

/** How much a queue takes. */
export interface QueueLimits {
  /** How many reports are stored at once. */
  places: number;
  longestWaitMs: number;
  /** The bytes that wait, of one organization and of all. */
  bytes: { ofOne: number; ofAll: number };
}

interface WaitingReport {
  bytes: number;
  begin: () => void;
}

/**
 * Stores so many reports at once; others wait, and organizations take turns, so that one with much to report delays the others by one report each.
 * Nobody waits in vain: who would have to wait too long is refused at once, as far as former durations tell.
 */
export class ReportQueue {
  private running = 0;
  private readonly waiting = new Turns<WaitingReport>();
  private usualMs = 0;

  /** @param now milliseconds of a clock that does not jump */
  constructor(
    private readonly limits: QueueLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Stores a report of so many bytes.
   * @throws TemporarilyUnavailable where the wait is, or would be, too long, and where too many bytes wait
   */
  async run<T>(organizationId: string, bytes: number, store: () => Promise<T>): Promise<T> {
    if (this.running < this.limits.places) this.running += 1;
    else await this.turn(organizationId, bytes);
    const begun = this.now();
    try {
      return await store();
    } finally {
      this.usualMs += (this.now() - begun - this.usualMs) * WEIGHT;
      this.leave();
    }
  }

  /** Waits for a place, which `leave` hands over. */
  private async turn(organizationId: string, bytes: number): Promise<void> {
    const { longestWaitMs } = this.limits;
    const expectedMs = this.expectedWait(organizationId);
    if (expectedMs > longestWaitMs || !this.hasRoom(organizationId, bytes)) throw refusal(expectedMs);
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(patience);
        resolve();
      };
      const report = { bytes, begin };
      const patience = setTimeout(() => {
        this.waiting.remove(organizationId, report);
        reject(refusal(this.expectedWait(organizationId)));
      }, longestWaitMs);
      this.waiting.add(organizationId, report);
    });
  }

  private hasRoom(organizationId: string, bytes: number): boolean {
    const { ofOne, ofAll } = this.limits.bytes;
    const all = this.waiting.each().flatMap(([, reports]) => reports);
    return sumOf(this.waiting.of(organizationId)) + bytes <= ofOne && sumOf(all) + bytes <= ofAll;
  }

  private leave(): void {
    const next = this.waiting.next();
    if (next) next.begin();
    else this.running -= 1;
  }

  /** How long the next report of an organization would wait, in milliseconds: until its turn comes, each of the others has had as many. */
  private expectedWait(organizationId: string): number {
    const rounds = this.waiting.of(organizationId).length + 1;
    const before = this.waiting.each().reduce((sum, [, waiting]) => sum + Math.min(waiting.length, rounds), 0);
    return ((before + 1) / this.limits.places) * this.usualMs;
  }
}

const sumOf = (reports: readonly WaitingReport[]): number => reports.reduce((sum, { bytes }) => sum + bytes, 0);

const refusal = (expectedMs: number): TemporarilyUnavailable =>
  new TemporarilyUnavailable(undefined, Math.min(MAX_RETRY_S, Math.max(MIN_RETRY_S, Math.ceil(expectedMs / 1_000))));
