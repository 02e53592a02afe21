import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Between whoever made something and the one who answers for them in the end may be others: somebody invited a victim
 * lately, from whose stolen session a thief let somebody in, who let in somebody else. The recovery of each of them has
 * to find what came of it.
 */
export class EverybodyWhoAnswers1770000000096 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE made_access_answerers (
        made_id uuid NOT NULL,
        user_id uuid NOT NULL,
        session_id uuid,
        fresh boolean NOT NULL,
        network_hash bytea,
        CONSTRAINT pk_made_access_answerers PRIMARY KEY (made_id, user_id),
        CONSTRAINT fk_made_access_answerers_made FOREIGN KEY (made_id) REFERENCES made_access (id) ON DELETE CASCADE,
        CONSTRAINT fk_made_access_answerers_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      );
      -- What came of what a person made; also for the foreign key.
      CREATE INDEX ix_made_access_answerers_user ON made_access_answerers (user_id);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE made_access_answerers');
  }
}
