import { inTransaction, query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { PURGE, REMEMBER_INVITED } from './invitations.sql.js';

/**
 * Deletes unanswered invitations a month after they expired. The organization remembers whom they were for, since its
 * events still name the address.
 */
@Injectable()
export class PurgeInvitationsService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('51 3 * * *', 'forget_invitations', () => this.purge());
  }

  async purge(): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const purged = await query(tx, PURGE, []);
      const organizationIds = purged.map(({ organizationId }) => organizationId);
      await query(tx, REMEMBER_INVITED, [organizationIds, purged.map(({ email }) => email)]);
    });
  }
}
