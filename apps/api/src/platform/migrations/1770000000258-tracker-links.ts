import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Issues stand in trackers too. */
export class TrackerLinks1770000000258 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tracker_links (
        organization_id uuid NOT NULL,
        issue_id uuid NOT NULL,
        connection_id uuid NOT NULL,
        marker uuid NOT NULL,
        state text NOT NULL DEFAULT 'pending',
        external_id text,
        external_key text,
        external_url text,
        last jsonb,
        seen_revision integer NOT NULL DEFAULT 0,
        to_retest boolean NOT NULL DEFAULT false,
        problem text,
        attempted_at timestamptz(3),
        attempts integer NOT NULL DEFAULT 0,
        missing integer NOT NULL DEFAULT 0,
        next_at timestamptz(3),
        synced_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT fk_tracker_links_issue FOREIGN KEY (organization_id, issue_id)
          REFERENCES issues (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_tracker_links_connection FOREIGN KEY (organization_id, connection_id)
          REFERENCES tracker_connections (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_tracker_links_state CHECK (state IN ('pending', 'linked', 'failed', 'gone')),
        CONSTRAINT uq_tracker_links_external UNIQUE (organization_id, connection_id, external_id)
      );
      COMMENT ON COLUMN tracker_links.last IS 'what both sides had when they were compared last';
      COMMENT ON COLUMN tracker_links.attempted_at IS 'since when an issue may have been made there of which no answer arrived';
      -- What is to be compared now, of whichever organization.
      CREATE INDEX ix_tracker_links_next ON tracker_links (next_at) WHERE next_at IS NOT NULL;
      ALTER TABLE tracker_links ADD CONSTRAINT pk_tracker_links PRIMARY KEY (organization_id, issue_id);
      ALTER TABLE tracker_connections ADD COLUMN polled_until timestamptz(3);
      COMMENT ON COLUMN tracker_connections.polled_until IS 'what changed there until then has been heard of';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE tracker_links; ALTER TABLE tracker_connections DROP COLUMN polled_until');
  }
}
