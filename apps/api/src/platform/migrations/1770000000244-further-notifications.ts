import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People are told of regressions, audits and reviews that are due, and invitations; issues know who closed them. */
export class FurtherNotifications1770000000244 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications DROP CONSTRAINT ck_notifications_kind;
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_kind CHECK (kind IN
        ('mentioned', 'commented', 'assigned', 'due_soon', 'overdue', 'grade_dropped', 'regressed', 'review_waiting',
          'audit_due', 'invited', 'connection_failing'));
      ALTER TABLE issues ADD COLUMN closed_by_user_id uuid;
      ALTER TABLE issues ADD CONSTRAINT fk_issues_closer FOREIGN KEY (closed_by_user_id) REFERENCES users (id);
      -- The deletion of an account.
      CREATE INDEX ix_issues_closer ON issues (closed_by_user_id) WHERE closed_by_user_id IS NOT NULL;
      COMMENT ON COLUMN issues.closed_by_user_id IS 'who is told that it came back; null: no person closed it';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE issues DROP COLUMN closed_by_user_id;
      DELETE FROM notifications WHERE kind IN ('regressed', 'review_waiting', 'audit_due', 'invited');
      ALTER TABLE notifications DROP CONSTRAINT ck_notifications_kind;
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_kind CHECK (kind IN
        ('mentioned', 'commented', 'assigned', 'due_soon', 'overdue', 'grade_dropped', 'connection_failing'));
    `);
  }
}
