import type { TrackerProblem } from '../../records/issues/tracker-link.js';

/** A tracker did not do what was asked. Nothing of its answer is kept but this. */
export class TrackerFault extends Error {
  /**
   * @param status what it answered; null: nothing
   * @param retryAt when it may be asked again, if it says so
   */
  constructor(
    readonly problem: TrackerProblem,
    readonly status: number | null,
    readonly retryAt?: Date,
  ) {
    super(`the tracker: ${problem}${status === null ? '' : ` (${status})`}`);
  }

  /** Whether what was asked may have been done all the same. */
  get isUncertain(): boolean {
    return this.problem === 'unreachable' || this.problem === 'unexpected_answer';
  }
}
