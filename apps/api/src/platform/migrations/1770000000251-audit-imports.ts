import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an import has made of an audit is remembered, so that it can be taken back. */
export class AuditImports1770000000251 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_imports (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        product_id uuid NOT NULL,
        audit_id uuid NOT NULL,
        format text NOT NULL,
        made_by_user_id uuid,
        made_by_key_name text,
        created_at timestamptz(3) NOT NULL,
        entries jsonb NOT NULL,
        decided integer NOT NULL,
        cells jsonb,
        undone_at timestamptz(3),
        CONSTRAINT pk_audit_imports PRIMARY KEY (organization_id, id),
        CONSTRAINT fk_audit_imports_audit FOREIGN KEY (organization_id, audit_id, product_id)
          REFERENCES audits (organization_id, id, product_id) ON DELETE CASCADE
      );
      COMMENT ON TABLE audit_imports IS 'files whose outcomes were taken into audits';
      COMMENT ON COLUMN audit_imports.made_by_user_id IS 'of an API key its owner; null: their account is gone';
      COMMENT ON COLUMN audit_imports.entries IS 'the entries that were added: their numbers and names';
      COMMENT ON COLUMN audit_imports.cells IS 'the outcomes that were decided or proposed, with their revisions and what was there before; null: it is taken back, or too old for that';
      -- The audit, and its deletion.
      CREATE INDEX ix_audit_imports_audit ON audit_imports (organization_id, audit_id, product_id);
      -- The list of a product.
      CREATE INDEX ix_audit_imports_product ON audit_imports (organization_id, product_id, created_at, id);
      -- What somebody imported: the export of personal data, and the deletion of an account.
      CREATE INDEX ix_audit_imports_maker ON audit_imports (organization_id, made_by_user_id) WHERE made_by_user_id IS NOT NULL;
      -- What can no longer be taken back.
      CREATE INDEX ix_audit_imports_cells ON audit_imports (organization_id, created_at) WHERE cells IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_imports');
  }
}
