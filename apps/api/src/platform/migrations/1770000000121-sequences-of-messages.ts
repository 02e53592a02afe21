import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Messages to a webhook are numbered without gaps, and one event may make several of one type: the issues of a bulk
 * confirmation.
 */
export class SequencesOfMessages1770000000121 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhooks ADD COLUMN last_sequence integer NOT NULL DEFAULT 0;
      COMMENT ON COLUMN webhooks.last_sequence IS 'the number of the last message that was made for it';
      ALTER TABLE webhook_deliveries ADD COLUMN sequence integer, ADD COLUMN part integer NOT NULL DEFAULT 0;
      COMMENT ON COLUMN webhook_deliveries.sequence IS 'its number among the messages to the webhook; null: of before they had numbers';
      COMMENT ON COLUMN webhook_deliveries.part IS 'which of the messages of this type that the event makes, from 0'`);
    // The last release inserts with this constraint by its name.
    await runner.query(`
      ALTER TABLE webhook_deliveries DROP CONSTRAINT uq_webhook_deliveries_event`);
    await runner.query(`
      ALTER TABLE webhook_deliveries ADD CONSTRAINT uq_webhook_deliveries_event UNIQUE (organization_id, webhook_id, event_id, type, part)`);
    await runner.query(`
      ALTER TABLE webhook_deliveries ADD CONSTRAINT uq_webhook_deliveries_sequence UNIQUE (organization_id, webhook_id, sequence)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_deliveries DROP CONSTRAINT uq_webhook_deliveries_sequence');
    await runner.query('ALTER TABLE webhook_deliveries DROP CONSTRAINT uq_webhook_deliveries_event');
    await runner.query('DELETE FROM webhook_deliveries WHERE part > 0');
    await runner.query(`
      ALTER TABLE webhook_deliveries ADD CONSTRAINT uq_webhook_deliveries_event UNIQUE (organization_id, webhook_id, event_id, type)`);
    await runner.query(`
      ALTER TABLE webhook_deliveries DROP COLUMN sequence, DROP COLUMN part;
      ALTER TABLE webhooks DROP COLUMN last_sequence`);
  }
}
