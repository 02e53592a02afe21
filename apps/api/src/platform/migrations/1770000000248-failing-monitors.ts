import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People are told of monitors that fail. */
export class FailingMonitors1770000000248 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications DROP CONSTRAINT ck_notifications_kind;
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_kind CHECK (kind IN
        ('mentioned', 'commented', 'assigned', 'due_soon', 'overdue', 'grade_dropped', 'regressed', 'review_waiting',
          'audit_due', 'invited', 'connection_failing', 'monitor_failing'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM notifications WHERE kind = 'monitor_failing';
      ALTER TABLE notifications DROP CONSTRAINT ck_notifications_kind;
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_kind CHECK (kind IN
        ('mentioned', 'commented', 'assigned', 'due_soon', 'overdue', 'grade_dropped', 'regressed', 'review_waiting',
          'audit_due', 'invited', 'connection_failing'));
    `);
  }
}
