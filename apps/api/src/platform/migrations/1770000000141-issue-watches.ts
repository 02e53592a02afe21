import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who watches which issue. */
export class IssueWatches1770000000141 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE issue_watches (
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        issue_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_issue_watches PRIMARY KEY (organization_id, user_id, issue_id),
        CONSTRAINT fk_issue_watches_member FOREIGN KEY (organization_id, user_id)
          REFERENCES members (organization_id, user_id) ON DELETE CASCADE,
        CONSTRAINT fk_issue_watches_issue FOREIGN KEY (organization_id, issue_id)
          REFERENCES issues (organization_id, id) ON DELETE CASCADE
      );
      -- Who watches an issue; the other key finds what somebody watches.
      CREATE INDEX ix_issue_watches_issue ON issue_watches (organization_id, issue_id, user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE issue_watches');
  }
}
