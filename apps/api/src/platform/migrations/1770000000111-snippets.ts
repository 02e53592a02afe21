import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Findings keep the HTML that their tool quotes, and what they have in common with those of other tools. */
export class Snippets1770000000111 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE findings ADD COLUMN snippet text, ADD COLUMN help_url text, ADD COLUMN group_key uuid;
      ALTER TABLE finding_words ADD COLUMN snippet text, ADD COLUMN help_url text, ADD COLUMN group_key uuid;
      COMMENT ON COLUMN findings.group_key IS 'of its element and criterion: several tools may report one barrier';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE findings DROP COLUMN snippet, DROP COLUMN help_url, DROP COLUMN group_key;
      ALTER TABLE finding_words DROP COLUMN snippet, DROP COLUMN help_url, DROP COLUMN group_key;
    `);
  }
}
