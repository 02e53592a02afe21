import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each foreign key and what it did where the record went: now whoever refers to the record clears the reference itself. */
const CLEARED = [
  ['issues', 'fk_issues_audit', '(product_id, audit_id) REFERENCES audits (product_id, id)', 'audit_id'],
  [
    'issues',
    'fk_issues_test_activity',
    '(product_id, test_activity_id) REFERENCES test_activities (product_id, id)',
    'test_activity_id',
  ],
  ['risks', 'fk_risks_issue', '(product_id, issue_id) REFERENCES issues (product_id, id)', 'issue_id'],
  ['findings', 'fk_findings_issue', '(product_id, issue_id) REFERENCES issues (product_id, id)', 'issue_id'],
  [
    'findings',
    'fk_findings_duplicate_of',
    '(product_id, duplicate_of_id) REFERENCES findings (product_id, id)',
    'duplicate_of_id',
  ],
] as const;

/** No record is changed by a foreign key: what refers to an audit, an activity, an issue or a finding is cleared in code. */
export class RecordsClearReferences1760000000071 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, name, key] of CLEARED)
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} FOREIGN KEY ${key}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, name, key, column] of CLEARED)
      await runner.query(
        `ALTER TABLE ${table} DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} FOREIGN KEY ${key} ON DELETE SET NULL (${column})`,
      );
  }
}
