/**
 * Audits and test activities.
 * This is the schema of v0.1.0, which is never edited: a change is a migration of its own.
 */
export const TESTS = `
  CREATE TYPE audit_type AS ENUM ('full', 're_audit', 'small_scope');
  CREATE TYPE audit_status AS ENUM ('in_progress', 'completed');
  CREATE TYPE activity_type AS ENUM ('automated_scan', 'manual_test', 'usability_test', 'user_research');
  CREATE TYPE line_kind AS ENUM ('main', 'proposal');

  CREATE TABLE audits (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    number int NOT NULL,
    type audit_type NOT NULL,
    status audit_status NOT NULL,
    title text,
    description text,
    started_at timestamptz(3),
    completed_at timestamptz(3),
    occurred_at timestamptz(3) GENERATED ALWAYS AS (coalesce(completed_at, started_at, created_at)) STORED,
    standard_id uuid,
    conformance_level_id uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    revision int NOT NULL DEFAULT 1,
    CONSTRAINT fk_audits_standard FOREIGN KEY (standard_id) REFERENCES standards (id),
    CONSTRAINT fk_audits_conformance_level FOREIGN KEY (conformance_level_id) REFERENCES standard_levels (id),
    CONSTRAINT fk_audits_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  );
  -- An order of the list, for both directions: a page is found without sorting.
  CREATE INDEX ix_audits_organization_occurred ON audits
    (organization_id, occurred_at DESC, id DESC) INCLUDE (product_id);
  -- For the foreign key.
  CREATE INDEX ix_audits_standard ON audits (standard_id) WHERE standard_id IS NOT NULL;
  CREATE INDEX ix_audits_conformance_level ON audits (conformance_level_id) WHERE conformance_level_id IS NOT NULL;
  -- After the indexes above: without statistics the planner takes the newest of those that cost the same.
  ALTER TABLE audits ADD CONSTRAINT pk_audits PRIMARY KEY (organization_id, id);
  -- When something was audited last: the Grade asks.
  CREATE INDEX ix_audits_completed ON audits (organization_id, product_id, completed_at)
    WHERE status = 'completed';
  -- When the last full audit was: the Grade asks, and when the next is due follows from it.
  CREATE INDEX ix_audits_completed_full ON audits (organization_id, product_id, completed_at DESC)
    WHERE type = 'full' AND status = 'completed';
  -- Whether a full audit is under way.
  CREATE INDEX ix_audits_open_full ON audits (organization_id, product_id)
    WHERE type = 'full' AND status = 'in_progress';
  -- An order of the list, for both directions: a page is found without sorting.
  CREATE INDEX ix_audits_product_completed_at_desc ON audits
    (organization_id, product_id, completed_at DESC NULLS LAST, id DESC);
  CREATE INDEX ix_audits_product_created ON audits (organization_id, product_id, created_at, id);
  CREATE INDEX ix_audits_product_occurred ON audits (organization_id, product_id, occurred_at DESC, id DESC);
  CREATE INDEX ix_audits_product_started_at_desc ON audits
    (organization_id, product_id, started_at DESC NULLS LAST, id DESC);
  -- After the indexes above: without statistics the planner takes the newest of those that cost the same.
  ALTER TABLE audits ADD CONSTRAINT uq_audits_product_number UNIQUE (organization_id, product_id, number);
  ALTER TABLE audits ADD CONSTRAINT uq_audits_product_id UNIQUE (organization_id, id, product_id);
  -- An order of the list, for both directions: a page is found without sorting.
  CREATE INDEX ix_audits_organization_created ON audits (organization_id, created_at, id) INCLUDE (product_id);
  CREATE INDEX ix_audits_organization_completed_at_desc ON audits
    (organization_id, completed_at DESC NULLS LAST, id DESC) INCLUDE (product_id);
  CREATE INDEX ix_audits_organization_started_at_desc ON audits
    (organization_id, started_at DESC NULLS LAST, id DESC) INCLUDE (product_id);
  -- A product is of one organization: a planner that took the two for independent would expect too few rows.
  CREATE STATISTICS st_audits_product (dependencies) ON organization_id, product_id FROM audits;

  -- Runs of scanners, and tests by people. The set is what a run reported, the answer what it changed.
  CREATE TABLE test_activities (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    number int NOT NULL,
    type activity_type NOT NULL,
    title text NOT NULL,
    tool text,
    target text,
    external_url text,
    started_at timestamptz(3),
    completed_at timestamptz(3) NOT NULL,
    context jsonb,
    context_trigger text GENERATED ALWAYS AS (context ->> 'trigger') STORED,
    context_environment text GENERATED ALWAYS AS (context ->> 'environment') STORED,
    idempotency_key text,
    issue_count int NOT NULL DEFAULT 0,
    finding_count int NOT NULL DEFAULT 0,
    resolved_count int NOT NULL DEFAULT 0,
    delta jsonb,
    created_by_user_id uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    line int,
    line_kind line_kind,
    track int,
    set_id uuid,
    answer_id uuid,
    complete boolean NOT NULL DEFAULT false,
    also_ends int[],
    sweep_key text,
    part int,
    parts int,
    piece int,
    pieces int,
    introduced jsonb,
    fixes int,
    is_evidence boolean GENERATED ALWAYS AS (
      CASE WHEN line_kind IS NULL THEN context ->> 'trigger' IS DISTINCT FROM 'pull_request' ELSE line_kind = 'main' END) STORED,
    CONSTRAINT pk_test_activities PRIMARY KEY (organization_id, id),
    CONSTRAINT fk_test_activities_creator FOREIGN KEY (created_by_user_id) REFERENCES users (id),
    CONSTRAINT fk_test_activities_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  );
  -- An order of the list, for both directions: a page is found without sorting.
  CREATE INDEX ix_test_activities_organization_created ON test_activities
    (organization_id, created_at, id) INCLUDE (product_id);
  CREATE INDEX ix_test_activities_organization_completed ON test_activities
    (organization_id, completed_at DESC, id DESC) INCLUDE (product_id);
  CREATE INDEX ix_test_activities_organization_trigger ON test_activities
    (organization_id, context_trigger, completed_at DESC, id DESC) INCLUDE (product_id);
  CREATE INDEX ix_test_activities_organization_environment ON test_activities
    (organization_id, context_environment, completed_at DESC, id DESC) INCLUDE (product_id);
  -- For the foreign key.
  CREATE INDEX ix_test_activities_creator ON test_activities (created_by_user_id)
    WHERE created_by_user_id IS NOT NULL;
  -- An order of the list, for both directions: a page is found without sorting.
  CREATE INDEX ix_test_activities_product_completed ON test_activities
    (organization_id, product_id, completed_at DESC, id DESC);
  CREATE INDEX ix_test_activities_product_created ON test_activities (organization_id, product_id, created_at, id);
  CREATE INDEX ix_test_activities_product_environment ON test_activities
    (organization_id, product_id, context_environment, completed_at DESC, id DESC);
  CREATE INDEX ix_test_activities_product_started_desc ON test_activities
    (organization_id, product_id, started_at DESC NULLS LAST, id DESC);
  CREATE INDEX ix_test_activities_product_trigger ON test_activities
    (organization_id, product_id, context_trigger, completed_at DESC, id DESC);
  -- A report that is sent again is known by its key.
  CREATE UNIQUE INDEX uq_test_activities_product_idempotency ON test_activities
    (organization_id, product_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL;
  -- After the indexes above: without statistics the planner takes the newest of those that cost the same.
  ALTER TABLE test_activities
    ADD CONSTRAINT uq_test_activities_product_number UNIQUE (organization_id, product_id, number);
  ALTER TABLE test_activities ADD CONSTRAINT uq_test_activities_product_id UNIQUE (organization_id, id, product_id);
  -- When something of each type was tested last: the Grade asks.
  CREATE INDEX ix_test_activities_evidence ON test_activities (organization_id, product_id, type, completed_at)
    WHERE is_evidence;
  -- The runs of a line, in their order.
  CREATE INDEX ix_test_activities_line ON test_activities (organization_id, line, product_id, number)
    WHERE line IS NOT NULL;
  -- The parts of a sweep that have arrived.
  CREATE INDEX ix_test_activities_sweep ON test_activities (organization_id, line, product_id, sweep_key, number)
    WHERE sweep_key IS NOT NULL;
  -- An order of the list, for both directions: a page is found without sorting.
  CREATE INDEX ix_test_activities_organization_started_desc ON test_activities
    (organization_id, started_at DESC NULLS LAST, id DESC) INCLUDE (product_id);
  -- A product is of one organization: a planner that took the two for independent would expect too few rows.
  CREATE STATISTICS st_test_activities_product (dependencies) ON organization_id, product_id FROM test_activities;

  CREATE TABLE test_activity_areas (
    product_id uuid NOT NULL,
    test_activity_id uuid NOT NULL,
    area_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    CONSTRAINT pk_test_activity_areas PRIMARY KEY (organization_id, test_activity_id, product_id, area_id),
    CONSTRAINT fk_test_activity_areas_area FOREIGN KEY (organization_id, product_id, area_id)
      REFERENCES areas (organization_id, product_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_test_activity_areas_activity FOREIGN KEY (organization_id, product_id, test_activity_id)
      REFERENCES test_activities (organization_id, product_id, id) ON DELETE CASCADE
  );
  -- By the area first: a planner without statistics would pass over an index that begins with the product. Also for
  -- the foreign key.
  CREATE INDEX ix_test_activity_areas_area ON test_activity_areas (organization_id, area_id, product_id);

  -- How many activities a product has of each kind, so that totals, tools and environments cost a few rows and not a
  -- scan.
  CREATE TABLE activity_counts (
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    type activity_type NOT NULL,
    tool text NOT NULL,
    trigger text NOT NULL,
    environment text NOT NULL,
    value int NOT NULL,
    CONSTRAINT pk_activity_counts PRIMARY KEY (organization_id, product_id, type, tool, trigger, environment),
    CONSTRAINT fk_activity_counts_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50);
  COMMENT ON COLUMN activity_counts.environment IS 'empty where none was named; * for one that a pull request named';

  -- Environments of pull requests are endless, so they have a table of their own.
  CREATE TABLE preview_counts (
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    environment text NOT NULL,
    value int NOT NULL,
    CONSTRAINT pk_preview_counts PRIMARY KEY (organization_id, product_id, environment),
    CONSTRAINT fk_preview_counts_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50);
  COMMENT ON TABLE preview_counts IS 'environments that pull requests named, real ones included';

  -- How many activities were completed in each week: pages of feeds that lie far back are found without reading all
  -- that is newer.
  CREATE TABLE activity_weeks (
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    week date NOT NULL,
    value int NOT NULL,
    CONSTRAINT pk_activity_weeks PRIMARY KEY (organization_id, product_id, week),
    CONSTRAINT fk_activity_weeks_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50);
`;
