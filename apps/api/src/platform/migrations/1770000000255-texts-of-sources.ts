import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Issues are searched by the addresses that they came from. */
export class TextsOfSources1770000000255 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      // Beside that of the other texts: most issues have none.
      `CREATE INDEX ix_issues_source_text ON issues USING gin (organization_id, source_url gin_trgm_ops)
       WHERE source_url IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_issues_source_text');
  }
}
