import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Announcements of one organization wait behind each other, and behind mail; what waits for a webhook is counted quickly. */
export class FairWebhooks1760000000067 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ix_webhook_deliveries_pending ON webhook_deliveries (webhook_id) WHERE status = 'pending';
      COMMENT ON COLUMN webhooks.secret IS 'encrypted with SECRET_KEY, or whsec_ where it was stored before there was one';
    `);
    await runner.query(announce(`queue_name => 'announce:' || NEW.organization_id, priority => 1, max_attempts => 10`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_webhook_deliveries_pending');
    await runner.query(announce('max_attempts => 10'));
  }
}

const announce = (options: string): string => `
  CREATE OR REPLACE FUNCTION events_announced() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM webhooks WHERE organization_id = NEW.organization_id AND enabled) THEN
      PERFORM graphile_worker.add_job('announce_event', json_build_object('eventId', NEW.id), ${options});
    END IF;
    RETURN NULL;
  END $$;
`;
