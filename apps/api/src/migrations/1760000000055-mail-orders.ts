import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails that were asked for: what limits their number, and all that waits until one is sent. */
export class MailOrders1760000000055 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mail_orders (
        id uuid CONSTRAINT pk_mail_orders PRIMARY KEY,
        kind text NOT NULL,
        recipient text NOT NULL,
        subject_id uuid,
        organization_id uuid,
        network text,
        requested_at timestamptz(3) NOT NULL,
        due_at timestamptz(3) NOT NULL,
        settled_at timestamptz(3)
      );
      CREATE INDEX ix_mail_orders_recipient ON mail_orders (recipient, kind, due_at);
      CREATE INDEX ix_mail_orders_organization ON mail_orders (organization_id, kind, requested_at) WHERE organization_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail_orders');
  }
}
