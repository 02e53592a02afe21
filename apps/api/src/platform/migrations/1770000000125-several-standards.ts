import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A report may cover several built-in standards, and rest on an audit of each. */
export class SeveralStandards1770000000125 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE conformance_reports
        ADD COLUMN further_standards jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN further_audit_ids uuid[] NOT NULL DEFAULT '{}',
        ADD CONSTRAINT ck_conformance_reports_further_standards CHECK (jsonb_array_length(further_standards) <= 3),
        ADD CONSTRAINT ck_conformance_reports_further_audits CHECK (cardinality(further_audit_ids) <= 3);
      COMMENT ON COLUMN conformance_reports.further_standards IS
        'built-in standards that it covers beside standard_id, with their levels; each verdict has a row at the requirement of every standard that has its criterion';
      COMMENT ON COLUMN conformance_reports.further_audit_ids IS 'audits that it rests on beside audit_id';
      -- Drafts let go of an audit that is deleted, by code.
      CREATE INDEX ix_conformance_reports_further_audits ON conformance_reports (organization_id)
        WHERE status = 'draft' AND further_audit_ids <> '{}';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_conformance_reports_further_audits;
      ALTER TABLE conformance_reports DROP CONSTRAINT ck_conformance_reports_further_audits,
        DROP CONSTRAINT ck_conformance_reports_further_standards,
        DROP COLUMN further_audit_ids, DROP COLUMN further_standards;
    `);
  }
}
