import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs say what their scanner did not examine. */
export class OmissionsOfRuns1770000000363 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE test_activities ADD COLUMN omissions text[], ADD COLUMN failed boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN test_activities.omissions IS 'what its scanner did not examine, each a sentence; null: it says nothing of that';
      COMMENT ON COLUMN test_activities.failed IS 'it examined nothing, so that it is evidence of nothing';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE test_activities DROP COLUMN omissions, DROP COLUMN failed`);
  }
}
