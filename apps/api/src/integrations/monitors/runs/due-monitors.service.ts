import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { FORGET_TURNS, isGivenUp, LEAVE_QUEUE, LOST_RUNS, RELEASE_RUN } from '../agents/agents.sql.js';
import { grouped } from '../../../platform/lists/grouped.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { Monitor } from '../monitor.entity.js';
import { DUE_MONITORS, SET_NEXT } from '../monitors.sql.js';
import { nextTime } from '../schedule.js';
import { beginRuns } from './begin-runs.js';
import { endFailedRun } from './end-run.js';
import { ReportRuns } from './report-runs.service.js';
import { MonitorRun } from './run.entity.js';
import { WAIT_AGAIN } from './runs.sql.js';

/** The most monitors that one job begins runs of; the next one goes on. */
const MOST = 10_000;

/** Begins the runs of monitors whose time has come, and ends or hands back those whose agents are lost: each minute. */
@Injectable()
export class DueMonitors implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: Jobs,
    private readonly reports: ReportRuns,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('* * * * *', 'run_monitors', async () => {
      await this.recoverLost();
      await this.reports.giveUp();
      await this.beginDue();
      await query(this.database, FORGET_TURNS, []);
    });
  }

  /** One unit for each organization, so that locks are short. */
  async beginDue(): Promise<void> {
    const found = await query(this.database, DUE_MONITORS, [MOST]);
    for (const [organizationId, named] of grouped(found, ({ organizationId }) => organizationId))
      await this.unitOfWork.run(async ({ tx }) => {
        const monitors = await tx.find(Monitor, {
          where: { organizationId, id: In(named.map(({ id }) => id)) },
          order: { id: 'ASC' },
          lock: { mode: 'pessimistic_write' },
        });
        const now = clock.now();
        const due = monitors.filter(({ state, nextAt }) => state === 'on' && nextAt !== null && nextAt <= now);
        if (due.length === 0) return;
        const next = due.map(({ schedule }) => (schedule ? nextTime(schedule, now) : null)?.toISOString() ?? null);
        await query(tx, SET_NEXT, [organizationId, due.map(({ id }) => id), next]);
        // Of one that is still under way the time is passed over.
        await beginRuns(tx, organizationId, due, 'schedule');
      });
  }

  /** Runs whose lease has ended wait again, up to five times; what no agent took within a day has failed. */
  async recoverLost(): Promise<void> {
    for (const { organizationId, runId, attempt, isCancelled, isTaken } of await query(this.database, LOST_RUNS, []))
      await this.unitOfWork.run(async (change) => {
        const { tx } = change;
        if (isTaken && !isCancelled && !isGivenUp(attempt)) {
          // An agent may have taken it meanwhile.
          const released = await query(tx, RELEASE_RUN, [runId]);
          if (released.length > 0) await query(tx, WAIT_AGAIN, [organizationId, runId]);
          return;
        }
        await query(tx, LEAVE_QUEUE, [organizationId, [runId]]);
        const run = await tx.findOneBy(MonitorRun, { organizationId, id: runId });
        if (!run || isCancelled) return;
        const monitor = await tx.findOneByOrFail(Monitor, { organizationId, id: run.monitorId });
        await endFailedRun(change, run, monitor, { reason: isTaken ? 'agent_lost' : 'no_agent' });
      });
  }
}
