import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is said in trackers stands in timelines too. */
export class CommentsOfTrackers1770000000293 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE comments ADD COLUMN tracker_kind text, ADD COLUMN author_tracker_name text, ADD COLUMN external_id text;
      COMMENT ON COLUMN comments.tracker_kind IS 'the kind of the tracker that it is from; null: somebody wrote it here';
      COMMENT ON COLUMN comments.external_id IS 'by which a comment of a tracker is known again';
      -- What a tracker has said of a record, each once.
      CREATE UNIQUE INDEX uq_comments_external ON comments (organization_id, record_id, external_id)
        WHERE external_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE comments DROP COLUMN tracker_kind, DROP COLUMN author_tracker_name, DROP COLUMN external_id',
    );
  }
}
