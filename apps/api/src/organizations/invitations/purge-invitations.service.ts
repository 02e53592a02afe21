import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Deletes unanswered invitations a month after they expired. */
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
    await this.database.query(
      `DELETE FROM invitations WHERE status = 'pending' AND expires_at < now() - interval '30 days'`,
    );
  }
}
