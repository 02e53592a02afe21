import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A completed audit keeps the verdict of each requirement, so that many audits are counted without their cells. */
export class AuditVerdicts1770000000285 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_requirements ADD COLUMN verdict text;
      COMMENT ON COLUMN audit_requirements.verdict IS 'over the sample, as it was when the audit was last completed';
      UPDATE audit_requirements r SET verdict = v.verdict FROM (
        SELECT a.organization_id, a.id AS audit_id, q.requirement_id,
          (ARRAY['failed', 'cannot_tell', 'untested', 'passed', 'inapplicable'])[min(array_position(
            ARRAY['failed', 'cannot_tell', 'untested', 'passed', 'inapplicable'],
            coalesce(nullif(own.outcome, 'untested'), whole.outcome, 'untested')))] AS verdict
        FROM audits a JOIN audit_requirements q ON q.organization_id = a.organization_id AND q.audit_id = a.id
        LEFT JOIN audit_entries e ON e.organization_id = a.organization_id AND e.audit_id = a.id
        LEFT JOIN audit_outcomes own ON own.organization_id = a.organization_id AND own.audit_id = a.id
          AND own.requirement_id = q.requirement_id AND own.entry = e.number
        LEFT JOIN audit_outcomes whole ON whole.organization_id = a.organization_id AND whole.audit_id = a.id
          AND whole.requirement_id = q.requirement_id AND whole.entry = 0
        WHERE a.status = 'completed' GROUP BY 1, 2, 3
      ) v
      WHERE r.organization_id = v.organization_id AND r.audit_id = v.audit_id AND r.requirement_id = v.requirement_id;
      -- The newest completed audits of a product.
      CREATE INDEX ix_audits_newest_completed ON audits (organization_id, product_id, completed_at, number)
        WHERE status = 'completed' AND outcome_count > 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_audits_newest_completed; ALTER TABLE audit_requirements DROP COLUMN verdict');
  }
}
