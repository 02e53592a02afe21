import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Audits, test activities, issues and findings, with the counts that keep lists and feeds quick at any size. */
export class Evidence1760000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Enumerations are declared in the order of their meaning, so that sorting by one follows it.
    await runner.query(`
      CREATE TYPE rating AS ENUM ('low', 'medium', 'high');
      CREATE TYPE issue_priority AS ENUM ('low', 'medium', 'high', 'critical');
      CREATE TYPE issue_state AS ENUM ('open', 'closed');
      CREATE TYPE issue_source AS ENUM ('internal', 'external');
      CREATE TYPE audit_type AS ENUM ('full', 're_audit', 'small_scope');
      CREATE TYPE audit_status AS ENUM ('in_progress', 'completed');
      CREATE TYPE activity_type AS ENUM ('automated_scan', 'manual_test', 'usability_test', 'user_research');
      CREATE TYPE finding_status AS ENUM ('pending', 'confirmed', 'dismissed', 'resolved');
      CREATE TYPE finding_change AS ENUM ('new', 'known', 'regressed', 'dismissed', 'resolved');
      CREATE TYPE dismissal_reason AS ENUM ('false_positive', 'accepted', 'third_party', 'not_applicable', 'duplicate');

      CREATE TABLE audits (
        id uuid CONSTRAINT pk_audits PRIMARY KEY,
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
        standard_id uuid CONSTRAINT fk_audits_standard REFERENCES standards ON DELETE SET NULL,
        conformance_level_id uuid CONSTRAINT fk_audits_conformance_level REFERENCES standard_levels ON DELETE SET NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT fk_audits_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT uq_audits_product_number UNIQUE (product_id, number),
        CONSTRAINT uq_audits_product_id UNIQUE (product_id, id)
      );
      CREATE INDEX ix_audits_organization_created ON audits (organization_id, created_at, id);
      CREATE INDEX ix_audits_product_created ON audits (product_id, created_at, id);
      CREATE INDEX ix_audits_organization_occurred ON audits (organization_id, occurred_at DESC, id DESC) INCLUDE (product_id);
      CREATE INDEX ix_audits_product_occurred ON audits (product_id, occurred_at DESC, id DESC);
      CREATE INDEX ix_audits_completed ON audits (product_id, completed_at) WHERE status = 'completed';
      CREATE INDEX ix_audits_completed_full ON audits (product_id, completed_at DESC) WHERE type = 'full' AND status = 'completed';
      CREATE INDEX ix_audits_open_full ON audits (product_id) WHERE type = 'full' AND status = 'in_progress';
      CREATE INDEX ix_audits_fk_product ON audits (organization_id, product_id);
      CREATE INDEX ix_audits_standard ON audits (standard_id) WHERE standard_id IS NOT NULL;
      CREATE INDEX ix_audits_conformance_level ON audits (conformance_level_id) WHERE conformance_level_id IS NOT NULL;

      CREATE TABLE test_activities (
        id uuid CONSTRAINT pk_test_activities PRIMARY KEY,
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
        created_by_user_id uuid CONSTRAINT fk_test_activities_creator REFERENCES users ON DELETE SET NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT fk_test_activities_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT uq_test_activities_product_number UNIQUE (product_id, number),
        CONSTRAINT uq_test_activities_product_id UNIQUE (product_id, id)
      );
      CREATE UNIQUE INDEX uq_test_activities_product_idempotency ON test_activities (product_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
      CREATE INDEX ix_test_activities_organization_created ON test_activities (organization_id, created_at, id) INCLUDE (product_id);
      CREATE INDEX ix_test_activities_product_created ON test_activities (product_id, created_at, id);
      CREATE INDEX ix_test_activities_organization_completed ON test_activities (organization_id, completed_at DESC, id DESC) INCLUDE (product_id);
      CREATE INDEX ix_test_activities_product_completed ON test_activities (product_id, completed_at DESC, id DESC);
      CREATE INDEX ix_test_activities_organization_started ON test_activities (organization_id, started_at, id);
      CREATE INDEX ix_test_activities_organization_started_desc ON test_activities (organization_id, started_at DESC NULLS LAST, id DESC);
      CREATE INDEX ix_test_activities_product_started ON test_activities (product_id, started_at, id);
      CREATE INDEX ix_test_activities_product_started_desc ON test_activities (product_id, started_at DESC NULLS LAST, id DESC);
      CREATE INDEX ix_test_activities_organization_trigger ON test_activities (organization_id, context_trigger, completed_at DESC, id DESC) INCLUDE (product_id);
      CREATE INDEX ix_test_activities_organization_environment ON test_activities (organization_id, context_environment, completed_at DESC, id DESC) INCLUDE (product_id);
      CREATE INDEX ix_test_activities_product_trigger ON test_activities (product_id, context_trigger, completed_at DESC, id DESC);
      CREATE INDEX ix_test_activities_product_environment ON test_activities (product_id, context_environment, completed_at DESC, id DESC);
      CREATE INDEX ix_test_activities_evidence ON test_activities (product_id, type, completed_at) WHERE context_trigger IS DISTINCT FROM 'pull_request';
      CREATE INDEX ix_test_activities_fk_product ON test_activities (organization_id, product_id);
      CREATE INDEX ix_test_activities_creator ON test_activities (created_by_user_id) WHERE created_by_user_id IS NOT NULL;

      CREATE TABLE test_activity_areas (
        product_id uuid NOT NULL,
        test_activity_id uuid NOT NULL,
        area_id uuid NOT NULL,
        CONSTRAINT pk_test_activity_areas PRIMARY KEY (test_activity_id, area_id),
        CONSTRAINT fk_test_activity_areas_activity FOREIGN KEY (product_id, test_activity_id) REFERENCES test_activities (product_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_test_activity_areas_area FOREIGN KEY (product_id, area_id) REFERENCES areas (product_id, id) ON DELETE CASCADE
      );
      CREATE INDEX ix_test_activity_areas_activity ON test_activity_areas (product_id, test_activity_id);
      CREATE INDEX ix_test_activity_areas_area ON test_activity_areas (product_id, area_id);

      CREATE TABLE issues (
        id uuid CONSTRAINT pk_issues PRIMARY KEY,
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
        regressed boolean NOT NULL DEFAULT false,
        no_longer_reported boolean NOT NULL DEFAULT false,
        created_by_user_id uuid CONSTRAINT fk_issues_creator REFERENCES users ON DELETE SET NULL,
        closed_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT fk_issues_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT uq_issues_product_number UNIQUE (product_id, number),
        CONSTRAINT uq_issues_product_id UNIQUE (product_id, id),
        CONSTRAINT fk_issues_audit FOREIGN KEY (product_id, audit_id) REFERENCES audits (product_id, id) ON DELETE SET NULL (audit_id),
        CONSTRAINT fk_issues_test_activity FOREIGN KEY (product_id, test_activity_id) REFERENCES test_activities (product_id, id) ON DELETE SET NULL (test_activity_id),
        CONSTRAINT ck_issues_closed_at CHECK ((state = 'closed') = (closed_at IS NOT NULL))
      );
      CREATE INDEX ix_issues_organization_created ON issues (organization_id, created_at, id) INCLUDE (product_id);
      CREATE INDEX ix_issues_product_created ON issues (product_id, created_at, id);
      CREATE INDEX ix_issues_fk_product ON issues (organization_id, product_id);
      CREATE INDEX ix_issues_open ON issues (product_id, severity, priority) WHERE state = 'open';
      CREATE INDEX ix_issues_audit ON issues (product_id, audit_id);
      CREATE INDEX ix_issues_test_activity ON issues (product_id, test_activity_id);
      CREATE INDEX ix_issues_creator ON issues (created_by_user_id) WHERE created_by_user_id IS NOT NULL;

      CREATE TABLE issue_areas (
        product_id uuid NOT NULL,
        issue_id uuid NOT NULL,
        area_id uuid NOT NULL,
        CONSTRAINT pk_issue_areas PRIMARY KEY (issue_id, area_id),
        CONSTRAINT fk_issue_areas_issue FOREIGN KEY (product_id, issue_id) REFERENCES issues (product_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_issue_areas_area FOREIGN KEY (product_id, area_id) REFERENCES areas (product_id, id) ON DELETE CASCADE
      );
      CREATE INDEX ix_issue_areas_issue ON issue_areas (product_id, issue_id);
      CREATE INDEX ix_issue_areas_area ON issue_areas (product_id, area_id);

      CREATE TABLE issue_requirements (
        issue_id uuid NOT NULL CONSTRAINT fk_issue_requirements_issue REFERENCES issues ON DELETE CASCADE,
        requirement_id uuid NOT NULL CONSTRAINT fk_issue_requirements_requirement REFERENCES requirements ON DELETE CASCADE,
        CONSTRAINT pk_issue_requirements PRIMARY KEY (issue_id, requirement_id)
      );
      CREATE INDEX ix_issue_requirements_requirement ON issue_requirements (requirement_id);

      CREATE TABLE issue_functional_needs (
        issue_id uuid NOT NULL CONSTRAINT fk_issue_functional_needs_issue REFERENCES issues ON DELETE CASCADE,
        functional_need_id uuid NOT NULL CONSTRAINT fk_issue_functional_needs_need REFERENCES functional_needs ON DELETE CASCADE,
        CONSTRAINT pk_issue_functional_needs PRIMARY KEY (issue_id, functional_need_id)
      );
      CREATE INDEX ix_issue_functional_needs_need ON issue_functional_needs (functional_need_id);

      CREATE TABLE findings (
        id uuid CONSTRAINT pk_findings PRIMARY KEY,
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        tool text NOT NULL,
        rule_id text NOT NULL,
        selector text,
        identity bytea NOT NULL,
        title text NOT NULL,
        description text,
        severity rating,
        impact rating,
        wcag text[] NOT NULL DEFAULT '{}',
        criteria text[] NOT NULL DEFAULT '{}',
        status finding_status NOT NULL DEFAULT 'pending',
        issue_id uuid,
        dismissal_reason dismissal_reason,
        dismissal_comment text,
        dismissed_until timestamptz(3),
        dismissed_at timestamptz(3),
        duplicate_of_id uuid,
        regression_count int NOT NULL DEFAULT 0,
        first_activity_id uuid,
        last_activity_id uuid,
        resolved_by_activity_id uuid,
        first_seen_at timestamptz(3) NOT NULL,
        last_seen_at timestamptz(3) NOT NULL,
        resolved_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT fk_findings_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT uq_findings_identity UNIQUE (product_id, tool, identity),
        CONSTRAINT uq_findings_product_id UNIQUE (product_id, id),
        CONSTRAINT fk_findings_issue FOREIGN KEY (product_id, issue_id) REFERENCES issues (product_id, id) ON DELETE SET NULL (issue_id),
        CONSTRAINT fk_findings_duplicate_of FOREIGN KEY (product_id, duplicate_of_id) REFERENCES findings (product_id, id) ON DELETE SET NULL (duplicate_of_id),
        CONSTRAINT fk_findings_first_activity FOREIGN KEY (product_id, first_activity_id) REFERENCES test_activities (product_id, id) ON DELETE SET NULL (first_activity_id),
        CONSTRAINT fk_findings_last_activity FOREIGN KEY (product_id, last_activity_id) REFERENCES test_activities (product_id, id) ON DELETE SET NULL (last_activity_id),
        CONSTRAINT fk_findings_resolved_by FOREIGN KEY (product_id, resolved_by_activity_id) REFERENCES test_activities (product_id, id) ON DELETE SET NULL (resolved_by_activity_id),
        CONSTRAINT ck_findings_not_own_duplicate CHECK (duplicate_of_id <> id),
        CONSTRAINT ck_findings_dismissal CHECK (status <> 'dismissed' OR dismissal_reason IS NOT NULL)
      );
      CREATE INDEX ix_findings_organization_created ON findings (organization_id, created_at, id) INCLUDE (product_id);
      CREATE INDEX ix_findings_product_created ON findings (product_id, created_at, id);
      CREATE INDEX ix_findings_fk_product ON findings (organization_id, product_id);
      CREATE INDEX ix_findings_sweep ON findings (product_id, tool) WHERE status IN ('pending', 'confirmed');
      CREATE INDEX ix_findings_pending ON findings (product_id, status);
      CREATE INDEX ix_findings_issue ON findings (product_id, issue_id) WHERE issue_id IS NOT NULL;
      CREATE INDEX ix_findings_duplicate_of ON findings (product_id, duplicate_of_id) WHERE duplicate_of_id IS NOT NULL;
      CREATE INDEX ix_findings_first_activity ON findings (product_id, first_activity_id);
      CREATE INDEX ix_findings_last_activity ON findings (product_id, last_activity_id);
      CREATE INDEX ix_findings_resolved_by ON findings (product_id, resolved_by_activity_id);

      -- What each run said of each finding, and on which pages: the journal that occurrences are read from and that
      -- deleting a run unwinds.
      CREATE TABLE finding_reports (
        product_id uuid NOT NULL,
        finding_id uuid NOT NULL,
        test_activity_id uuid NOT NULL,
        change finding_change NOT NULL,
        status_before finding_status,
        seen_at timestamptz(3) NOT NULL,
        source_urls text[] NOT NULL DEFAULT '{}',
        CONSTRAINT pk_finding_reports PRIMARY KEY (test_activity_id, finding_id),
        CONSTRAINT fk_finding_reports_finding FOREIGN KEY (product_id, finding_id) REFERENCES findings (product_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_finding_reports_activity FOREIGN KEY (product_id, test_activity_id) REFERENCES test_activities (product_id, id) ON DELETE CASCADE
      );
      CREATE INDEX ix_finding_reports_finding ON finding_reports (product_id, finding_id, seen_at);
      CREATE INDEX ix_finding_reports_activity ON finding_reports (product_id, test_activity_id);
    `);
    await runner.query(ACTIVITY_COUNTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE finding_reports, findings, issue_functional_needs, issue_requirements, issue_areas, issues,
        test_activity_areas, test_activities, audits, activity_counts, preview_counts;
      DROP FUNCTION activities_added();
      DROP FUNCTION activities_removed();
      DROP TYPE dismissal_reason, finding_change, finding_status, activity_type, audit_status, audit_type,
        issue_source, issue_state, issue_priority, rating;
    `);
  }
}

/**
 * How many activities a product has of each kind, so that totals, tools and environments cost a few rows and not a
 * scan. Environments of pull requests are endless, so they have a table of their own. Triggers keep both: nothing
 * that writes an activity can forget them.
 */
const ACTIVITY_COUNTS = `
  CREATE TABLE activity_counts (
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    type activity_type NOT NULL,
    tool text NOT NULL,
    trigger text NOT NULL,
    environment text NOT NULL,
    value int NOT NULL,
    CONSTRAINT pk_activity_counts PRIMARY KEY (product_id, type, tool, trigger, environment),
    CONSTRAINT fk_activity_counts_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50);
  CREATE INDEX ix_activity_counts_product ON activity_counts (organization_id, product_id);
  COMMENT ON COLUMN activity_counts.environment IS 'empty where none was named; * for one that a pull request named';

  CREATE TABLE preview_counts (
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    environment text NOT NULL,
    value int NOT NULL,
    CONSTRAINT pk_preview_counts PRIMARY KEY (product_id, environment),
    CONSTRAINT fk_preview_counts_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50);
  CREATE INDEX ix_preview_counts_product ON preview_counts (organization_id, product_id);
  COMMENT ON TABLE preview_counts IS 'environments that pull requests named, real ones included';

  CREATE FUNCTION activities_added() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO activity_counts AS c (organization_id, product_id, type, tool, trigger, environment, value)
    SELECT organization_id, product_id, type, coalesce(tool, ''), coalesce(context_trigger, ''),
      CASE WHEN context_trigger = 'pull_request' AND context_environment IS NOT NULL THEN '*' ELSE coalesce(context_environment, '') END AS environment,
      count(*)
    FROM changed GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
    ON CONFLICT ON CONSTRAINT pk_activity_counts DO UPDATE SET value = c.value + excluded.value;

    INSERT INTO preview_counts AS c (organization_id, product_id, environment, value)
    SELECT organization_id, product_id, context_environment, count(*)
    FROM changed WHERE context_trigger = 'pull_request' AND context_environment IS NOT NULL
    GROUP BY 1, 2, 3 ORDER BY 2, 3
    ON CONFLICT ON CONSTRAINT pk_preview_counts DO UPDATE SET value = c.value + excluded.value;
    RETURN NULL;
  END $$;

  CREATE FUNCTION activities_removed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE activity_counts c SET value = c.value - gone.n
    FROM (
      SELECT product_id, type, coalesce(tool, '') AS tool, coalesce(context_trigger, '') AS trigger,
        CASE WHEN context_trigger = 'pull_request' AND context_environment IS NOT NULL THEN '*' ELSE coalesce(context_environment, '') END AS environment,
        count(*)::int AS n
      FROM changed GROUP BY 1, 2, 3, 4, 5
    ) gone
    WHERE c.product_id = gone.product_id AND c.type = gone.type AND c.tool = gone.tool
      AND c.trigger = gone.trigger AND c.environment = gone.environment;
    DELETE FROM activity_counts WHERE value = 0 AND product_id IN (SELECT product_id FROM changed);

    UPDATE preview_counts c SET value = c.value - gone.n
    FROM (
      SELECT product_id, context_environment AS environment, count(*)::int AS n
      FROM changed WHERE context_trigger = 'pull_request' AND context_environment IS NOT NULL GROUP BY 1, 2
    ) gone
    WHERE c.product_id = gone.product_id AND c.environment = gone.environment;
    DELETE FROM preview_counts WHERE value = 0 AND product_id IN (SELECT product_id FROM changed);
    RETURN NULL;
  END $$;

  CREATE TRIGGER count_added_activities AFTER INSERT ON test_activities
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION activities_added();
  CREATE TRIGGER count_removed_activities AFTER DELETE ON test_activities
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION activities_removed();
`;
