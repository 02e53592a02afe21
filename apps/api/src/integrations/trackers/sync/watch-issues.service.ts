import { query } from '#libs/database';
import { newId } from '#libs/ids';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import {
  ADD_POLLS,
  ADD_SYNCS,
  type DueLink,
  LINK,
  MARK_CHANGED,
  MARK_REGRESSED,
  OVERDUE,
  TAKEN_BY_RULE,
  TO_POLL,
} from './links.sql.js';

/** The job that looks which issues have changed here. */
const WATCH = 'watch_tracked_issues';

interface WatchJob {
  organizationId: string;
  /** Issues that were made. */
  issueIds: readonly string[];
  eventIds: readonly string[];
}

/** The connections of an organization that are on; null: none. */
const audienceOf = (organization: string): string =>
  `(SELECT json_agg(c.id) FROM tracker_connections c
    WHERE c.organization_id = ${organization} AND c.state <> 'off' AND c.suspended_by IS NULL)`;

/** Has issues that change here, or are made, compared with their trackers, and looks after links that were left. */
@Injectable()
export class WatchIssues implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.unitOfWork.onRecorded<true>({
      audience: audienceOf,
      onRecorded: (tx, events) => this.enqueue(tx, events),
    });
    this.jobs.handle<WatchJob>(WATCH, (job) => this.watch(job));
    this.jobs.schedule('*/5 * * * *', 'poll_trackers', () => this.poll());
  }

  private async enqueue(tx: EntityManager, job: WatchJob): Promise<void> {
    const queue = `watch_tracked:${job.organizationId}`;
    await this.jobs.add(tx, WATCH, job, { queue });
  }

  private async watch({ organizationId, issueIds, eventIds }: WatchJob): Promise<void> {
    await this.database.transaction(async (tx) => {
      const taken = issueIds.length > 0 ? await query(tx, TAKEN_BY_RULE, [organizationId, issueIds]) : [];
      for (const connectionId of new Set(taken.map((one) => one.connectionId))) {
        const ids = taken.filter((one) => one.connectionId === connectionId).map(({ issueId }) => issueId);
        await addSyncs(tx, organizationId, await query(tx, LINK, [organizationId, connectionId, ids, ids.map(newId)]));
      }
      await addSyncs(tx, organizationId, await query(tx, MARK_REGRESSED, [organizationId, eventIds]));
      await addSyncs(tx, organizationId, await query(tx, MARK_CHANGED, [organizationId]));
    });
  }

  private async poll(): Promise<void> {
    const overdue = await query(this.database, OVERDUE, []);
    for (const organizationId of new Set(overdue.map((one) => one.organizationId)))
      await addSyncs(
        this.database.manager,
        organizationId,
        overdue.filter((one) => one.organizationId === organizationId),
      );
    const polled = await query(this.database, TO_POLL, []);
    await query(this.database, ADD_POLLS, [
      polled.map(({ organizationId }) => organizationId),
      polled.map(({ connectionId }) => connectionId),
    ]);
  }
}

/** Queues comparing issues of an organization now. */
export async function addSyncs(tx: EntityManager, organizationId: string, due: readonly DueLink[]): Promise<void> {
  if (due.length === 0) return;
  const issueIds = due.map(({ issueId }) => issueId);
  await query(tx, ADD_SYNCS, [organizationId, issueIds, due.map(({ connectionId }) => connectionId), null]);
}
