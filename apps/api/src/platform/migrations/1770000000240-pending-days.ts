import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What awaits triage is counted by the moment from which it does, and by the day since which it waits, in tables of
 * their own: the Grade reads all counts of the first, and of the second those of the last days.
 */
export class PendingDays1770000000240 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Findings that await triage, or will once their dismissal ends, by their criteria and the day of UTC since which they wait.
      CREATE TABLE pending_days (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        waiting_day date NOT NULL,
        criteria_key bytea NOT NULL,
        value int NOT NULL,
        high int NOT NULL,
        CONSTRAINT pk_pending_days PRIMARY KEY (organization_id, product_id, waiting_day, criteria_key),
        CONSTRAINT fk_pending_days_product FOREIGN KEY (organization_id, product_id)
          REFERENCES products (organization_id, id) ON DELETE CASCADE
      ) WITH (fillfactor = 50);
      INSERT INTO pending_days (organization_id, product_id, waiting_day, criteria_key, value, high)
      SELECT organization_id, product_id, waiting_day, criteria_key, sum(value), sum(high) FROM pending_counts GROUP BY 1, 2, 3, 4;

      CREATE TEMPORARY TABLE counted ON COMMIT DROP AS
      SELECT organization_id, product_id, pending_from, criteria_key, criteria, sum(value) AS value, sum(high) AS high, sum(blocking) AS blocking
      FROM pending_counts GROUP BY 1, 2, 3, 4, 5;
      DELETE FROM pending_counts;
      ALTER TABLE pending_counts DROP CONSTRAINT pk_pending_counts;
      ALTER TABLE pending_counts DROP COLUMN waiting_day;
      ALTER TABLE pending_counts ADD CONSTRAINT pk_pending_counts PRIMARY KEY (organization_id, product_id, pending_from, criteria_key);
      INSERT INTO pending_counts (organization_id, product_id, pending_from, criteria_key, criteria, value, high, blocking)
      SELECT organization_id, product_id, pending_from, criteria_key, criteria, value, high, blocking FROM counted;
    `);
  }

  /** Which day goes with which moment nobody knows any more: they are counted anew. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE pending_counts ADD COLUMN waiting_day date NOT NULL DEFAULT 'infinity';
      DELETE FROM pending_counts;
      ALTER TABLE pending_counts DROP CONSTRAINT pk_pending_counts;
      ALTER TABLE pending_counts ADD CONSTRAINT pk_pending_counts
        PRIMARY KEY (organization_id, product_id, pending_from, waiting_day, criteria_key);
      COMMENT ON COLUMN pending_counts.waiting_day IS 'since which day of UTC they wait';
      INSERT INTO pending_counts (organization_id, product_id, pending_from, waiting_day, criteria_key, criteria, value, high, blocking)
      SELECT organization_id, product_id, CASE WHEN status = 'pending' THEN '-infinity' ELSE dismissed_until END,
        (greatest(first_seen_at, waits_from, dismissed_until) AT TIME ZONE 'UTC')::date,
        sha256(convert_to(array_to_string(criteria, ' '), 'UTF8')), criteria, count(*), count(*) FILTER (WHERE severity = 'high'),
        count(*) FILTER (WHERE severity = 'high' AND impact = 'high')
      FROM findings
      WHERE NOT needs_review AND landed AND absent_at IS NULL AND (status = 'pending' OR (status = 'dismissed' AND dismissed_until IS NOT NULL))
      GROUP BY 1, 2, 3, 4, 6;
      DROP TABLE pending_days;
    `);
  }
}
