/**
 * Issues.
 * This is the schema of v0.1.0, which is never edited: a change is a migration of its own.
 */
export const ISSUES = `
  -- In the order of their meaning, so that sorting by one follows it.
  CREATE TYPE rating AS ENUM ('low', 'medium', 'high');
  CREATE TYPE issue_priority AS ENUM ('low', 'medium', 'high', 'critical');
  CREATE TYPE issue_state AS ENUM ('open', 'closed');
  CREATE TYPE issue_source AS ENUM ('internal', 'external');

  -- Issues. The set is a digest of the requirements that an issue fails, the needs are those that people linked it
  -- to: both are counted by.
  CREATE TABLE issues (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    number int NOT NULL,
    title text NOT NULL,
    description text,
    state issue_state NOT NULL DEFAULT 'open',
    severity rating,
    impact rating,
    effort rating,
    priority issue_priority,
    source issue_source NOT NULL DEFAULT 'internal',
    source_url text,
    source_id text,
    wcag text[] NOT NULL DEFAULT '{}',
    audit_id uuid,
    test_activity_id uuid,
    created_by_user_id uuid,
    closed_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    requirement_set bytea NOT NULL DEFAULT sha256(''),
    revision int NOT NULL DEFAULT 1,
    functional_need_ids uuid[] NOT NULL DEFAULT '{}',
    CONSTRAINT ck_issues_closed_at CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
    CONSTRAINT fk_issues_creator FOREIGN KEY (created_by_user_id) REFERENCES users (id),
    CONSTRAINT fk_issues_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_issues_audit FOREIGN KEY (organization_id, product_id, audit_id)
      REFERENCES audits (organization_id, product_id, id),
    CONSTRAINT fk_issues_test_activity FOREIGN KEY (organization_id, product_id, test_activity_id)
      REFERENCES test_activities (organization_id, product_id, id)
  );
  -- An order of the list, for both directions: a page is found without sorting.
  CREATE INDEX ix_issues_organization_created ON issues (organization_id, created_at, id) INCLUDE (product_id);
  -- For the foreign key.
  CREATE INDEX ix_issues_creator ON issues (created_by_user_id) WHERE created_by_user_id IS NOT NULL;
  -- An external tracker names the address of its issue; short whatever the address, as a long one has no room in an
  -- index.
  CREATE INDEX ix_issues_external ON issues (organization_id, md5(source_url))
    WHERE source = 'external' AND source_url IS NOT NULL;
  -- After the indexes above: without statistics the planner takes the newest of those that cost the same.
  ALTER TABLE issues ADD CONSTRAINT pk_issues PRIMARY KEY (organization_id, id);
  -- For the foreign key.
  CREATE INDEX ix_issues_audit ON issues (organization_id, audit_id, product_id) WHERE audit_id IS NOT NULL;
  CREATE INDEX ix_issues_test_activity ON issues (organization_id, test_activity_id, product_id)
    WHERE test_activity_id IS NOT NULL;
  -- An order of the list, for both directions: a page is found without sorting.
  CREATE INDEX ix_issues_product_created ON issues (organization_id, product_id, created_at, id);
  CREATE INDEX ix_issues_product_priority_desc ON issues
    (organization_id, product_id, priority DESC NULLS LAST, id DESC);
  CREATE INDEX ix_issues_product_severity_desc ON issues
    (organization_id, product_id, severity DESC NULLS LAST, id DESC);
  CREATE INDEX ix_issues_product_updated ON issues (organization_id, product_id, updated_at, id);
  -- The lowest numbers of open issues that a Grade names. Each holds the digest of the requirements, by which it
  -- counts.
  CREATE INDEX ix_issues_open_linked ON issues (organization_id, product_id, number) INCLUDE (requirement_set)
    WHERE state = 'open' AND requirement_set <> sha256('');
  CREATE INDEX ix_issues_open_unlinked ON issues (organization_id, product_id, number) INCLUDE (requirement_set)
    WHERE state = 'open' AND requirement_set = sha256('');
  CREATE INDEX ix_issues_open_high ON issues (organization_id, product_id, number) INCLUDE (requirement_set)
    WHERE state = 'open' AND severity = 'high';
  CREATE INDEX ix_issues_open_critical ON issues (organization_id, product_id, number) INCLUDE (requirement_set)
    WHERE state = 'open' AND priority = 'critical';
  -- An order of the list, for both directions: a page is found without sorting.
  CREATE INDEX ix_issues_organization_updated ON issues (organization_id, updated_at, id) INCLUDE (product_id);
  CREATE INDEX ix_issues_organization_priority_desc ON issues
    (organization_id, priority DESC NULLS LAST, id DESC) INCLUDE (product_id);
  CREATE INDEX ix_issues_organization_severity_desc ON issues
    (organization_id, severity DESC NULLS LAST, id DESC) INCLUDE (product_id);
  CREATE INDEX ix_issues_organization_number ON issues (organization_id, number, id) INCLUDE (product_id);
  CREATE INDEX ix_issues_organization_title ON issues (organization_id, title, id) INCLUDE (product_id);
  CREATE INDEX ix_issues_product_title ON issues (organization_id, product_id, title, id);
  CREATE INDEX ix_issues_organization_state ON issues (organization_id, state, id) INCLUDE (product_id);
  CREATE INDEX ix_issues_product_state ON issues (organization_id, product_id, state, id);
  CREATE INDEX ix_issues_organization_impact_desc ON issues
    (organization_id, impact DESC NULLS LAST, id DESC) INCLUDE (product_id);
  CREATE INDEX ix_issues_product_impact_desc ON issues
    (organization_id, product_id, impact DESC NULLS LAST, id DESC);
  CREATE INDEX ix_issues_organization_effort_desc ON issues
    (organization_id, effort DESC NULLS LAST, id DESC) INCLUDE (product_id);
  CREATE INDEX ix_issues_product_effort_desc ON issues
    (organization_id, product_id, effort DESC NULLS LAST, id DESC);
  -- What people look for in titles and descriptions, within an organization: trigrams.
  CREATE INDEX ix_issues_organization_text ON issues USING gin
    (organization_id, title gin_trgm_ops, description gin_trgm_ops);
  -- The heaviest open issues of each set and needs, which insights name.
  CREATE INDEX ix_issues_open_heaviest ON issues
    (organization_id, product_id, requirement_set, functional_need_ids, severity DESC NULLS LAST, created_at, number)
    WHERE state = 'open';
  -- An order of the list, for both directions: a page is found without sorting.
  CREATE INDEX ix_issues_organization_closed_at_desc ON issues
    (organization_id, closed_at DESC NULLS LAST, id DESC) INCLUDE (product_id, created_at);
  CREATE INDEX ix_issues_product_closed_at_desc ON issues
    (organization_id, product_id, closed_at DESC NULLS LAST, id DESC) INCLUDE (created_at);
  -- After the indexes above: without statistics the planner takes the newest of those that cost the same.
  ALTER TABLE issues ADD CONSTRAINT uq_issues_product_number UNIQUE (organization_id, product_id, number);
  ALTER TABLE issues ADD CONSTRAINT uq_issues_product_id UNIQUE (organization_id, id, product_id);
  -- A product is of one organization: a planner that took the two for independent would expect too few rows.
  CREATE STATISTICS st_issues_product (dependencies) ON organization_id, product_id FROM issues;

  CREATE TABLE issue_areas (
    product_id uuid NOT NULL,
    issue_id uuid NOT NULL,
    area_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    CONSTRAINT pk_issue_areas PRIMARY KEY (organization_id, issue_id, product_id, area_id),
    CONSTRAINT fk_issue_areas_area FOREIGN KEY (organization_id, product_id, area_id)
      REFERENCES areas (organization_id, product_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_issue_areas_issue FOREIGN KEY (organization_id, product_id, issue_id)
      REFERENCES issues (organization_id, product_id, id) ON DELETE CASCADE
  );
  -- By the area first: a planner without statistics would pass over an index that begins with the product. Also for
  -- the foreign key.
  CREATE INDEX ix_issue_areas_area ON issue_areas (organization_id, area_id, product_id);

  CREATE TABLE issue_requirements (
    issue_id uuid NOT NULL,
    requirement_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    CONSTRAINT pk_issue_requirements PRIMARY KEY (organization_id, issue_id, requirement_id),
    CONSTRAINT fk_issue_requirements_requirement FOREIGN KEY (requirement_id)
      REFERENCES requirements (id) ON DELETE CASCADE,
    CONSTRAINT fk_issue_requirements_issue FOREIGN KEY (organization_id, issue_id)
      REFERENCES issues (organization_id, id) ON DELETE CASCADE
  );
  -- For the foreign key.
  CREATE INDEX ix_issue_requirements_requirement ON issue_requirements (requirement_id);

  CREATE TABLE issue_functional_needs (
    issue_id uuid NOT NULL,
    functional_need_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    CONSTRAINT pk_issue_functional_needs PRIMARY KEY (organization_id, issue_id, functional_need_id),
    CONSTRAINT fk_issue_functional_needs_need FOREIGN KEY (functional_need_id)
      REFERENCES functional_needs (id) ON DELETE CASCADE,
    CONSTRAINT fk_issue_functional_needs_issue FOREIGN KEY (organization_id, issue_id)
      REFERENCES issues (organization_id, id) ON DELETE CASCADE
  );
  -- For the foreign key.
  CREATE INDEX ix_issue_functional_needs_need ON issue_functional_needs (functional_need_id);

  -- Open issues that fail the same requirements and concern the same needs: the Grade and insights read these
  -- (docs/decisions/0017-counts-for-the-grade.md).
  CREATE TABLE open_issue_counts (
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    requirement_set bytea NOT NULL,
    requirement_ids uuid[] NOT NULL,
    value int NOT NULL,
    high int NOT NULL,
    critical int NOT NULL,
    functional_need_ids uuid[] NOT NULL,
    medium int NOT NULL,
    low int NOT NULL,
    CONSTRAINT pk_open_issue_counts PRIMARY KEY (organization_id, product_id, requirement_set, functional_need_ids),
    CONSTRAINT fk_open_issue_counts_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50);

  -- Closed issues by the days they were opened and closed on, for the medians of trends.
  CREATE TABLE closed_issue_counts (
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    closed date NOT NULL,
    opened date NOT NULL,
    value int NOT NULL,
    CONSTRAINT pk_closed_issue_counts PRIMARY KEY (organization_id, product_id, closed, opened),
    CONSTRAINT fk_closed_issue_counts_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 90);

  -- What happened to issues on each day, for trends.
  CREATE TABLE issue_days (
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    day date NOT NULL,
    opened int NOT NULL,
    closed int NOT NULL,
    removed int NOT NULL,
    CONSTRAINT pk_issue_days PRIMARY KEY (organization_id, product_id, day),
    CONSTRAINT fk_issue_days_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 90);

  CREATE TABLE external_events (
    issue_id uuid NOT NULL,
    source_url text NOT NULL,
    at timestamptz(3) NOT NULL,
    action text NOT NULL,
    organization_id uuid NOT NULL,
    CONSTRAINT pk_external_events PRIMARY KEY (organization_id, issue_id),
    CONSTRAINT fk_external_events_issue FOREIGN KEY (organization_id, issue_id)
      REFERENCES issues (organization_id, id) ON DELETE CASCADE
  );
  COMMENT ON TABLE external_events IS 'the last event of an external tracker that was applied to an issue';
`;
