import type { Principal } from '#libs/access';
import { Settings } from '#libs/config';
import { RateLimited } from '#libs/http';
import { Inject, Injectable } from '@nestjs/common';
import { LimitStorage } from './limit-storage.js';
import { callerKey } from './principal.guard.js';

const MINUTE = 60_000;
/** How many times the limit of a caller may be refused: a refusal comes before that limit, but not without end. */
const FACTOR = 2;

/** Counts the refusals of callers who are known: each has cost a look into the database, and nothing else counts them. */
@Injectable()
export class RefusedCallers {
  private readonly most: number;

  constructor(
    { limits }: Settings,
    @Inject(LimitStorage) private readonly storage: LimitStorage,
  ) {
    this.most = limits.perMinute * FACTOR;
  }

  /** @throws RateLimited when this caller was refused too often within a minute */
  async count(principal: Principal): Promise<void> {
    if (this.most === 0) return;
    const counted = await this.storage.increment(`refused:${callerKey(principal)}`, MINUTE, this.most);
    if (counted.totalHits > this.most) throw new RateLimited(Math.max(1, counted.timeToExpire));
  }
}
