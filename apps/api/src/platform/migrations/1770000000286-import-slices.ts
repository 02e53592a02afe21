import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a file says is written into an audit in slices, by a job that goes on where it was ended. */
export class ImportSlices1770000000286 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_imports ADD COLUMN state text NOT NULL DEFAULT 'finished',
        ADD COLUMN failure text, ADD COLUMN total integer NOT NULL DEFAULT 0, ADD COLUMN written integer NOT NULL DEFAULT 0,
        ADD COLUMN left_out text[] NOT NULL DEFAULT '{}',
        ADD CONSTRAINT ck_audit_imports_state CHECK (state IN ('running', 'finished', 'failed', 'cancelled'));
      COMMENT ON COLUMN audit_imports.failure IS 'why it failed: the code of a refusal';
      COMMENT ON COLUMN audit_imports.total IS 'how many outcomes are to be written; 0: they were at once';
      COMMENT ON COLUMN audit_imports.written IS 'of how many of these it was decided whether they are';
      -- One at a time for an organization.
      CREATE UNIQUE INDEX uq_audit_imports_running ON audit_imports (organization_id) WHERE state = 'running';

      CREATE TABLE audit_import_slices (
        organization_id uuid NOT NULL,
        import_id uuid NOT NULL,
        place integer NOT NULL,
        cells jsonb NOT NULL,
        made jsonb,
        CONSTRAINT pk_audit_import_slices PRIMARY KEY (organization_id, import_id, place),
        CONSTRAINT fk_audit_import_slices_import FOREIGN KEY (organization_id, import_id)
          REFERENCES audit_imports (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE audit_import_slices IS 'what an import that is under way has written, and has yet to write';
      COMMENT ON COLUMN audit_import_slices.made IS 'the outcomes that were decided or proposed; null: it is not written';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE audit_import_slices;
      DROP INDEX uq_audit_imports_running;
      ALTER TABLE audit_imports DROP CONSTRAINT ck_audit_imports_state, DROP COLUMN state, DROP COLUMN failure,
        DROP COLUMN total, DROP COLUMN written, DROP COLUMN left_out;
    `);
  }
}
