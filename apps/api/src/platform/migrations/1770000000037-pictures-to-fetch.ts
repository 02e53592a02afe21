import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A picture that a person or their provider names by its address is fetched, and shown to others as we store it. */
export class PicturesToFetch1770000000037 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN image_to_fetch text;
      COMMENT ON COLUMN users.image_to_fetch IS 'the address of a picture that is not fetched yet; shown to the person alone';
      UPDATE users SET image_to_fetch = image, image = NULL
        WHERE image !~ '/uploads/avatars/[0-9a-f]{48}[.]webp$' AND image NOT LIKE 'https://www.gravatar.com/avatar/%';
      -- What the job fetches that looks for what is left.
      CREATE INDEX ix_users_image_to_fetch ON users (id) WHERE image_to_fetch IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE users SET image = image_to_fetch WHERE image_to_fetch IS NOT NULL;
      ALTER TABLE users DROP COLUMN image_to_fetch`);
  }
}
