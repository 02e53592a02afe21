import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a scan finds again is told in the tracker, and may be reopened there. */
export class RegressionsInTrackers1770000000259 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tracker_links ADD COLUMN regressed_in integer, ADD COLUMN regressed_at timestamptz(3);
      COMMENT ON COLUMN tracker_links.regressed_in IS 'the run by which it is still to be told there; null: none';
      COMMENT ON COLUMN tracker_links.regressed_at IS 'when a scan found it again last, as far as it was told there';
      ALTER TABLE tracker_connections ADD COLUMN reopen_there boolean NOT NULL DEFAULT false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tracker_links DROP COLUMN regressed_in, DROP COLUMN regressed_at;
      ALTER TABLE tracker_connections DROP COLUMN reopen_there;
    `);
  }
}
