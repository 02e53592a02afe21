import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What people choose for the frontends that they use: a language, a time zone, the keys of shortcuts. Who has chosen
 * nothing has no row.
 */
export class Preferences1770000000060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE preferences (
        user_id uuid NOT NULL,
        language text,
        time_zone text,
        shortcuts jsonb NOT NULL,
        CONSTRAINT pk_preferences PRIMARY KEY (user_id),
        CONSTRAINT fk_preferences_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      );
      COMMENT ON COLUMN preferences.language IS 'null: that of the browser';
      COMMENT ON COLUMN preferences.time_zone IS 'null: that of the browser';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE preferences');
  }
}
