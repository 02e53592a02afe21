import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An audit says what was examined, on which pages, and with which outcome for each requirement. */
export class Evaluation1770000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audits ADD COLUMN scope_text text, ADD COLUMN baseline jsonb NOT NULL DEFAULT '[]', ADD COLUMN method text,
        ADD COLUMN evaluators jsonb NOT NULL DEFAULT '[]', ADD COLUMN executive_summary text, ADD COLUMN due_at timestamptz(3),
        ADD COLUMN lead_id uuid, ADD COLUMN accept_untested boolean NOT NULL DEFAULT false, ADD COLUMN retest_of integer,
        ADD COLUMN last_entry integer NOT NULL DEFAULT 0, ADD COLUMN entry_count integer NOT NULL DEFAULT 0,
        ADD COLUMN outcome_count integer NOT NULL DEFAULT 0, ADD COLUMN untested_count integer NOT NULL DEFAULT 0;
      COMMENT ON COLUMN audits.lead_id IS 'the user id of a member';
      COMMENT ON COLUMN audits.retest_of IS 'the number of the audit whose failures it looks at again';
      COMMENT ON COLUMN audits.last_entry IS 'the highest number that an entry of its sample has had';
      COMMENT ON COLUMN audits.outcome_count IS 'outcomes of requirements that there still are, but for untested ones';
      COMMENT ON COLUMN audits.untested_count IS 'requirements whose verdict is untested; 0 where it has neither sample nor outcomes';

      CREATE TABLE audit_requirements (
        organization_id uuid NOT NULL,
        audit_id uuid NOT NULL,
        requirement_id uuid NOT NULL,
        position integer NOT NULL,
        number text NOT NULL,
        name text NOT NULL,
        level text,
        wcag text[] NOT NULL,
        CONSTRAINT pk_audit_requirements PRIMARY KEY (organization_id, audit_id, requirement_id),
        CONSTRAINT fk_audit_requirements_audit FOREIGN KEY (organization_id, audit_id)
          REFERENCES audits (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE audit_requirements IS 'what an audit asks for, as it was at its first outcome';

      CREATE TABLE audit_entries (
        organization_id uuid NOT NULL,
        audit_id uuid NOT NULL,
        number integer NOT NULL,
        name text NOT NULL,
        url text,
        description text,
        kind text NOT NULL,
        process text,
        area_id uuid,
        position integer NOT NULL,
        copied_from integer,
        revision integer NOT NULL DEFAULT 1,
        CONSTRAINT pk_audit_entries PRIMARY KEY (organization_id, audit_id, number),
        CONSTRAINT fk_audit_entries_audit FOREIGN KEY (organization_id, audit_id)
          REFERENCES audits (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT uq_audit_entries_name UNIQUE (organization_id, audit_id, name)
      );
      COMMENT ON TABLE audit_entries IS 'the sample of an audit';
      COMMENT ON COLUMN audit_entries.copied_from IS 'the number of the entry of the audit that it was copied from';

      CREATE TABLE audit_outcomes (
        organization_id uuid NOT NULL,
        audit_id uuid NOT NULL,
        requirement_id uuid NOT NULL,
        entry integer NOT NULL,
        outcome text NOT NULL,
        note text,
        derogation text,
        user_id uuid,
        user_name text,
        at timestamptz(3) NOT NULL,
        copied_from integer,
        former text,
        from_proposal boolean NOT NULL DEFAULT false,
        proposal text,
        proposed_by text,
        proposed_at timestamptz(3),
        revision integer NOT NULL,
        CONSTRAINT pk_audit_outcomes PRIMARY KEY (organization_id, audit_id, requirement_id, entry),
        CONSTRAINT fk_audit_outcomes_audit FOREIGN KEY (organization_id, audit_id)
          REFERENCES audits (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE audit_outcomes IS 'the outcome of a requirement on an entry of the sample';
      COMMENT ON COLUMN audit_outcomes.entry IS '0: on each entry without an outcome of its own';
      COMMENT ON COLUMN audit_outcomes.copied_from IS 'the number of the entry that it was copied from';
      COMMENT ON COLUMN audit_outcomes.former IS 'the outcome in the audit whose failures this one looks at again';

      CREATE TABLE audit_outcome_changes (
        organization_id uuid NOT NULL,
        audit_id uuid NOT NULL,
        requirement_id uuid NOT NULL,
        entry integer NOT NULL,
        revision integer NOT NULL,
        outcome text NOT NULL,
        note text,
        user_id uuid,
        user_name text,
        at timestamptz(3) NOT NULL,
        CONSTRAINT pk_audit_outcome_changes PRIMARY KEY (organization_id, audit_id, requirement_id, entry, revision),
        CONSTRAINT fk_audit_outcome_changes_audit FOREIGN KEY (organization_id, audit_id)
          REFERENCES audits (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE audit_outcome_changes IS 'the history of outcomes';

      CREATE TABLE audit_outcome_issues (
        organization_id uuid NOT NULL,
        audit_id uuid NOT NULL,
        requirement_id uuid NOT NULL,
        entry integer NOT NULL,
        issue_id uuid NOT NULL,
        CONSTRAINT pk_audit_outcome_issues PRIMARY KEY (organization_id, audit_id, requirement_id, entry, issue_id),
        CONSTRAINT fk_audit_outcome_issues_outcome FOREIGN KEY (organization_id, audit_id, requirement_id, entry)
          REFERENCES audit_outcomes (organization_id, audit_id, requirement_id, entry) ON DELETE CASCADE,
        CONSTRAINT fk_audit_outcome_issues_issue FOREIGN KEY (organization_id, issue_id)
          REFERENCES issues (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE audit_outcome_issues IS 'the issues of an outcome';
      -- Issues name their outcomes, and end with them.
      CREATE INDEX ix_audit_outcome_issues_issue ON audit_outcome_issues (organization_id, issue_id);

      CREATE TABLE audit_assignments (
        organization_id uuid NOT NULL,
        audit_id uuid NOT NULL,
        user_id uuid NOT NULL,
        requirement_ids uuid[] NOT NULL,
        entries integer[],
        CONSTRAINT pk_audit_assignments PRIMARY KEY (organization_id, audit_id, user_id),
        CONSTRAINT fk_audit_assignments_audit FOREIGN KEY (organization_id, audit_id)
          REFERENCES audits (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE audit_assignments IS 'who examines what in an audit';
      COMMENT ON COLUMN audit_assignments.entries IS 'null: on all of them';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE audit_assignments, audit_outcome_issues, audit_outcome_changes, audit_outcomes, audit_entries, audit_requirements;
      ALTER TABLE audits DROP COLUMN untested_count, DROP COLUMN outcome_count, DROP COLUMN entry_count, DROP COLUMN last_entry,
        DROP COLUMN retest_of, DROP COLUMN accept_untested, DROP COLUMN lead_id, DROP COLUMN due_at, DROP COLUMN executive_summary,
        DROP COLUMN evaluators, DROP COLUMN method, DROP COLUMN baseline, DROP COLUMN scope_text;
    `);
  }
}
