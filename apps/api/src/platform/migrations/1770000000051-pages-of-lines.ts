import type { MigrationInterface, QueryRunner } from 'typeorm';

// What a run of before left on the pages of its line: its own findings, if it was complete; else what the streaks of
// present findings last had.
const LAYERS_OF_BEFORE = `
      UPDATE lines l SET layers = CASE WHEN a.complete
        THEN json_build_array(json_build_array(a.set_id, floor(extract(epoch FROM a.completed_at) * 1000)))
        ELSE coalesce((SELECT json_agg(json_build_array(t.set_id, floor(extract(epoch FROM t.moment) * 1000)) ORDER BY t.number)
          FROM finding_tracks t WHERE t.organization_id = l.organization_id AND t.product_id = l.product_id AND t.line = l.number AND EXISTS (
            SELECT FROM findings f WHERE f.organization_id = l.organization_id AND f.product_id = l.product_id AND f.tool = l.tool
              AND f.tracks @> ARRAY[t.number] AND (f.present @> ARRAY[l.number] OR l.kind = 'proposal'))), '[]') END
      FROM test_activities a
      WHERE a.organization_id = l.organization_id AND a.product_id = l.product_id AND a.number = l.last_number AND l.ended_at IS NULL AND a.set_id IS NOT NULL;`;

/**
 * A pull request that brings a barrier to one more page brings something, though other pages have the barrier. So each
 * line keeps on which pages it has its findings: as the sets of its last runs (`layers`), and what is left of former
 * ones (`rest`).
 */
export class PagesOfLines1770000000051 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE lines ADD COLUMN layers json NOT NULL DEFAULT '[]', ADD COLUMN rest text NOT NULL DEFAULT '[]';
      COMMENT ON COLUMN lines.layers IS 'sets of what it has, each with the moment in milliseconds when it was seen last';
      COMMENT ON COLUMN lines.rest IS 'JSON: identity, address and moment of what is left of other sets';
      ${LAYERS_OF_BEFORE}

      ALTER TABLE test_activities ADD COLUMN content_id uuid, ADD COLUMN pages_id uuid, ADD COLUMN compared json;
      COMMENT ON COLUMN test_activities.content_id IS 'what its line had after it; null: the set of the run alone';
      COMMENT ON COLUMN test_activities.pages_id IS 'the pages that it was complete for';
      COMMENT ON COLUMN test_activities.compared IS 'what a proposal was compared with, as it was answered';
      -- What a proposal is based on is the run of that commit.
      CREATE INDEX ix_test_activities_commit ON test_activities (organization_id, product_id, line, (context ->> 'commitSha')) WHERE line_kind = 'main';

      CREATE TABLE finding_contents (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        id uuid NOT NULL,
        sets uuid[] NOT NULL,
        rest text NOT NULL,
        CONSTRAINT pk_finding_contents PRIMARY KEY (organization_id, product_id, id),
        CONSTRAINT fk_finding_contents_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE finding_contents IS 'what a line had after a run: whole sets, and pairs of identity and address';

      CREATE TABLE scanned_pages (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        id uuid NOT NULL,
        addresses text NOT NULL,
        CONSTRAINT pk_scanned_pages PRIMARY KEY (organization_id, product_id, id),
        CONSTRAINT fk_scanned_pages_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE scanned_pages IS 'JSON: the addresses that a scan was complete for';

      CREATE TYPE page_answer AS ENUM ('accept', 'dismiss');
      CREATE TABLE finding_page_answers (
        organization_id uuid NOT NULL,
        finding_id uuid NOT NULL,
        page_id uuid NOT NULL,
        page text NOT NULL,
        action page_answer NOT NULL,
        reason dismissal_reason,
        comment text,
        until timestamp(3) with time zone,
        answered_at timestamp(3) with time zone NOT NULL DEFAULT now(),
        CONSTRAINT pk_finding_page_answers PRIMARY KEY (organization_id, finding_id, page_id),
        CONSTRAINT fk_finding_page_answers_finding FOREIGN KEY (organization_id, finding_id) REFERENCES findings (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON COLUMN finding_page_answers.page_id IS 'the digest of the page, which may be too long for an index';

      ALTER TABLE finding_answers ADD COLUMN spread uuid[] NOT NULL DEFAULT '{}';
      COMMENT ON COLUMN finding_answers.spread IS 'identities of findings on more pages; what main lines have is not read one by one';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE finding_answers DROP COLUMN spread;
      DROP TABLE finding_page_answers;
      DROP TYPE page_answer;
      DROP TABLE scanned_pages;
      DROP TABLE finding_contents;
      DROP INDEX ix_test_activities_commit;
      ALTER TABLE test_activities DROP COLUMN content_id, DROP COLUMN pages_id, DROP COLUMN compared;
      ALTER TABLE lines DROP COLUMN layers, DROP COLUMN rest;
    `);
  }
}
