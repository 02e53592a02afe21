import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks write into chats too; the address of a chat lets anybody write there, so it is kept as a secret. */
export class FormatsOfWebhooks1770000000256 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhooks
        ADD COLUMN format text NOT NULL DEFAULT 'standard',
        ADD COLUMN address text,
        ADD CONSTRAINT ck_webhooks_format CHECK (format IN ('standard', 'slack', 'teams', 'mattermost')),
        ADD CONSTRAINT ck_webhooks_address CHECK ((format = 'standard') = (address IS NULL));
      COMMENT ON COLUMN webhooks.address IS 'of a chat: its address, encrypted with SECRET_KEY; url has the host alone';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks DROP COLUMN format, DROP COLUMN address');
  }
}
