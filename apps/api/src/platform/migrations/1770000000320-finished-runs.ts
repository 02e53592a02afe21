import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When agents have finished their runs, and which of those wait for being reported. */
export class FinishedRuns1770000000320 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE monitor_runs ADD COLUMN finished_at timestamptz(3);
      COMMENT ON COLUMN monitor_runs.finished_at IS 'when its agent had looked at all that it could';
      UPDATE monitor_runs SET finished_at = now() WHERE state = 'finishing';
      -- Those that wait for being reported, in whichever organization.
      CREATE INDEX ix_monitor_runs_finishing ON monitor_runs (finished_at) WHERE state = 'finishing';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE monitor_runs DROP COLUMN finished_at');
  }
}
