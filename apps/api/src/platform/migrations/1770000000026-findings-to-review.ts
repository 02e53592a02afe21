import type { MigrationInterface, QueryRunner } from 'typeorm';

const covering = (more: string): string => `
      DROP INDEX ix_findings_organization_created;
      DROP INDEX ix_findings_product_created;
      CREATE INDEX ix_findings_organization_created ON findings
        (organization_id, created_at, id) INCLUDE (product_id, severity, impact, status, first_seen_at${more});
      CREATE INDEX ix_findings_product_created ON findings
        (organization_id, product_id, created_at, id) INCLUDE (severity, impact, status, first_seen_at${more});`;

// A report looks its findings up by it. It stays the newest: without statistics the planner takes that of those that
// cost the same.
const IDENTITY_LAST = `
      ALTER TABLE findings DROP CONSTRAINT uq_findings_identity;
      ALTER TABLE findings ADD CONSTRAINT uq_findings_identity UNIQUE (organization_id, product_id, tool, identity);`;

/**
 * What a tool could not decide is a record of its own beside the failures of its rule, for people to look at. Lists
 * leave it out unless they are asked for it, so the indexes that lists are read from have it.
 */
export class FindingsToReview1770000000026 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE findings ADD COLUMN needs_review boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN findings.needs_review IS 'its tool could not decide; part of the identity';
      ${covering(', needs_review')}${IDENTITY_LAST}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`${covering('')}${IDENTITY_LAST}
      ALTER TABLE findings DROP COLUMN needs_review;`);
  }
}
