import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People are told of more than comments, and of what is in no product. */
export class KindsOfNotifications1770000000201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications DROP CONSTRAINT ck_notifications_kind;
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_kind CHECK (kind IN
        ('mentioned', 'commented', 'assigned', 'due_soon', 'overdue', 'grade_dropped', 'connection_failing'));
      ALTER TABLE notifications ALTER COLUMN product_slug DROP NOT NULL;
      -- Which dates come near or have passed, in whichever organization.
      CREATE INDEX ix_issues_due ON issues (due_at) INCLUDE (organization_id)
        WHERE state = 'open' AND assignee_id IS NOT NULL AND due_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_issues_due;
      DELETE FROM notifications WHERE product_slug IS NULL OR kind NOT IN ('mentioned', 'commented');
      ALTER TABLE notifications ALTER COLUMN product_slug SET NOT NULL;
      ALTER TABLE notifications DROP CONSTRAINT ck_notifications_kind;
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_kind CHECK (kind IN ('mentioned', 'commented'));
    `);
  }
}
