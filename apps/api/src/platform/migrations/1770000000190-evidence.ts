import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pictures, recordings and documents show what records say. */
export class Evidence1770000000190 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE evidence (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        product_id uuid NOT NULL,
        media_type text NOT NULL,
        title text,
        alt text,
        bytes integer NOT NULL,
        sha256 text NOT NULL,
        uploaded_by_user_id uuid,
        uploaded_by_key_name text,
        created_at timestamptz(3) NOT NULL,
        unused_since timestamptz(3),
        CONSTRAINT pk_evidence PRIMARY KEY (organization_id, id),
        CONSTRAINT fk_evidence_product FOREIGN KEY (organization_id, product_id)
          REFERENCES products (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_evidence_alt CHECK (alt IS NOT NULL OR media_type NOT LIKE 'image/%')
      );
      COMMENT ON TABLE evidence IS 'files that show what records say; the storage has them by their id';
      COMMENT ON COLUMN evidence.alt IS 'the text alternative';
      COMMENT ON COLUMN evidence.unused_since IS 'since when it is at no record; null: it is at one';
      -- The list of a product, and its deletion.
      CREATE INDEX ix_evidence_product ON evidence (organization_id, product_id, created_at, id);
      -- What somebody uploaded: the export of personal data, and the deletion of an account.
      CREATE INDEX ix_evidence_uploader ON evidence (organization_id, uploaded_by_user_id) WHERE uploaded_by_user_id IS NOT NULL;
      -- What ends because no record has it.
      CREATE INDEX ix_evidence_unused ON evidence (unused_since) WHERE unused_since IS NOT NULL;

      CREATE TABLE evidence_links (
        organization_id uuid NOT NULL,
        record_id uuid NOT NULL,
        requirement_id uuid NOT NULL,
        entry integer NOT NULL,
        evidence_id uuid NOT NULL,
        CONSTRAINT pk_evidence_links PRIMARY KEY (organization_id, record_id, requirement_id, entry, evidence_id),
        CONSTRAINT fk_evidence_links_evidence FOREIGN KEY (organization_id, evidence_id)
          REFERENCES evidence (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE evidence_links IS 'the records that evidence is at';
      COMMENT ON COLUMN evidence_links.record_id IS 'an audit, an issue, a finding or a comment; no key: the owner of the record ends them with it';
      COMMENT ON COLUMN evidence_links.requirement_id IS 'of an outcome of an audit; of other records all zeros';
      -- Where evidence is, and its deletion.
      CREATE INDEX ix_evidence_links_evidence ON evidence_links (organization_id, evidence_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE evidence_links, evidence');
  }
}
