import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What audits found on the pages of their samples stays with the reports that rest on them. */
export class PageOutcomes1770000000170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE conformance_documents ADD COLUMN pages text;
      COMMENT ON COLUMN conformance_documents.pages IS
        'JSON: what its audits found on the pages of their samples when it was published, which is for members; null: nothing, or an earlier version published it'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE conformance_documents DROP COLUMN pages');
  }
}
