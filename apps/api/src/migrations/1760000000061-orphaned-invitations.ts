import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Takes back the open invitations whose senders have left since, or could no longer make them. */
export class OrphanedInvitations1760000000061 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE invitations i SET status = 'canceled' WHERE i.status = 'pending' AND NOT EXISTS (
        SELECT FROM members m WHERE m.organization_id = i.organization_id AND m.user_id = i.inviter_id
          AND (m.role = 'owner' OR (m.role = 'admin' AND i.role <> 'owner'))
      )`);
  }

  // Who lost the right to invite does not get it back.
  async down(): Promise<void> {}
}
