import { query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { PURGE_NETWORKS } from './networks/account-network.sql.js';
import { PURGE_CHALLENGES, PURGE_SESSIONS, PURGE_VERIFICATIONS } from './identity.sql.js';

/** Deletes expired sessions, mailed links and sign-in challenges, and networks that are nobody's own any more. */
@Injectable()
export class PurgeExpiredService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('41 3 * * *', 'forget_sessions', () => this.purge());
  }

  async purge(): Promise<void> {
    for (const statement of [PURGE_SESSIONS, PURGE_VERIFICATIONS, PURGE_CHALLENGES, PURGE_NETWORKS])
      await query(this.database, statement, []);
  }
}
