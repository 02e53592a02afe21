import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Trackers with types of issues, and with workflows of their own, are connected. */
export class StatesOfTrackers1770000000290 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tracker_connections ADD COLUMN issue_type text, ADD COLUMN states jsonb NOT NULL DEFAULT '{}';
      COMMENT ON COLUMN tracker_connections.issue_type IS 'what a new issue is there; null: they are all of one type';
      COMMENT ON COLUMN tracker_connections.states IS 'what the states of issues are called there';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tracker_connections DROP COLUMN issue_type, DROP COLUMN states');
  }
}
