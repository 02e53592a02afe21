import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who manages an organization is told that a certificate of its provider ends. */
export class EndingCertificates1770000000280 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE organization_sign_in ADD told_certificates text[] NOT NULL DEFAULT '{}';
      COMMENT ON COLUMN organization_sign_in.told_certificates
        IS 'fingerprints of certificates whose end people were told of';
      ALTER TABLE notifications DROP CONSTRAINT ck_notifications_kind;
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_kind CHECK (kind IN
        ('mentioned', 'commented', 'assigned', 'due_soon', 'overdue', 'grade_dropped', 'regressed', 'review_waiting',
          'audit_due', 'invited', 'connection_failing', 'monitor_failing', 'certificate_ending'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM notifications WHERE kind = 'certificate_ending';
      ALTER TABLE notifications DROP CONSTRAINT ck_notifications_kind;
      ALTER TABLE notifications ADD CONSTRAINT ck_notifications_kind CHECK (kind IN
        ('mentioned', 'commented', 'assigned', 'due_soon', 'overdue', 'grade_dropped', 'regressed', 'review_waiting',
          'audit_due', 'invited', 'connection_failing', 'monitor_failing'));
      ALTER TABLE organization_sign_in DROP told_certificates;
    `);
  }
}
