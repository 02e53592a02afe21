import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AccountEvent } from '../../../platform/events/account-event.entity.js';
import { deleteExpiredEvents } from '../../../platform/events/erasing.js';
import { type PageOrder, recordsOf } from '../../../platform/lists/page-of.js';
import type { Page } from '../../../platform/lists/pagination.js';
import { ReplicaReads } from '../../../platform/lists/replica-reads.js';
import type { User } from '../user.entity.js';
import type { ListAccountEventsQuery } from './account-event.dto.js';

/** Security events of accounts. */
@Injectable()
export class AccountEvents implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly replicas: ReplicaReads,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('17 4 * * *', 'forget_security_events', () => this.purge());
  }

  page({ id }: User, query: ListAccountEventsQuery): Promise<Page<AccountEvent>> {
    const order: PageOrder = { ...query, sortField: 'at', sortDirection: 'desc' };
    return this.replicas.read((manager) => recordsOf(manager, AccountEvent, { owner: ['account_id', id] }, order));
  }

  /** Deletes security events of organizations that were deleted long ago. */
  async purge(): Promise<void> {
    await deleteExpiredEvents(this.database.manager);
  }
}
