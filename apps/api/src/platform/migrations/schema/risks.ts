/**
 * Risks, and the filters of lists that people keep.
 * This is the schema of v0.1.0, which is never edited: a change is a migration of its own.
 */
export const RISKS = `
  CREATE TYPE risk_status AS ENUM ('identified', 'mitigated', 'materialized', 'aged_out');

  -- Barriers that may come, and the issues they became.
  CREATE TABLE risks (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    number int NOT NULL,
    title text NOT NULL,
    description text,
    likelihood rating,
    impact rating,
    mitigation text,
    status risk_status NOT NULL DEFAULT 'identified',
    issue_id uuid,
    created_by_user_id uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    revision int NOT NULL DEFAULT 1,
    CONSTRAINT ck_risks_issue_of_materialized CHECK (issue_id IS NULL OR status = 'materialized'),
    CONSTRAINT fk_risks_creator FOREIGN KEY (created_by_user_id) REFERENCES users (id),
    CONSTRAINT fk_risks_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_risks_issue FOREIGN KEY (organization_id, product_id, issue_id)
      REFERENCES issues (organization_id, product_id, id)
  );
  -- An order of the list, for both directions: a page is found without sorting.
  CREATE INDEX ix_risks_organization_created ON risks (organization_id, created_at, id) INCLUDE (product_id);
  -- Insights count risks by status, likelihood and impact.
  CREATE INDEX ix_risks_organization_insights ON risks (organization_id, product_id, status, likelihood, impact);
  -- For the foreign key.
  CREATE INDEX ix_risks_creator ON risks (created_by_user_id) WHERE created_by_user_id IS NOT NULL;
  -- An order of the list, for both directions: a page is found without sorting.
  CREATE INDEX ix_risks_organization_status ON risks (organization_id, status, id);
  CREATE INDEX ix_risks_organization_likelihood_desc ON risks (organization_id, likelihood DESC NULLS LAST, id DESC);
  CREATE INDEX ix_risks_organization_impact_desc ON risks (organization_id, impact DESC NULLS LAST, id DESC);
  -- After the indexes above: without statistics the planner takes the newest of those that cost the same.
  ALTER TABLE risks ADD CONSTRAINT pk_risks PRIMARY KEY (organization_id, id);
  -- For the foreign key.
  CREATE INDEX ix_risks_issue ON risks (organization_id, issue_id, product_id) WHERE issue_id IS NOT NULL;
  -- An order of the list, for both directions: a page is found without sorting.
  CREATE INDEX ix_risks_product_created ON risks (organization_id, product_id, created_at, id);
  CREATE INDEX ix_risks_product_impact_desc ON risks (organization_id, product_id, impact DESC NULLS LAST, id DESC);
  CREATE INDEX ix_risks_product_likelihood_desc ON risks
    (organization_id, product_id, likelihood DESC NULLS LAST, id DESC);
  CREATE INDEX ix_risks_product_status ON risks (organization_id, product_id, status, id);
  CREATE INDEX ix_risks_organization_number ON risks (organization_id, number, id) INCLUDE (product_id);
  CREATE INDEX ix_risks_organization_updated ON risks (organization_id, updated_at, id) INCLUDE (product_id);
  CREATE INDEX ix_risks_product_updated ON risks (organization_id, product_id, updated_at, id);
  CREATE INDEX ix_risks_organization_title ON risks (organization_id, title, id) INCLUDE (product_id);
  CREATE INDEX ix_risks_product_title ON risks (organization_id, product_id, title, id);
  -- After the indexes above: without statistics the planner takes the newest of those that cost the same.
  ALTER TABLE risks ADD CONSTRAINT uq_risks_product_number UNIQUE (organization_id, product_id, number);
  ALTER TABLE risks ADD CONSTRAINT uq_risks_product_id UNIQUE (organization_id, id, product_id);
  -- What people look for in titles and descriptions, within an organization: trigrams.
  CREATE INDEX ix_risks_organization_text ON risks USING gin
    (organization_id, title gin_trgm_ops, description gin_trgm_ops);
  -- A product is of one organization: a planner that took the two for independent would expect too few rows.
  CREATE STATISTICS st_risks_product (dependencies) ON organization_id, product_id FROM risks;

  CREATE TABLE risk_areas (
    product_id uuid NOT NULL,
    risk_id uuid NOT NULL,
    area_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    CONSTRAINT pk_risk_areas PRIMARY KEY (organization_id, risk_id, product_id, area_id),
    CONSTRAINT fk_risk_areas_area FOREIGN KEY (organization_id, product_id, area_id)
      REFERENCES areas (organization_id, product_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_risk_areas_risk FOREIGN KEY (organization_id, product_id, risk_id)
      REFERENCES risks (organization_id, product_id, id) ON DELETE CASCADE
  );
  -- By the area first: a planner without statistics would pass over an index that begins with the product. Also for
  -- the foreign key.
  CREATE INDEX ix_risk_areas_area ON risk_areas (organization_id, area_id, product_id);

  CREATE TABLE risk_functional_needs (
    risk_id uuid NOT NULL,
    functional_need_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    CONSTRAINT pk_risk_functional_needs PRIMARY KEY (organization_id, risk_id, functional_need_id),
    CONSTRAINT fk_risk_functional_needs_need FOREIGN KEY (functional_need_id)
      REFERENCES functional_needs (id) ON DELETE CASCADE,
    CONSTRAINT fk_risk_functional_needs_risk FOREIGN KEY (organization_id, risk_id)
      REFERENCES risks (organization_id, id) ON DELETE CASCADE
  );
  -- For the foreign key.
  CREATE INDEX ix_risk_functional_needs_need ON risk_functional_needs (functional_need_id);

  -- Filters that people keep.
  CREATE TABLE saved_views (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    filters jsonb NOT NULL,
    sort jsonb,
    shared boolean NOT NULL,
    owner_user_id uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    revision int NOT NULL DEFAULT 1,
    CONSTRAINT pk_saved_views PRIMARY KEY (organization_id, id),
    CONSTRAINT ck_saved_views_kind CHECK (kind IN ('issues', 'risks', 'findings')),
    CONSTRAINT ck_saved_views_owner CHECK (shared OR owner_user_id IS NOT NULL),
    CONSTRAINT fk_saved_views_organization FOREIGN KEY (organization_id)
      REFERENCES organizations (id) ON DELETE CASCADE,
    CONSTRAINT fk_saved_views_owner FOREIGN KEY (organization_id, owner_user_id)
      REFERENCES members (organization_id, user_id) ON DELETE CASCADE
  );
  COMMENT ON COLUMN saved_views.owner_user_id IS 'null: shared by somebody who has left';
  -- The views of a person; also for the foreign key.
  CREATE INDEX ix_saved_views_owner ON saved_views (organization_id, owner_user_id);
`;
