import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Somebody does an issue, a team has it, and it has a date; a product belongs to a team. */
export class PeopleAndDates1770000000140 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE products ADD COLUMN team_id uuid;
      ALTER TABLE products ADD CONSTRAINT fk_products_team FOREIGN KEY (organization_id, team_id) REFERENCES teams (organization_id, id);
      CREATE INDEX ix_products_team ON products (organization_id, team_id) WHERE team_id IS NOT NULL;

      ALTER TABLE issues
        ADD COLUMN assignee_id uuid,
        ADD COLUMN team_id uuid,
        ADD COLUMN due_at timestamptz(3),
        ADD COLUMN due_set_by text;
      ALTER TABLE issues ADD CONSTRAINT ck_issues_due_set_by CHECK (due_set_by IN ('person', 'rule'));
      ALTER TABLE issues ADD CONSTRAINT ck_issues_due CHECK ((due_at IS NULL) = (due_set_by IS NULL));
      ALTER TABLE issues ADD CONSTRAINT fk_issues_assignee
        FOREIGN KEY (organization_id, assignee_id) REFERENCES members (organization_id, user_id);
      ALTER TABLE issues ADD CONSTRAINT fk_issues_team FOREIGN KEY (organization_id, team_id) REFERENCES teams (organization_id, id);
      -- What somebody has to do, newest first, as lists show it.
      CREATE INDEX ix_issues_assignee ON issues (organization_id, assignee_id, created_at, id) INCLUDE (product_id) WHERE assignee_id IS NOT NULL;
      CREATE INDEX ix_issues_team ON issues (organization_id, team_id, created_at, id) INCLUDE (product_id) WHERE team_id IS NOT NULL;
      -- Lists by date.
      CREATE INDEX ix_issues_organization_due_at_desc ON issues (organization_id, due_at DESC NULLS LAST, id DESC) INCLUDE (product_id);
      CREATE INDEX ix_issues_product_due_at_desc ON issues (organization_id, product_id, due_at DESC NULLS LAST, id DESC);
      -- What is overdue, beside much that was done in time or has no date.
      CREATE INDEX ix_issues_open_due ON issues (organization_id, due_at, id) INCLUDE (product_id)
        WHERE state = 'open' AND due_at IS NOT NULL;
      COMMENT ON COLUMN issues.due_set_by IS 'person, or rule: a deadline of the settings';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE issues DROP COLUMN assignee_id, DROP COLUMN team_id, DROP COLUMN due_at, DROP COLUMN due_set_by;
      ALTER TABLE products DROP COLUMN team_id;
    `);
  }
}
