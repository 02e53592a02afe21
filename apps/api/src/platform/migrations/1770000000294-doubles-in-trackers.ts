import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was made twice in a tracker is closed there once it shows. */
export class DoublesInTrackers1770000000294 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tracker_links ADD COLUMN doubted_since timestamptz(3);
      COMMENT ON COLUMN tracker_links.doubted_since IS 'since when a second one may have been made there; null: none may';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tracker_links DROP COLUMN doubted_since');
  }
}
