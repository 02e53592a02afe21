import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conformance reports: what an organization says of a product to the outside. */
export class ConformanceReports1760000000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE conformance_reports (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        product_id uuid NOT NULL,
        number int NOT NULL,
        title text NOT NULL,
        status text NOT NULL CONSTRAINT ck_conformance_reports_status CHECK (status IN ('draft', 'published', 'withdrawn')),
        language text NOT NULL,
        standard_id uuid,
        conformance_level_id uuid,
        audit_id uuid,
        product_version text,
        scope text,
        methods text,
        notes text,
        sample jsonb NOT NULL,
        contact jsonb,
        author jsonb,
        feedback_url text,
        enforcement jsonb,
        legislation jsonb,
        technologies text[] NOT NULL,
        test_environments text[] NOT NULL,
        tools text[] NOT NULL,
        prepared_by text CONSTRAINT ck_conformance_reports_prepared_by CHECK (prepared_by IN ('self', 'third_party')),
        valid_until timestamptz(3),
        revision_of int,
        superseded_at timestamptz(3),
        published_at timestamptz(3),
        withdrawn_at timestamptz(3),
        reviewed_at timestamptz(3),
        sha256 text,
        public_token text,
        taken_back int NOT NULL DEFAULT 0,
        revision int NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_conformance_reports PRIMARY KEY (organization_id, id),
        CONSTRAINT uq_conformance_reports_product_number UNIQUE (organization_id, product_id, number),
        CONSTRAINT fk_conformance_reports_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_conformance_reports_published CHECK (status = 'draft' OR (published_at IS NOT NULL AND valid_until IS NOT NULL AND sha256 IS NOT NULL))
      );
      CREATE INDEX ix_conformance_reports_audit ON conformance_reports (organization_id, audit_id) WHERE status = 'draft';
      CREATE INDEX ix_conformance_reports_standard ON conformance_reports (organization_id, standard_id) WHERE status = 'draft';
      COMMENT ON COLUMN conformance_reports.standard_id IS 'without a foreign key, as conformance_level_id and audit_id: what is published keeps them where their rows are gone';
      COMMENT ON COLUMN conformance_reports.public_token IS 'encrypted; where it leads is in conformance_tokens';
      COMMENT ON COLUMN conformance_reports.taken_back IS 'the highest revision of a verdict that was taken back: no revision comes twice';

      CREATE TABLE conformance_verdicts (
        organization_id uuid NOT NULL,
        report_id uuid NOT NULL,
        requirement_id uuid NOT NULL,
        component text NOT NULL,
        verdict text NOT NULL CONSTRAINT ck_conformance_verdicts_verdict
          CHECK (verdict IN ('supports', 'partially_supports', 'does_not_support', 'not_applicable', 'not_evaluated')),
        remarks text,
        reason text NOT NULL,
        alternative text,
        evidence jsonb NOT NULL,
        from_group boolean NOT NULL,
        stated_by_user_id uuid,
        stated_by_name text,
        stated_at timestamptz(3) NOT NULL,
        revision int NOT NULL,
        CONSTRAINT pk_conformance_verdicts PRIMARY KEY (organization_id, report_id, requirement_id, component),
        CONSTRAINT fk_conformance_verdicts_report FOREIGN KEY (organization_id, report_id) REFERENCES conformance_reports (organization_id, id) ON DELETE CASCADE
      );
      CREATE INDEX ix_conformance_verdicts_stated_by ON conformance_verdicts (organization_id, stated_by_user_id) WHERE stated_by_user_id IS NOT NULL;
      COMMENT ON COLUMN conformance_verdicts.stated_by_name IS 'as it was; null: stated with an API key';

      CREATE TABLE conformance_documents (
        organization_id uuid NOT NULL,
        report_id uuid NOT NULL,
        document text NOT NULL,
        requirement_ids uuid[] NOT NULL,
        CONSTRAINT pk_conformance_documents PRIMARY KEY (organization_id, report_id),
        CONSTRAINT fk_conformance_documents_report FOREIGN KEY (organization_id, report_id) REFERENCES conformance_reports (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON COLUMN conformance_documents.document IS 'canonical JSON, of which conformance_reports.sha256 is the digest';
      COMMENT ON COLUMN conformance_documents.requirement_ids IS 'those of the requirements of the document, in its order';

      CREATE TABLE conformance_tokens (
        token_hash bytea CONSTRAINT pk_conformance_tokens PRIMARY KEY,
        organization_id uuid NOT NULL CONSTRAINT fk_conformance_tokens_organization REFERENCES organizations ON DELETE CASCADE,
        product_id uuid NOT NULL,
        number int NOT NULL,
        CONSTRAINT uq_conformance_tokens_report UNIQUE (organization_id, product_id, number)
      );
      COMMENT ON TABLE conformance_tokens IS 'where public addresses lead: looked up before an organization is known';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE conformance_tokens, conformance_documents, conformance_verdicts, conformance_reports',
    );
  }
}
