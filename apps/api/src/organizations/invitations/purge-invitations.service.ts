import { inTransaction } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

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
      const [purged] = await tx.query<[{ organizationId: string; email: string }[], number]>(
        `DELETE FROM invitations WHERE status = 'pending' AND expires_at < now() - interval '30 days'
         RETURNING organization_id AS "organizationId", email`,
      );
      await tx.query(
        `INSERT INTO former_members (organization_id, user_id)
         SELECT p.organization_id, u.id FROM unnest($1::uuid[], $2::text[]) AS p(organization_id, email)
           JOIN users u ON u.email = p.email AND u.email_verified
         ON CONFLICT DO NOTHING`,
        [purged.map(({ organizationId }) => organizationId), purged.map(({ email }) => email)],
      );
    });
  }
}
