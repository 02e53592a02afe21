import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Public pages say how many open issues a report does not cover. An organization may say of an issue why it does not
 * contradict the report.
 */
export class Contradictions1770000000045 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE conformance_contradictions (
        organization_id uuid NOT NULL,
        report_id uuid NOT NULL,
        issue_id uuid NOT NULL,
        reason text NOT NULL,
        reasoned_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_conformance_contradictions PRIMARY KEY (organization_id, report_id, issue_id),
        CONSTRAINT fk_conformance_contradictions_report FOREIGN KEY (organization_id, report_id)
          REFERENCES conformance_reports (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_conformance_contradictions_issue FOREIGN KEY (organization_id, issue_id)
          REFERENCES issues (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE conformance_contradictions IS 'why an issue does not contradict a published report';
      -- What is told of an issue ends with it.
      CREATE INDEX ix_conformance_contradictions_issue ON conformance_contradictions (organization_id, issue_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE conformance_contradictions');
  }
}
