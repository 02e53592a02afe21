import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An issue that speaks against a verdict goes on doing so where it was deleted, or is no longer linked to its requirement. */
export class IssuesThatAreGone1760000000119 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE conformance_gone_issues (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        requirement_id uuid NOT NULL,
        opened_at timestamptz(3) NOT NULL,
        ended_at timestamptz(3) NOT NULL,
        was_closed boolean NOT NULL,
        CONSTRAINT pk_conformance_gone_issues PRIMARY KEY (organization_id, product_id, requirement_id, opened_at),
        CONSTRAINT fk_conformance_gone_issues_product FOREIGN KEY (organization_id, product_id)
          REFERENCES products (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE conformance_gone_issues IS 'issues that were linked to a requirement and are gone';
      COMMENT ON COLUMN conformance_gone_issues.ended_at IS 'when it was closed, else when it was deleted or unlinked'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE conformance_gone_issues');
  }
}
