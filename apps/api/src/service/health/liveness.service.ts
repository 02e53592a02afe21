import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';

const TICK_MS = 1_000;
/** Whoever has stood still for so long is to be started again. */
const STANDS_STILL_MS = 60_000;

/** Whether the process goes on: its event loop turns, and its workers look for jobs. */
@Injectable()
export class Liveness implements OnModuleInit, OnModuleDestroy {
  private ticking?: NodeJS.Timeout;
  private turnedAt = performance.now();

  constructor(private readonly jobs: Jobs) {}

  onModuleInit(): void {
    this.ticking = setInterval(() => (this.turnedAt = performance.now()), TICK_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.ticking);
  }

  get isLive(): boolean {
    return performance.now() - this.turnedAt < STANDS_STILL_MS && this.jobs.stoodStillMs < STANDS_STILL_MS;
  }
}
