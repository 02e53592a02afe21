import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports fill what an audit says of itself or make a new one, and how somebody's table is read is remembered. */
export class MappingsOfTables1770000000330 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_imports ADD COLUMN fields jsonb, ADD COLUMN made_audit boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN audit_imports.fields IS 'what was filled of the audit; null: nothing, it is taken back, or too old for that';

      CREATE TABLE audit_import_mappings (
        organization_id uuid NOT NULL,
        headings bytea NOT NULL,
        mapping jsonb NOT NULL,
        said_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_audit_import_mappings PRIMARY KEY (organization_id, headings),
        CONSTRAINT fk_audit_import_mappings_organization FOREIGN KEY (organization_id)
          REFERENCES organizations (id) ON DELETE CASCADE,
        CONSTRAINT ck_audit_import_mappings_headings CHECK (octet_length(headings) = 32)
      );
      COMMENT ON TABLE audit_import_mappings IS 'how people of an organization have said that tables with these headings are read';
      COMMENT ON COLUMN audit_import_mappings.headings IS 'the SHA-256 of the headings';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE audit_import_mappings;
      ALTER TABLE audit_imports DROP COLUMN fields, DROP COLUMN made_audit;
    `);
  }
}
