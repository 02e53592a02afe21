import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who said something in a tracker is known, so that their name goes with their account. */
export class MembersInTrackers1770000000311 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE comments ADD COLUMN tracker_user_id uuid;
      COMMENT ON COLUMN comments.tracker_user_id IS
        'the member who is said to have the account in the tracker; null: nobody, or their account is gone';
      CREATE INDEX ix_comments_tracker_user ON comments (organization_id, tracker_user_id)
        WHERE tracker_user_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE comments DROP COLUMN tracker_user_id');
  }
}
