import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Days in which issues are to be done, by how bad or urgent they are; and who has accepted one for longer. */
export class Deadlines1770000000142 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE organizations ADD COLUMN deadlines jsonb;
      ALTER TABLE products ADD COLUMN deadlines jsonb;
      ALTER TABLE issues
        ADD COLUMN reopened_at timestamptz(3),
        ADD COLUMN extended_until timestamptz(3),
        ADD COLUMN extended_at timestamptz(3),
        ADD COLUMN extended_by_user_id uuid,
        ADD COLUMN extension_reason text;
      ALTER TABLE issues ADD CONSTRAINT ck_issues_extension
        CHECK ((extended_until IS NULL) = (extended_at IS NULL) AND (extended_until IS NULL) = (extension_reason IS NULL));
      ALTER TABLE issues ADD CONSTRAINT fk_issues_extender FOREIGN KEY (extended_by_user_id) REFERENCES users (id);
      CREATE INDEX ix_issues_extender ON issues (extended_by_user_id) WHERE extended_by_user_id IS NOT NULL;
      COMMENT ON COLUMN issues.reopened_at IS 'when it was last reopened: deadlines begin with that moment';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE issues DROP COLUMN reopened_at, DROP COLUMN extended_until, DROP COLUMN extended_at,
        DROP COLUMN extended_by_user_id, DROP COLUMN extension_reason;
      ALTER TABLE products DROP COLUMN deadlines;
      ALTER TABLE organizations DROP COLUMN deadlines;
    `);
  }
}
