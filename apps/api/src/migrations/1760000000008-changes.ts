import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index behind each filter of the change log; events of people beyond any organization; webhooks and their deliveries. */
export class Changes1760000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE events ALTER organization_id DROP NOT NULL;
      CREATE INDEX ix_events_organization_type ON events (organization_id, type, at DESC, id DESC);
      CREATE INDEX ix_events_organization_actor ON events (organization_id, actor_id, at DESC, id DESC);
      CREATE INDEX ix_events_organization_subject ON events (organization_id, subject_kind, at DESC, id DESC);
      CREATE INDEX ix_events_product_type ON events (product_id, type, at DESC, id DESC) WHERE product_id IS NOT NULL;
      CREATE INDEX ix_events_product_actor ON events (product_id, actor_id, at DESC, id DESC) WHERE product_id IS NOT NULL;
      CREATE INDEX ix_events_product_subject ON events (product_id, subject_kind, at DESC, id DESC) WHERE product_id IS NOT NULL;

      CREATE TYPE delivery_status AS ENUM ('pending', 'delivered', 'failed');

      CREATE TABLE webhooks (
        id uuid CONSTRAINT pk_webhooks PRIMARY KEY,
        organization_id uuid NOT NULL CONSTRAINT fk_webhooks_organization REFERENCES organizations ON DELETE CASCADE,
        url text NOT NULL,
        description text,
        types text[] NOT NULL DEFAULT '{}',
        enabled boolean NOT NULL DEFAULT true,
        disabled_reason text,
        secret text NOT NULL,
        previous_secret text,
        previous_secret_until timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX ix_webhooks_organization ON webhooks (organization_id, created_at, id);
      COMMENT ON COLUMN webhooks.types IS 'empty: all of them';
      COMMENT ON COLUMN webhooks.secret IS 'what signs must be known in full, so it cannot be kept as a hash; no answer but that of its making shows it';

      CREATE TABLE webhook_deliveries (
        id uuid CONSTRAINT pk_webhook_deliveries PRIMARY KEY,
        webhook_id uuid NOT NULL CONSTRAINT fk_webhook_deliveries_webhook REFERENCES webhooks ON DELETE CASCADE,
        event_id uuid,
        type text NOT NULL,
        payload text NOT NULL,
        status delivery_status NOT NULL DEFAULT 'pending',
        attempts int NOT NULL DEFAULT 0,
        response_status int,
        error text,
        next_attempt_at timestamptz(3),
        delivered_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_webhook_deliveries_event UNIQUE (webhook_id, event_id, type)
      );
      CREATE INDEX ix_webhook_deliveries_created ON webhook_deliveries (webhook_id, created_at DESC, id DESC);
      CREATE INDEX ix_webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending';
      CREATE INDEX ix_webhook_deliveries_ended ON webhook_deliveries (created_at) WHERE status <> 'pending';

      CREATE TABLE inbound_deliveries (
        id text CONSTRAINT pk_inbound_deliveries PRIMARY KEY,
        received_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX ix_inbound_deliveries_received ON inbound_deliveries (received_at);
      CREATE INDEX ix_issues_external ON issues (source_url) WHERE source = 'external' AND source_url IS NOT NULL;
    `);
    await runner.query(ANNOUNCE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER announce_events ON events;
      DROP FUNCTION events_announced();
      DROP INDEX ix_issues_external;
      DROP TABLE inbound_deliveries, webhook_deliveries, webhooks;
      DROP TYPE delivery_status;
      DROP INDEX ix_events_organization_type, ix_events_organization_actor, ix_events_organization_subject,
        ix_events_product_type, ix_events_product_actor, ix_events_product_subject;
      DELETE FROM events WHERE organization_id IS NULL;
      ALTER TABLE events ALTER organization_id SET NOT NULL;
    `);
  }
}

/**
 * An event is announced in its own transaction: nothing that writes one can forget, and an organization without webhooks
 * pays one look at an index.
 */
const ANNOUNCE = `
  CREATE FUNCTION events_announced() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM webhooks WHERE organization_id = NEW.organization_id AND enabled) THEN
      PERFORM graphile_worker.add_job('announce_event', json_build_object('eventId', NEW.id), max_attempts => 10);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER announce_events AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION events_announced();
`;
