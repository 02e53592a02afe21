import type { WorkerEvents } from 'graphile-worker';

/**
 * Tells whether the workers of a lane go on: they look for jobs every few seconds, also in vain, or while the database
 * is away.
 */
export class Liveness {
  private busy = 0;
  private last: number;

  constructor(
    events: Pick<WorkerEvents, 'on'>,
    private readonly now = (): number => performance.now(),
  ) {
    this.last = now();
    for (const sign of ['worker:getJob:start', 'worker:getJob:empty', 'worker:getJob:error'] as const)
      events.on(sign, () => this.note());
    for (const sign of ['pool:listen:connecting', 'pool:listen:error'] as const) events.on(sign, () => this.note());
    events.on('job:start', () => {
      this.busy += 1;
      this.note();
    });
    events.on('job:complete', () => {
      this.busy -= 1;
      this.note();
    });
  }

  note(): void {
    this.last = this.now();
  }

  /** A job may take long: while one runs, nothing stands still. */
  get stoodStillMs(): number {
    return this.busy > 0 ? 0 : this.now() - this.last;
  }
}
