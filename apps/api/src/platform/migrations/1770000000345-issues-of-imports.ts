import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports open issues of the problems of a list where somebody asks for it, and take them back. */
export class IssuesOfImports1770000000345 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_imports ADD COLUMN issue_count integer NOT NULL DEFAULT 0, ADD COLUMN issue_ids uuid[];
      COMMENT ON COLUMN audit_imports.issue_count IS 'how many issues it has opened';
      COMMENT ON COLUMN audit_imports.issue_ids IS 'the issues that it has opened; null: none, it is taken back, or too old for that';

      ALTER TABLE audit_import_slices ADD COLUMN problems jsonb NOT NULL DEFAULT '[]', ADD COLUMN issue_ids uuid[];
      COMMENT ON COLUMN audit_import_slices.problems IS 'what becomes an issue where one of its outcomes was decided';
      COMMENT ON COLUMN audit_import_slices.issue_ids IS 'the issues that were opened; null: none, or it is not written';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_import_slices DROP COLUMN problems, DROP COLUMN issue_ids;
      ALTER TABLE audit_imports DROP COLUMN issue_count, DROP COLUMN issue_ids;
    `);
  }
}
