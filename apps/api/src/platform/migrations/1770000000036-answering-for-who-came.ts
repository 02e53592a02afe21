import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who was let into an organization by a thief may let others in, and these the first again. So it is noted who answers
 * for whoever made something: the one who is there by nobody, or by what is older than any session.
 */
export class AnsweringForWhoCame1770000000036 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE made_access ADD COLUMN answering_user_id uuid, ADD COLUMN answering_session_id uuid,
        ADD COLUMN answering_fresh boolean, ADD COLUMN answering_network_hash bytea;
      COMMENT ON COLUMN made_access.answering_user_id IS 'who let the maker in; null: nobody, or longer ago than a session lives';
      -- What those have made for whom a person answers.
      CREATE INDEX ix_made_access_answering_user ON made_access (answering_user_id, made_at) WHERE answering_user_id IS NOT NULL;
      -- Who let a member in.
      CREATE INDEX ix_made_access_member ON made_access (organization_id, (details ->> 'userId')) WHERE kind = 'member';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_made_access_member;
      ALTER TABLE made_access DROP COLUMN answering_user_id, DROP COLUMN answering_session_id, DROP COLUMN answering_fresh,
        DROP COLUMN answering_network_hash`);
  }
}
