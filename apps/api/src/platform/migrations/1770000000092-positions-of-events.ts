import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events of an organization have positions in the order in which their changes were committed: whoever follows them
 * misses none.
 */
export class PositionsOfEvents1770000000092 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE event_counters (
        organization_id uuid NOT NULL,
        last bigint NOT NULL,
        CONSTRAINT pk_event_counters PRIMARY KEY (organization_id)
      ) WITH (fillfactor = 50);
      COMMENT ON TABLE event_counters IS 'how many positions the events of an organization have taken; of a deleted one too, whose security events are kept';
      ALTER TABLE events ADD COLUMN position bigint;
      COMMENT ON COLUMN events.position IS 'in the order of commits; null: of before there were positions, and before all others';
      CREATE UNIQUE INDEX uq_events_position ON events (organization_id, position) WHERE position IS NOT NULL;
      CREATE INDEX ix_events_unplaced ON events (organization_id, at, id) WHERE position IS NULL;
      -- The history of one record.
      CREATE INDEX ix_events_organization_record ON events (organization_id, subject_id, at DESC, id DESC) WHERE subject_id IS NOT NULL;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_events_organization_record;
      DROP INDEX ix_events_unplaced;
      ALTER TABLE events DROP COLUMN position;
      DROP TABLE event_counters;`);
  }
}
