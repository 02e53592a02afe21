/**
 * Findings, and what runs said of them.
 * This is the schema of v0.1.0, which is never edited: a change is a migration of its own.
 */
export const FINDINGS = `
  CREATE TYPE finding_status AS ENUM ('pending', 'confirmed', 'dismissed', 'resolved');
  CREATE TYPE finding_change AS ENUM ('new', 'known', 'regressed', 'dismissed', 'resolved');
  CREATE TYPE dismissal_reason AS ENUM ('false_positive', 'accepted', 'third_party', 'not_applicable', 'duplicate');
  CREATE TYPE finding_decision AS ENUM ('confirm', 'dismiss', 'reopen', 'release', 'edit');

  -- A deployment, or a proposal to change it, of which runs of a tool speak (docs/decisions/0018-lines.md).
  CREATE TABLE lines (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    tool text NOT NULL,
    number int NOT NULL,
    kind line_kind NOT NULL,
    key text NOT NULL,
    name text,
    repository text,
    pr_number int,
    first_number int,
    first_at timestamptz(3),
    last_number int,
    last_at timestamptz(3),
    arrived_at timestamptz(3),
    last_track int,
    ended_at timestamptz(3),
    ended_number int,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_lines PRIMARY KEY (organization_id, id),
    CONSTRAINT uq_lines_number UNIQUE (organization_id, product_id, number),
    CONSTRAINT fk_lines_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50);
  -- One line of a key that goes on.
  CREATE UNIQUE INDEX uq_lines_key ON lines (organization_id, product_id, tool, kind, key) WHERE ended_at IS NULL;

  -- What a run reported, shared by equal runs: the difference from another set.
  CREATE TABLE finding_sets (
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    id uuid NOT NULL,
    base_id uuid,
    depth int NOT NULL,
    added uuid[] NOT NULL,
    removed uuid[] NOT NULL,
    pages text NOT NULL,
    CONSTRAINT pk_finding_sets PRIMARY KEY (organization_id, product_id, id),
    CONSTRAINT fk_finding_sets_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  );

  -- Runs of a line that reported the same set, one after the other.
  CREATE TABLE finding_tracks (
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    number int NOT NULL,
    line int NOT NULL,
    set_id uuid NOT NULL,
    moment timestamptz(3) NOT NULL,
    arrived_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_finding_tracks PRIMARY KEY (organization_id, product_id, number),
    CONSTRAINT fk_finding_tracks_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50);
  -- A report that repeats a set of its line goes on with that track.
  CREATE INDEX ix_finding_tracks_line ON finding_tracks (organization_id, product_id, line, set_id);

  -- What a run changed.
  CREATE TABLE finding_answers (
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    id uuid NOT NULL,
    raised uuid[] NOT NULL,
    regressed uuid[] NOT NULL,
    dismissed uuid[] NOT NULL,
    resolved uuid[] NOT NULL,
    CONSTRAINT pk_finding_answers PRIMARY KEY (organization_id, product_id, id),
    CONSTRAINT fk_finding_answers_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  );
  -- Ids made in one moment look compressible, and take longer to compress than to write.
  ALTER TABLE finding_answers
    ALTER raised SET STORAGE EXTERNAL,
    ALTER regressed SET STORAGE EXTERNAL,
    ALTER dismissed SET STORAGE EXTERNAL,
    ALTER resolved SET STORAGE EXTERNAL;

  -- A finding's state. Which run saw it first and last follows from the runs, so those columns need no key.
  CREATE TABLE findings (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    tool text NOT NULL,
    rule_id text NOT NULL,
    selector text,
    identity uuid NOT NULL,
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
    duplicate_of_id uuid,
    regression_count int NOT NULL DEFAULT 0,
    first_activity_id uuid,
    first_seen_at timestamptz(3) NOT NULL,
    last_seen_at timestamptz(3) NOT NULL,
    resolved_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    triaged_at timestamptz(3),
    edited text[] NOT NULL DEFAULT '{}',
    last_reported_at timestamptz(3) NOT NULL,
    landed boolean NOT NULL DEFAULT true,
    present int[] NOT NULL DEFAULT '{}',
    tracks int[] NOT NULL DEFAULT '{}',
    seen_in int[],
    seen_at timestamptz(3)[],
    held boolean NOT NULL DEFAULT false,
    absent_at timestamptz(3),
    words uuid,
    varied boolean NOT NULL DEFAULT false,
    raised_number int NOT NULL DEFAULT 0,
    revision int NOT NULL DEFAULT 1,
    CONSTRAINT pk_findings PRIMARY KEY (organization_id, id),
    CONSTRAINT ck_findings_not_own_duplicate CHECK (duplicate_of_id <> id),
    CONSTRAINT ck_findings_dismissal CHECK (status <> 'dismissed' OR dismissal_reason IS NOT NULL),
    CONSTRAINT fk_findings_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_findings_issue FOREIGN KEY (organization_id, product_id, issue_id)
      REFERENCES issues (organization_id, product_id, id)
  );
  COMMENT ON COLUMN findings.edited IS 'fields that a person has edited: scans leave them alone';
  COMMENT ON COLUMN findings.last_reported_at IS 'when we heard of it last, whatever moment the run says of itself';
  -- How many findings a run has raised.
  CREATE INDEX ix_findings_first_activity ON findings (organization_id, first_activity_id);
  -- What a complete run compares with, and what awaits triage: one index, as each is written with every change of a
  -- status.
  CREATE INDEX ix_findings_unresolved ON findings (organization_id, product_id, tool)
    WHERE status <> 'resolved' OR held;
  -- For the foreign key.
  CREATE INDEX ix_findings_duplicate_of ON findings (organization_id, duplicate_of_id, product_id)
    WHERE duplicate_of_id IS NOT NULL;
  CREATE INDEX ix_findings_issue ON findings (organization_id, issue_id, product_id) WHERE issue_id IS NOT NULL;
  -- The lists by creation. Findings are written with every run, so other orders have no index: these hold their short
  -- columns.
  CREATE INDEX ix_findings_organization_created ON findings
    (organization_id, created_at, id) INCLUDE (product_id, severity, impact, status, first_seen_at);
  CREATE INDEX ix_findings_product_created ON findings
    (organization_id, product_id, created_at, id) INCLUDE (severity, impact, status, first_seen_at);
  -- A report looks its findings up. After the indexes above: without statistics the planner takes the newest of those
  -- that cost the same.
  ALTER TABLE findings ADD CONSTRAINT uq_findings_identity UNIQUE (organization_id, product_id, tool, identity);
  ALTER TABLE findings ADD CONSTRAINT uq_findings_product_id UNIQUE (organization_id, id, product_id);
  -- A product is of one organization: a planner that took the two for independent would expect too few rows.
  CREATE STATISTICS st_findings_product (dependencies) ON organization_id, product_id FROM findings;

  -- References that need the table above.
  ALTER TABLE findings
    ADD CONSTRAINT fk_findings_duplicate_of FOREIGN KEY (organization_id, product_id, duplicate_of_id)
      REFERENCES findings (organization_id, product_id, id);

  -- The words of a finding in another line.
  CREATE TABLE finding_words (
    organization_id uuid NOT NULL,
    finding_id uuid NOT NULL,
    line int NOT NULL,
    from_number int NOT NULL,
    digest uuid NOT NULL,
    title text NOT NULL,
    description text,
    severity rating,
    impact rating,
    wcag text[] NOT NULL,
    criteria text[] NOT NULL,
    CONSTRAINT pk_finding_words PRIMARY KEY (organization_id, finding_id, line, from_number),
    CONSTRAINT fk_finding_words_finding FOREIGN KEY (organization_id, finding_id)
      REFERENCES findings (organization_id, id) ON DELETE CASCADE
  );

  -- What people decided, which an undo asks for again.
  CREATE TABLE finding_decisions (
    organization_id uuid NOT NULL,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    finding_id uuid NOT NULL,
    after_number int NOT NULL,
    action finding_decision NOT NULL,
    until timestamptz(3),
    decided_at timestamptz NOT NULL,
    CONSTRAINT pk_finding_decisions PRIMARY KEY (organization_id, id),
    CONSTRAINT fk_finding_decisions_finding FOREIGN KEY (organization_id, finding_id)
      REFERENCES findings (organization_id, id) ON DELETE CASCADE
  );
  -- The decisions of a finding, in their order; also for the foreign key.
  CREATE INDEX ix_finding_decisions_finding ON finding_decisions (organization_id, finding_id, decided_at);

  -- Findings that await triage, by their criteria and the moment from which they do: the Grade reads these.
  CREATE TABLE pending_counts (
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    pending_from timestamptz(3) NOT NULL,
    criteria_key bytea NOT NULL,
    criteria text[] NOT NULL,
    value int NOT NULL,
    high int NOT NULL,
    CONSTRAINT pk_pending_counts PRIMARY KEY (organization_id, product_id, pending_from, criteria_key),
    CONSTRAINT fk_pending_counts_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50);
  -- Dismissals that end change counts as time passes.
  CREATE INDEX ix_pending_counts_ending ON pending_counts (pending_from) WHERE pending_from > '-infinity';

  -- What happened to findings on each day, for trends.
  CREATE TABLE finding_days (
    organization_id uuid NOT NULL,
    product_id uuid NOT NULL,
    day date NOT NULL,
    raised int NOT NULL,
    regressed int NOT NULL,
    resolved int NOT NULL,
    CONSTRAINT pk_finding_days PRIMARY KEY (organization_id, product_id, day),
    CONSTRAINT fk_finding_days_product FOREIGN KEY (organization_id, product_id)
      REFERENCES products (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 90);
`;
