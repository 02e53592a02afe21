import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Deletes expired sessions, mailed links and sign-in challenges. */
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
    await this.database.query('DELETE FROM sessions WHERE expires_at < now()');
    await this.database.query('DELETE FROM verifications WHERE expires_at < now()');
    await this.database.query('DELETE FROM sign_in_challenges WHERE expires_at < now()');
  }
}
