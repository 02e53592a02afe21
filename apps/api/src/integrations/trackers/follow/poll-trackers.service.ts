import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { MINUTE_MS } from '#libs/dates';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Turn } from '../tracker-client.js';
import type { TrackerConnection } from '../connections/tracker-connection.entity.js';
import { Trackers } from '../connections/trackers.service.js';
import { AccountsOfWork } from '../../../accounts/organizations/accounts-of-work.service.js';
import { MARK_CHANGED_THERE, POLL, SET_POLLED } from '../sync/links.sql.js';
import { addSyncs } from '../sync/watch-issues.service.js';
import { TrackerFault } from '../tracker-fault.js';

/** From when on is looked the first time, and how far the clocks of both may differ. */
const FIRST_MS = 60 * MINUTE_MS;
const CLOCKS_MS = 2 * MINUTE_MS;

/** Looks what has changed in trackers, where no delivery told of it. */
@Injectable()
export class PollTrackers implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly trackers: Trackers,
    private readonly accounts: AccountsOfWork,
  ) {}

  onModuleInit(): void {
    this.jobs.handle<{ organizationId: string; connectionId: string }>(
      POLL,
      ({ organizationId, connectionId }, stopping) => this.poll(organizationId, connectionId, stopping),
      'outside',
    );
  }

  /** Where there is no place, the next turn looks as far back. */
  private async poll(organizationId: string, id: string, stopping: AbortSignal): Promise<void> {
    const connection = await this.trackers.find(this.database.manager, organizationId, id);
    if (!connection || connection.state === 'off') return;
    if (connection.pausedUntil && connection.pausedUntil > clock.now()) return;
    const whose = await this.accounts.of(organizationId);
    if (whose.isSuspended) return;
    await this.trackers.tryTurn(connection, whose, stopping, (turn) => this.readChanges(connection, turn));
  }

  private async readChanges(connection: TrackerConnection, turn: Turn): Promise<void> {
    const { organizationId, id, polledUntil } = connection;
    const begun = clock.now();
    const since = polledUntil ?? new Date(begun.getTime() - FIRST_MS);
    try {
      const tracker = this.trackers.open(connection, turn);
      const { ids, moreSince } = await tracker.changedSince(since);
      await this.database.transaction(async (tx) => {
        const due = ids.length > 0 ? await query(tx, MARK_CHANGED_THERE, [organizationId, id, ids]) : [];
        await addSyncs(tx, organizationId, due);
        await query(tx, SET_POLLED, [organizationId, id, moreSince ?? new Date(begun.getTime() - CLOCKS_MS)]);
        await this.trackers.noteSuccess(tx, connection);
      });
    } catch (error) {
      if (!(error instanceof TrackerFault)) throw error;
      await this.trackers.noteFailure(connection, error);
    }
  }
}
