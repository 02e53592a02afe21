import { Jobs } from '#libs/jobs';
import { ReplicaReads } from '#libs/replica-reads';
import type { Page } from '#libs/paging';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AccountEvent } from '../../events/account-event.entity.js';
import { deleteExpiredEvents } from '../../events/erasing.js';
import type { User } from '../user.entity.js';

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

  page({ id }: User, { page, pageSize }: { page: number; pageSize: number }): Promise<Page<AccountEvent>> {
    return this.replicas.read(async (manager) => {
      const rows = manager.createQueryBuilder(AccountEvent, 'event').where('event.accountId = :id', { id });
      const total = await rows.getCount();
      const offset = (page - 1) * pageSize;
      if (offset >= total) return { items: [], total, page, pageSize };
      rows.orderBy('event.at', 'DESC').addOrderBy('event.id', 'DESC').limit(pageSize).offset(offset);
      return { items: await rows.getMany(), total, page, pageSize };
    });
  }

  /** Deletes security events of organizations that were deleted long ago. */
  async purge(): Promise<void> {
    await deleteExpiredEvents(this.database.manager);
  }
}
