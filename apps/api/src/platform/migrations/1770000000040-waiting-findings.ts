import type { MigrationInterface, QueryRunner } from 'typeorm';

const awaiting = `NOT needs_review AND landed AND absent_at IS NULL
        AND (status = 'pending' OR (status = 'dismissed' AND dismissed_until IS NOT NULL))`;

/** Counts what awaits triage anew, since the counts have another key. */
const countAnew = (columns: string, values: string, keys: string): string => `
      DELETE FROM pending_counts;
      INSERT INTO pending_counts (organization_id, product_id, pending_from, criteria_key, criteria, value, high${columns})
      SELECT organization_id, product_id, CASE WHEN status = 'pending' THEN '-infinity' ELSE dismissed_until END,
        sha256(convert_to(array_to_string(criteria, ' '), 'UTF8')), criteria, count(*), count(*) FILTER (WHERE severity = 'high')${values}
      FROM findings
      WHERE ${awaiting}
      GROUP BY 1, 2, 3, 5${keys};`;

/**
 * The Grade counts findings that nobody has triaged for long, and issues that are severe in both ways. Those that await
 * triage now begin to wait with the upgrade. Counts are made anew; each Grade is computed anew by the second formula.
 */
export class WaitingFindings1770000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A constant default is stored once, not in each row.
    const upgrade = new Date().toISOString();
    await runner.query(`
      ALTER TABLE findings ADD COLUMN waits_from timestamp(3) with time zone DEFAULT '${upgrade}';
      ALTER TABLE findings ALTER COLUMN waits_from DROP DEFAULT;
      COMMENT ON COLUMN findings.waits_from IS 'it waits for triage no longer than since then: when people last opened it, its issue was deleted, or this column came';

      -- The ten that have waited longest.
      CREATE INDEX ix_findings_waiting ON findings (organization_id, product_id, greatest(first_seen_at, waits_from, dismissed_until), id)
      WHERE ${awaiting};

      -- A former release counts what never becomes overdue.
      ALTER TABLE pending_counts ADD COLUMN waiting_day date NOT NULL DEFAULT 'infinity', ADD COLUMN blocking int NOT NULL DEFAULT 0;
      ALTER TABLE pending_counts DROP CONSTRAINT pk_pending_counts;
      ALTER TABLE pending_counts ADD CONSTRAINT pk_pending_counts
        PRIMARY KEY (organization_id, product_id, pending_from, waiting_day, criteria_key);
      COMMENT ON COLUMN pending_counts.waiting_day IS 'since which day of UTC they wait';
      COMMENT ON COLUMN pending_counts.blocking IS 'of severity high and impact high';
      ${countAnew(
        ', waiting_day, blocking',
        `,
        (greatest(first_seen_at, waits_from, dismissed_until) AT TIME ZONE 'UTC')::date, count(*) FILTER (WHERE severity = 'high' AND impact = 'high')`,
        ', 8',
      )}

      ALTER TABLE open_issue_counts ADD COLUMN blocking int NOT NULL DEFAULT 0;
      COMMENT ON COLUMN open_issue_counts.blocking IS 'of severity high and impact high';
      UPDATE open_issue_counts c SET blocking = counted.n
      FROM (
        SELECT organization_id, product_id, requirement_set, functional_need_ids, count(*) AS n FROM issues
        WHERE state = 'open' AND severity = 'high' AND impact = 'high' GROUP BY 1, 2, 3, 4
      ) counted
      WHERE c.organization_id = counted.organization_id AND c.product_id = counted.product_id
        AND c.requirement_set = counted.requirement_set AND c.functional_need_ids = counted.functional_need_ids;

      -- The lowest numbers of those that block people, past no others.
      CREATE INDEX ix_issues_open_blocking ON issues (organization_id, product_id, number) INCLUDE (requirement_set)
      WHERE state = 'open' AND severity = 'high' AND impact = 'high';

      -- The newest activity of people that says what was tested, past no empty ones.
      CREATE INDEX ix_test_activities_human_evidence ON test_activities (organization_id, product_id, type, completed_at)
      WHERE is_evidence AND type <> 'automated_scan'
        AND (finding_count > 0 OR tool ~ '\\S' OR target ~ '\\S' OR external_url ~ '\\S');

      UPDATE current_grades SET valid_until = now() WHERE valid_until IS NULL OR valid_until > now();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_test_activities_human_evidence;
      DROP INDEX ix_issues_open_blocking;
      ALTER TABLE open_issue_counts DROP COLUMN blocking;
      DELETE FROM pending_counts;
      ALTER TABLE pending_counts DROP CONSTRAINT pk_pending_counts;
      ALTER TABLE pending_counts DROP COLUMN waiting_day, DROP COLUMN blocking;
      ALTER TABLE pending_counts ADD CONSTRAINT pk_pending_counts PRIMARY KEY (organization_id, product_id, pending_from, criteria_key);
      ${countAnew('', '', '')}
      DROP INDEX ix_findings_waiting;
      ALTER TABLE findings DROP COLUMN waits_from;
    `);
  }
}
