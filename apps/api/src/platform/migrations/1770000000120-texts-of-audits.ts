import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Audits are found by words too where everything of an organization is searched. */
export class TextsOfAudits1770000000120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Searching everything: the words of titles.
    await runner.query(
      'CREATE INDEX ix_audits_organization_text ON audits USING gin (organization_id, title gin_trgm_ops)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_audits_organization_text');
  }
}
