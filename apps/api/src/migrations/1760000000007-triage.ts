import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What people decide of findings stands beside what scans say of them: a finding's status is its triage, unless the last
 * word on it is a sweep's. The flags of issues follow from their findings, so they are no columns.
 */
export class Triage1760000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE findings
        ADD triaged_at timestamptz(3),
        ADD edited text[] NOT NULL DEFAULT '{}',
        ADD last_reported_at timestamptz(3);
      UPDATE findings SET last_reported_at = last_seen_at,
        triaged_at = coalesce(dismissed_at, CASE WHEN issue_id IS NOT NULL THEN updated_at END);
      ALTER TABLE findings
        DROP dismissed_at,
        ALTER last_reported_at SET NOT NULL;
      COMMENT ON COLUMN findings.edited IS 'fields that a person has edited: scans leave them alone';
      COMMENT ON COLUMN findings.last_reported_at IS 'when we heard of it last, whatever moment the run says of itself';
      CREATE INDEX ix_findings_expiring ON findings (dismissed_until) WHERE status = 'dismissed' AND dismissed_until IS NOT NULL;

      ALTER TABLE finding_reports
        DROP status_before,
        ADD returned boolean NOT NULL DEFAULT false,
        ADD overruled boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN finding_reports.returned IS 'the finding was resolved before this run reported it';
      COMMENT ON COLUMN finding_reports.overruled IS 'a person has decided since, so that this sweep no longer has the last word';

      ALTER TABLE issues DROP regressed, DROP no_longer_reported;

      ALTER TABLE current_grades ADD valid_until timestamptz(3);
      UPDATE current_grades SET valid_until = (grade ->> 'validUntil')::timestamptz;
      CREATE INDEX ix_current_grades_valid_until ON current_grades (valid_until) WHERE valid_until IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE current_grades DROP valid_until;
      ALTER TABLE issues ADD regressed boolean NOT NULL DEFAULT false, ADD no_longer_reported boolean NOT NULL DEFAULT false;
      ALTER TABLE finding_reports DROP returned, DROP overruled, ADD status_before finding_status;
      DROP INDEX ix_findings_expiring;
      ALTER TABLE findings ADD dismissed_at timestamptz(3);
      UPDATE findings SET dismissed_at = triaged_at WHERE status = 'dismissed';
      ALTER TABLE findings DROP triaged_at, DROP edited, DROP last_reported_at;
    `);
  }
}
