import { query } from '#libs/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CANCEL_IN_QUEUE } from '../agents/agents.sql.js';
import type { Monitor } from '../monitor.entity.js';
import { RunOver } from './errors.js';
import { type MonitorRun, TO_RUN } from './run.entity.js';
import { MOVE_RUN, RUNS_UNDER_WAY } from './runs.sql.js';

/** Cancels runs: what they have found so far is not reported. */
@Injectable()
export class CancelRuns {
  /** @throws RunOver */
  async cancel(tx: EntityManager, { organizationId, id }: Pick<MonitorRun, 'organizationId' | 'id'>): Promise<void> {
    const moved = await query(tx, MOVE_RUN, [organizationId, id, TO_RUN, 'cancelled', null, null, true]);
    if (moved.length === 0) throw new RunOver();
    await query(tx, CANCEL_IN_QUEUE, [organizationId, id]);
  }

  /** Takes the run of a monitor that is about to be deleted from whoever has it in hand. */
  async forget(tx: EntityManager, { organizationId, id }: Pick<Monitor, 'organizationId' | 'id'>): Promise<void> {
    for (const run of await query(tx, RUNS_UNDER_WAY, [organizationId, id]))
      await query(tx, CANCEL_IN_QUEUE, [organizationId, run.id]);
  }
}
