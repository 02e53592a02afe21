/**
 * Conformance reports.
 * This is the schema of v0.1.0, which is never edited: a change is a migration of its own.
 */
export const CONFORMANCE = `
  -- Reports of conformance. What is published refers to what it was made from by no key, and keeps it where the rows
  -- are gone.
  CREATE TABLE conformance_reports (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    number int NOT NULL,
    title text NOT NULL,
    status text NOT NULL,
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
    prepared_by text,
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
    CONSTRAINT ck_conformance_reports_status CHECK (status IN ('draft', 'published', 'withdrawn')),
    CONSTRAINT ck_conformance_reports_prepared_by CHECK (prepared_by IN ('self', 'third_party')),
    CONSTRAINT ck_conformance_reports_published CHECK
      (status = 'draft' OR (published_at IS NOT NULL AND valid_until IS NOT NULL AND sha256 IS NOT NULL)),
    CONSTRAINT fk_conformance_reports_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  );
  COMMENT ON COLUMN conformance_reports.standard_id IS
    'without a foreign key, as conformance_level_id and audit_id: what is published keeps them where their rows are gone';
  COMMENT ON COLUMN conformance_reports.public_token IS 'encrypted; where it leads is in conformance_tokens';
  COMMENT ON COLUMN conformance_reports.taken_back IS
    'the highest revision of a verdict that was taken back: no revision comes twice';
  -- Drafts let go of an audit that is deleted, by code: what is published keeps it.
  CREATE INDEX ix_conformance_reports_audit ON conformance_reports (organization_id, audit_id)
    WHERE status = 'draft';
  -- Drafts let go of a standard that is deleted, by code: what is published keeps it.
  CREATE INDEX ix_conformance_reports_standard ON conformance_reports (organization_id, standard_id)
    WHERE status = 'draft';

  CREATE TABLE conformance_verdicts (
    organization_id uuid NOT NULL,
    report_id uuid NOT NULL,
    requirement_id uuid NOT NULL,
    component text NOT NULL,
    verdict text NOT NULL,
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
    CONSTRAINT ck_conformance_verdicts_verdict CHECK
      (verdict IN ('supports', 'partially_supports', 'does_not_support', 'not_applicable', 'not_evaluated')),
    CONSTRAINT fk_conformance_verdicts_report FOREIGN KEY (organization_id, report_id)
      REFERENCES conformance_reports (organization_id, id) ON DELETE CASCADE
  );
  COMMENT ON COLUMN conformance_verdicts.stated_by_name IS 'as it was; null: stated with an API key';
  -- A person is cleared from what they stated when they leave.
  CREATE INDEX ix_conformance_verdicts_stated_by ON conformance_verdicts (organization_id, stated_by_user_id)
    WHERE stated_by_user_id IS NOT NULL;

  CREATE TABLE conformance_documents (
    organization_id uuid NOT NULL,
    report_id uuid NOT NULL,
    document text NOT NULL,
    requirement_ids uuid[] NOT NULL,
    CONSTRAINT pk_conformance_documents PRIMARY KEY (organization_id, report_id),
    CONSTRAINT fk_conformance_documents_report FOREIGN KEY (organization_id, report_id)
      REFERENCES conformance_reports (organization_id, id) ON DELETE CASCADE
  );
  COMMENT ON COLUMN conformance_documents.document IS
    'canonical JSON, of which conformance_reports.sha256 is the digest';
  COMMENT ON COLUMN conformance_documents.requirement_ids IS 'those of the requirements of the document, in its order';

  CREATE TABLE conformance_tokens (
    token_hash bytea NOT NULL,
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    number int NOT NULL,
    CONSTRAINT pk_conformance_tokens PRIMARY KEY (token_hash),
    CONSTRAINT uq_conformance_tokens_report UNIQUE (organization_id, product_id, number),
    CONSTRAINT fk_conformance_tokens_organization FOREIGN KEY (organization_id)
      REFERENCES organizations (id) ON DELETE CASCADE
  );
  COMMENT ON TABLE conformance_tokens IS 'where public addresses lead: looked up before an organization is known';

  CREATE TABLE conformance_gone_issues (
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    requirement_id uuid NOT NULL,
    opened_at timestamptz(3) NOT NULL,
    ended_at timestamptz(3) NOT NULL,
    was_closed boolean NOT NULL,
    CONSTRAINT pk_conformance_gone_issues PRIMARY KEY (organization_id, product_id, requirement_id, opened_at),
    CONSTRAINT fk_conformance_gone_issues_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  );
  COMMENT ON TABLE conformance_gone_issues IS 'issues that were linked to a requirement and are gone';
  COMMENT ON COLUMN conformance_gone_issues.ended_at IS 'when it was closed, else when it was deleted or unlinked';
`;
