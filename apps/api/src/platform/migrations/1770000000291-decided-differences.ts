import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People say which side holds where an issue and that of a tracker differ. */
export class DecidedDifferences1770000000291 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tracker_links ADD COLUMN decided jsonb NOT NULL DEFAULT '{}';
      COMMENT ON COLUMN tracker_links.decided IS 'which side holds of which field, at the next comparison';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tracker_links DROP COLUMN decided');
  }
}
