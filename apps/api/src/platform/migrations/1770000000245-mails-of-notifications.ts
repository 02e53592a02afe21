import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people are told is mailed, at once or together, as they choose; a link in each mail ends that. */
export class MailsOfNotifications1770000000245 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE preferences
        ADD COLUMN mail_choices jsonb NOT NULL DEFAULT '{}',
        ADD COLUMN mail_hour smallint NOT NULL DEFAULT 8,
        ADD COLUMN unsubscribe_key bytea,
        ADD CONSTRAINT ck_preferences_mail_hour CHECK (mail_hour BETWEEN 0 AND 23);
      COMMENT ON COLUMN preferences.unsubscribe_key IS 'what links in mails are made with; null: none was sent';
      ALTER TABLE notifications ADD COLUMN mail_at timestamptz(3), ADD COLUMN mail_order_id uuid;
      COMMENT ON COLUMN notifications.mail_at IS 'null: it is not to be mailed any more';
      -- What is to be mailed now, to whomever.
      CREATE INDEX ix_notifications_mail_at ON notifications (mail_at) WHERE mail_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications DROP COLUMN mail_at, DROP COLUMN mail_order_id;
      ALTER TABLE preferences DROP COLUMN mail_choices, DROP COLUMN mail_hour, DROP COLUMN unsubscribe_key;
    `);
  }
}
