import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An ingest writes a thousand findings at once, and each check and index of each row is paid a thousand times. Which run
 * saw a finding first and last is taken from its journal whenever a run is deleted (`unwind`), so those columns need no
 * check; the journal's own keys serve as the indexes of its foreign keys.
 */
export class LeanFindings1760000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE findings
        DROP CONSTRAINT fk_findings_first_activity,
        DROP CONSTRAINT fk_findings_last_activity,
        DROP CONSTRAINT fk_findings_resolved_by,
        DROP CONSTRAINT fk_findings_product,
        ADD CONSTRAINT fk_findings_product FOREIGN KEY (product_id) REFERENCES products ON DELETE CASCADE;
      DROP INDEX ix_findings_last_activity, ix_findings_resolved_by, ix_findings_fk_product;

      ALTER TABLE finding_reports
        DROP CONSTRAINT fk_finding_reports_finding,
        DROP CONSTRAINT fk_finding_reports_activity,
        ADD CONSTRAINT fk_finding_reports_finding FOREIGN KEY (finding_id) REFERENCES findings ON DELETE CASCADE,
        ADD CONSTRAINT fk_finding_reports_activity FOREIGN KEY (test_activity_id) REFERENCES test_activities ON DELETE CASCADE;
      DROP INDEX ix_finding_reports_finding, ix_finding_reports_activity;
      CREATE INDEX ix_finding_reports_finding ON finding_reports (finding_id, seen_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_finding_reports_finding;
      CREATE INDEX ix_finding_reports_finding ON finding_reports (product_id, finding_id, seen_at);
      CREATE INDEX ix_finding_reports_activity ON finding_reports (product_id, test_activity_id);
      ALTER TABLE finding_reports
        DROP CONSTRAINT fk_finding_reports_finding,
        DROP CONSTRAINT fk_finding_reports_activity,
        ADD CONSTRAINT fk_finding_reports_finding FOREIGN KEY (product_id, finding_id) REFERENCES findings (product_id, id) ON DELETE CASCADE,
        ADD CONSTRAINT fk_finding_reports_activity FOREIGN KEY (product_id, test_activity_id) REFERENCES test_activities (product_id, id) ON DELETE CASCADE;
      CREATE INDEX ix_findings_last_activity ON findings (product_id, last_activity_id);
      CREATE INDEX ix_findings_resolved_by ON findings (product_id, resolved_by_activity_id);
      CREATE INDEX ix_findings_fk_product ON findings (organization_id, product_id);
      ALTER TABLE findings
        DROP CONSTRAINT fk_findings_product,
        ADD CONSTRAINT fk_findings_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE,
        ADD CONSTRAINT fk_findings_first_activity FOREIGN KEY (product_id, first_activity_id) REFERENCES test_activities (product_id, id) ON DELETE SET NULL (first_activity_id),
        ADD CONSTRAINT fk_findings_last_activity FOREIGN KEY (product_id, last_activity_id) REFERENCES test_activities (product_id, id) ON DELETE SET NULL (last_activity_id),
        ADD CONSTRAINT fk_findings_resolved_by FOREIGN KEY (product_id, resolved_by_activity_id) REFERENCES test_activities (product_id, id) ON DELETE SET NULL (resolved_by_activity_id);
    `);
  }
}
