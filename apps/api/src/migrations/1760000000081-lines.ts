import type { MigrationInterface, QueryRunner } from 'typeorm';
import { journalToLines } from './journal-to-lines.js';

const OF_PRODUCT = (table: string): string =>
  `CONSTRAINT fk_${table}_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE`;

/**
 * A run of a scanner speaks of its line: a deployment, or a proposal to change it. What a run changes is written, what it repeats is not: what it reported is a set that equal
 * runs share, and where a finding is present stands in its row.
 */
export class Lines1760000000081 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TYPE line_kind AS ENUM ('main', 'proposal');

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
        ${OF_PRODUCT('lines')}
      ) WITH (fillfactor = 50);
      CREATE UNIQUE INDEX uq_lines_key ON lines (organization_id, product_id, tool, kind, key) WHERE ended_at IS NULL;

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
        ${OF_PRODUCT('finding_sets')}
      );

      CREATE TABLE finding_tracks (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        number int NOT NULL,
        line int NOT NULL,
        set_id uuid NOT NULL,
        moment timestamptz(3) NOT NULL,
        arrived_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_finding_tracks PRIMARY KEY (organization_id, product_id, number),
        ${OF_PRODUCT('finding_tracks')}
      ) WITH (fillfactor = 50);
      CREATE INDEX ix_finding_tracks_line ON finding_tracks (organization_id, product_id, line, set_id);

      CREATE TABLE finding_answers (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        id uuid NOT NULL,
        raised uuid[] NOT NULL,
        regressed uuid[] NOT NULL,
        dismissed uuid[] NOT NULL,
        resolved uuid[] NOT NULL,
        CONSTRAINT pk_finding_answers PRIMARY KEY (organization_id, product_id, id),
        ${OF_PRODUCT('finding_answers')}
      );
      -- Ids made in one moment look compressible, and take longer to compress than to write.
      ALTER TABLE finding_answers
        ALTER raised SET STORAGE EXTERNAL,
        ALTER regressed SET STORAGE EXTERNAL,
        ALTER dismissed SET STORAGE EXTERNAL,
        ALTER resolved SET STORAGE EXTERNAL;

      ALTER TABLE test_activities
        ADD line int,
        ADD line_kind line_kind,
        ADD track int,
        ADD set_id uuid,
        ADD answer_id uuid,
        ADD complete boolean NOT NULL DEFAULT false,
        ADD also_ends int[],
        ADD sweep_key text,
        ADD part int,
        ADD parts int,
        ADD piece int,
        ADD pieces int,
        ADD introduced jsonb,
        ADD fixes int;

      ALTER TABLE findings
        ADD landed boolean NOT NULL DEFAULT true,
        ADD present int[] NOT NULL DEFAULT '{}',
        ADD tracks int[] NOT NULL DEFAULT '{}',
        ADD seen_in int[],
        ADD seen_at timestamptz(3)[],
        ADD held boolean NOT NULL DEFAULT false,
        ADD absent_at timestamptz(3),
        ADD words uuid,
        ADD varied boolean NOT NULL DEFAULT false,
        ADD raised_number int NOT NULL DEFAULT 0;

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
        CONSTRAINT fk_finding_words_finding FOREIGN KEY (organization_id, finding_id) REFERENCES findings (organization_id, id) ON DELETE CASCADE
      );

      CREATE TYPE finding_decision AS ENUM ('confirm', 'dismiss', 'reopen', 'release');
      CREATE TABLE finding_decisions (
        organization_id uuid NOT NULL,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        finding_id uuid NOT NULL,
        after_number int NOT NULL,
        action finding_decision NOT NULL,
        until timestamptz(3),
        decided_at timestamptz NOT NULL,
        CONSTRAINT pk_finding_decisions PRIMARY KEY (organization_id, id),
        CONSTRAINT fk_finding_decisions_finding FOREIGN KEY (organization_id, finding_id) REFERENCES findings (organization_id, id) ON DELETE CASCADE
      );
      CREATE INDEX ix_finding_decisions_finding ON finding_decisions (organization_id, finding_id, decided_at);

      -- Made anew below: what has fewer indexes is rewritten quickly.
      DROP INDEX ix_findings_duplicate_of, ix_findings_issue, ix_findings_sweep, ix_findings_pending, ix_test_activities_evidence;
    `);
    await rewriteActivities(runner);
    await runner.query(`
      -- Written anew, so that what the conversion has replaced takes no space.
      ALTER TABLE findings
        DROP CONSTRAINT uq_findings_identity,
        ALTER identity TYPE uuid USING encode(substring(identity FROM 1 FOR 16), 'hex')::uuid,
        DROP last_activity_id,
        DROP resolved_by_activity_id,
        ADD CONSTRAINT uq_findings_identity UNIQUE (organization_id, product_id, tool, identity);
      -- What references look up must be newer than what begins with the product, or a planner without statistics takes that.
      ALTER TABLE findings DROP CONSTRAINT fk_findings_duplicate_of;
      ALTER TABLE findings DROP CONSTRAINT uq_findings_product_id;
      -- One for what a complete run looks at and for what awaits triage: each index is written with every change of a status.
      CREATE INDEX ix_findings_unresolved ON findings (organization_id, product_id, tool) WHERE status <> 'resolved' OR held;
      CREATE INDEX ix_findings_duplicate_of ON findings (organization_id, duplicate_of_id, product_id) WHERE duplicate_of_id IS NOT NULL;
      CREATE INDEX ix_findings_issue ON findings (organization_id, issue_id, product_id) WHERE issue_id IS NOT NULL;
      ALTER TABLE findings ADD CONSTRAINT uq_findings_product_id UNIQUE (organization_id, id, product_id);
      ALTER TABLE findings ADD CONSTRAINT fk_findings_duplicate_of FOREIGN KEY (organization_id, product_id, duplicate_of_id)
        REFERENCES findings (organization_id, product_id, id);
    `);
  }

  /** The schema of before, with an empty journal: what runs said of findings is not taken back. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE finding_decisions, finding_words, finding_answers, finding_tracks, finding_sets, lines;
      DROP TYPE finding_decision;
      DROP INDEX ix_findings_unresolved;
      ALTER TABLE findings
        DROP CONSTRAINT uq_findings_identity,
        ALTER identity TYPE bytea USING sha256(convert_to(json_build_array(rule_id, selector)::text, 'UTF8')),
        DROP landed, DROP present, DROP tracks, DROP seen_in, DROP seen_at, DROP held, DROP absent_at, DROP words, DROP varied, DROP raised_number,
        ADD last_activity_id uuid,
        ADD resolved_by_activity_id uuid,
        ADD CONSTRAINT uq_findings_identity UNIQUE (organization_id, product_id, tool, identity);
      CREATE INDEX ix_findings_sweep ON findings (organization_id, product_id, tool) WHERE status IN ('pending', 'confirmed');
      CREATE INDEX ix_findings_pending ON findings (organization_id, product_id, status) WHERE status IN ('pending', 'dismissed');
      DROP INDEX ix_test_activities_evidence, ix_test_activities_line, ix_test_activities_sweep;
      ALTER TABLE test_activities
        DROP is_evidence, DROP line, DROP line_kind, DROP track, DROP set_id, DROP answer_id, DROP complete, DROP also_ends, DROP sweep_key, DROP part, DROP parts,
        DROP piece, DROP pieces, DROP introduced, DROP fixes;
      DROP TYPE line_kind;
      CREATE INDEX ix_test_activities_evidence ON test_activities (organization_id, product_id, type, completed_at)
        WHERE context_trigger IS DISTINCT FROM 'pull_request';
      CREATE TABLE finding_reports (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        finding_id uuid NOT NULL,
        test_activity_id uuid NOT NULL,
        change finding_change NOT NULL,
        seen_at timestamptz(3) NOT NULL,
        source_urls text[] NOT NULL DEFAULT '{}',
        returned boolean NOT NULL DEFAULT false,
        overruled boolean NOT NULL DEFAULT false,
        CONSTRAINT pk_finding_reports PRIMARY KEY (organization_id, test_activity_id, finding_id),
        CONSTRAINT fk_finding_reports_finding FOREIGN KEY (organization_id, finding_id) REFERENCES findings (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_finding_reports_activity FOREIGN KEY (organization_id, test_activity_id) REFERENCES test_activities (organization_id, id) ON DELETE CASCADE
      );
      CREATE INDEX ix_finding_reports_finding ON finding_reports (organization_id, finding_id, seen_at);
      CREATE STATISTICS st_finding_reports_product (dependencies) ON organization_id, product_id FROM finding_reports;
    `);
  }
}

/** Converts the journal and completes `test_activities`: every row is written twice, so without indexes but its key. They are made again in their former order. */
async function rewriteActivities(runner: QueryRunner): Promise<void> {
  const indexes: { drop: string; make: string }[] = await runner.query(INDEXES);
  const references: { drop: string; make: string }[] = await runner.query(REFERENCES);
  for (const { drop } of [...references, ...indexes]) await runner.query(drop);
  await journalToLines(runner);
  await runner.query(`
    ALTER TABLE test_activities
      ADD is_evidence boolean GENERATED ALWAYS AS (CASE WHEN line_kind IS NULL THEN context ->> 'trigger' IS DISTINCT FROM 'pull_request' ELSE line_kind = 'main' END) STORED`);
  for (const { make } of [...indexes, ...references]) await runner.query(make);
  await runner.query(`
    CREATE INDEX ix_test_activities_evidence ON test_activities (organization_id, product_id, type, completed_at) WHERE is_evidence;
    CREATE INDEX ix_test_activities_line ON test_activities (organization_id, line, product_id, number) WHERE line IS NOT NULL;
    CREATE INDEX ix_test_activities_sweep ON test_activities (organization_id, line, product_id, sweep_key, number) WHERE sweep_key IS NOT NULL`);
}

const INDEXES = `
  SELECT CASE WHEN k.conname IS NULL THEN format('DROP INDEX %I', i.relname) ELSE format('ALTER TABLE test_activities DROP CONSTRAINT %I', k.conname) END AS drop,
    CASE WHEN k.conname IS NULL THEN pg_get_indexdef(i.oid) ELSE format('ALTER TABLE test_activities ADD CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid)) END AS make
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid LEFT JOIN pg_constraint k ON k.conindid = i.oid AND k.conrelid = x.indrelid AND k.contype = 'u'
  WHERE x.indrelid = 'test_activities'::regclass AND NOT x.indisprimary ORDER BY i.oid`;

const REFERENCES = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) AS make
  FROM pg_constraint k JOIN pg_index x ON x.indexrelid = k.conindid
  WHERE k.confrelid = 'test_activities'::regclass AND NOT x.indisprimary ORDER BY k.oid`;
