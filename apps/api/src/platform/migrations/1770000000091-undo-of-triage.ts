import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who decided of findings, and how these were before: a decision can be taken back. */
export class UndoOfTriage1770000000091 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE triage_decisions (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        made_by_user_id uuid,
        made_at timestamptz NOT NULL DEFAULT now(),
        undone_at timestamptz,
        CONSTRAINT pk_triage_decisions PRIMARY KEY (organization_id, id),
        CONSTRAINT fk_triage_decisions_organization FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
        CONSTRAINT fk_triage_decisions_maker FOREIGN KEY (made_by_user_id) REFERENCES users (id)
      );
      CREATE INDEX ix_triage_decisions_maker ON triage_decisions (made_by_user_id) WHERE made_by_user_id IS NOT NULL;
      COMMENT ON COLUMN triage_decisions.made_by_user_id IS 'null: a key without an owner, or a person whose account was deleted';

      ALTER TABLE finding_decisions ADD COLUMN decision_id uuid, ADD COLUMN before jsonb, ADD COLUMN issue_id uuid,
        ADD COLUMN undone_after int, ADD COLUMN undone_at timestamptz;
      ALTER TABLE finding_decisions ADD CONSTRAINT fk_finding_decisions_decision
        FOREIGN KEY (organization_id, decision_id) REFERENCES triage_decisions (organization_id, id);
      ALTER TABLE finding_decisions ADD CONSTRAINT ck_finding_decisions_undone
        CHECK ((undone_at IS NULL) = (undone_after IS NULL) AND (undone_at IS NULL OR before IS NOT NULL));
      CREATE INDEX ix_finding_decisions_decision ON finding_decisions (organization_id, decision_id) WHERE decision_id IS NOT NULL;
      COMMENT ON COLUMN finding_decisions.before IS 'what the finding had of people before the decision';
      COMMENT ON COLUMN finding_decisions.issue_id IS 'the issue that the decision made, which may be gone';
      COMMENT ON COLUMN finding_decisions.undone_after IS 'the run of the product after which it was taken back';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_finding_decisions_decision;
      ALTER TABLE finding_decisions DROP COLUMN undone_at, DROP COLUMN undone_after, DROP COLUMN issue_id, DROP COLUMN before,
        DROP COLUMN decision_id;
      DROP TABLE triage_decisions;`);
  }
}
