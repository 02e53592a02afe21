import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Issues are found by where they came from, whatever reported them. */
export class SourcesOfIssues1770000000115 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ix_issues_source_url ON issues (organization_id, md5(source_url)) WHERE source_url IS NOT NULL;
      CREATE INDEX ix_issues_source_id ON issues (organization_id, source_id) WHERE source_id IS NOT NULL;
      -- The first has all that it had.
      DROP INDEX ix_issues_external;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ix_issues_external ON issues (organization_id, md5(source_url)) WHERE source = 'external' AND source_url IS NOT NULL;
      DROP INDEX ix_issues_source_url, ix_issues_source_id;
    `);
  }
}
