import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Products are connected with the trackers in which developers work. */
export class TrackerConnections1770000000257 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tracker_connections (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        product_id uuid NOT NULL,
        kind text NOT NULL,
        name text NOT NULL,
        url text NOT NULL,
        project_key text NOT NULL,
        project_id text,
        project_name text,
        credentials text NOT NULL,
        webhook_secret text,
        labels text[] NOT NULL DEFAULT '{}',
        severities jsonb NOT NULL DEFAULT '{}',
        priorities jsonb NOT NULL DEFAULT '{}',
        people jsonb NOT NULL DEFAULT '[]',
        push_by text NOT NULL DEFAULT 'hand',
        push_min_severity text,
        follow text[] NOT NULL DEFAULT '{state}',
        when_closed_there text NOT NULL DEFAULT 'close',
        state text NOT NULL DEFAULT 'on',
        problem text,
        failing_since timestamptz(3),
        paused_until timestamptz(3),
        last_answer_at timestamptz(3),
        last_answer_status integer,
        suspended_by uuid,
        revision integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT fk_tracker_connections_product FOREIGN KEY (organization_id, product_id)
          REFERENCES products (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_tracker_connections_state CHECK (state IN ('on', 'failing', 'off'))
      );
      COMMENT ON COLUMN tracker_connections.credentials IS 'encrypted with SECRET_KEY';
      COMMENT ON COLUMN tracker_connections.webhook_secret IS 'encrypted with SECRET_KEY; null: deliveries are refused';
      -- The connections of a product.
      CREATE INDEX ix_tracker_connections_product ON tracker_connections (organization_id, product_id, created_at, id);
      ALTER TABLE tracker_connections ADD CONSTRAINT pk_tracker_connections PRIMARY KEY (organization_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE tracker_connections');
  }
}
