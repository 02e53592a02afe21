import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The open issues that a Grade names the lowest numbers of. */
const OPEN_ISSUES = [
  ['linked', "requirement_set <> sha256('')"],
  ['unlinked', "requirement_set = sha256('')"],
  ['high', "severity = 'high'"],
  ['critical', "priority = 'critical'"],
] as const;

/**
 * The Grade is computed from counts of findings and issues that mean the same, so that it takes as long beside 300,000 findings as
 * beside none. Indexes that only the former computation read are gone.
 */
export class CountsForTheGrade1760000000080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE pending_counts (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        pending_from timestamptz(3) NOT NULL,
        criteria_key bytea NOT NULL,
        criteria text[] NOT NULL,
        value int NOT NULL,
        high int NOT NULL,
        CONSTRAINT pk_pending_counts PRIMARY KEY (organization_id, product_id, pending_from, criteria_key),
        CONSTRAINT fk_pending_counts_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE
      ) WITH (fillfactor = 50);
      CREATE INDEX ix_pending_counts_ending ON pending_counts (pending_from) WHERE pending_from > '-infinity';

      INSERT INTO pending_counts (organization_id, product_id, pending_from, criteria_key, criteria, value, high)
      SELECT organization_id, product_id, CASE status WHEN 'pending' THEN '-infinity' ELSE dismissed_until END,
        sha256(convert_to(array_to_string(criteria, ' '), 'UTF8')), criteria, count(*), count(*) FILTER (WHERE severity = 'high')
      FROM findings WHERE status = 'pending' OR (status = 'dismissed' AND dismissed_until IS NOT NULL) GROUP BY 1, 2, 3, 5;

      DROP INDEX ix_findings_expiring;

      ALTER TABLE issues ADD requirement_set bytea NOT NULL DEFAULT sha256('');
      UPDATE issues i SET requirement_set = sha256(convert_to(linked.ids, 'UTF8'))
      FROM (
        SELECT organization_id, issue_id, string_agg(requirement_id::text, ' ' ORDER BY requirement_id) AS ids
        FROM issue_requirements GROUP BY 1, 2
      ) linked
      WHERE i.organization_id = linked.organization_id AND i.id = linked.issue_id;

      CREATE TABLE open_issue_counts (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        requirement_set bytea NOT NULL,
        requirement_ids uuid[] NOT NULL,
        value int NOT NULL,
        high int NOT NULL,
        critical int NOT NULL,
        CONSTRAINT pk_open_issue_counts PRIMARY KEY (organization_id, product_id, requirement_set),
        CONSTRAINT fk_open_issue_counts_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE
      ) WITH (fillfactor = 50);

      INSERT INTO open_issue_counts (organization_id, product_id, requirement_set, requirement_ids, value, high, critical)
      SELECT organization_id, product_id, requirement_set,
        ARRAY(SELECT l.requirement_id FROM issue_requirements l WHERE l.organization_id = i.organization_id AND l.issue_id = i.some_id ORDER BY 1),
        value, high, critical
      FROM (
        SELECT organization_id, product_id, requirement_set, (array_agg(id))[1] AS some_id, count(*) AS value,
          count(*) FILTER (WHERE severity = 'high') AS high, count(*) FILTER (WHERE priority = 'critical') AS critical
        FROM issues WHERE state = 'open' GROUP BY 1, 2, 3
      ) i;

      DROP INDEX ix_issues_open;
    `);
    for (const [name, condition] of OPEN_ISSUES)
      await runner.query(`
        CREATE INDEX ix_issues_open_${name} ON issues (organization_id, product_id, number) INCLUDE (requirement_set)
        WHERE state = 'open' AND ${condition}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ${OPEN_ISSUES.map(([name]) => `ix_issues_open_${name}`).join(', ')};
      CREATE INDEX ix_issues_open ON issues (organization_id, product_id, severity, priority) WHERE state = 'open';
      CREATE INDEX ix_findings_expiring ON findings (dismissed_until) WHERE status = 'dismissed' AND dismissed_until IS NOT NULL;
      DROP TABLE open_issue_counts, pending_counts;
      ALTER TABLE issues DROP requirement_set;
    `);
  }
}
