import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People comment on issues, findings, audits and conformance reports. */
export class Comments1770000000150 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE comments (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        product_id uuid NOT NULL,
        record_kind text NOT NULL,
        record_id uuid NOT NULL,
        number integer NOT NULL,
        requirement_id uuid,
        entry integer,
        body text,
        html text,
        author_user_id uuid,
        author_key_id uuid,
        author_key_name text,
        mentioned_user_ids uuid[] NOT NULL DEFAULT '{}',
        mentioned_issues jsonb NOT NULL DEFAULT '[]',
        revision integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL,
        edited_at timestamptz(3),
        deleted_at timestamptz(3),
        CONSTRAINT pk_comments PRIMARY KEY (organization_id, id),
        CONSTRAINT uq_comments_number UNIQUE (organization_id, record_id, number),
        CONSTRAINT fk_comments_product FOREIGN KEY (organization_id, product_id)
          REFERENCES products (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_comments_record_kind CHECK (record_kind IN ('issue', 'finding', 'audit', 'conformance_report')),
        CONSTRAINT ck_comments_cell CHECK ((requirement_id IS NULL) = (entry IS NULL)),
        CONSTRAINT ck_comments_deleted CHECK ((deleted_at IS NULL) = (body IS NOT NULL) AND (body IS NULL) = (html IS NULL))
      );
      COMMENT ON TABLE comments IS 'what people say about records; one that was deleted stays without its text and its author';
      COMMENT ON COLUMN comments.record_id IS 'no key: the owner of the record deletes them with it';
      COMMENT ON COLUMN comments.entry IS '0: each entry without an outcome of its own';
      -- The timeline of a record.
      CREATE INDEX ix_comments_record ON comments (organization_id, record_id, created_at, id);
      -- The deletion of a product.
      CREATE INDEX ix_comments_product ON comments (organization_id, product_id);
      -- What somebody wrote: the export of personal data, and the deletion of an account.
      CREATE INDEX ix_comments_author ON comments (organization_id, author_user_id) WHERE author_user_id IS NOT NULL;
      -- Searching issues by what was said about them.
      CREATE INDEX ix_comments_text ON comments USING gin (organization_id, body gin_trgm_ops) WHERE record_kind = 'issue';

      CREATE TABLE comment_versions (
        organization_id uuid NOT NULL,
        comment_id uuid NOT NULL,
        revision integer NOT NULL,
        body text NOT NULL,
        html text NOT NULL,
        written_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_comment_versions PRIMARY KEY (organization_id, comment_id, revision),
        CONSTRAINT fk_comment_versions_comment FOREIGN KEY (organization_id, comment_id)
          REFERENCES comments (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE comment_versions IS 'the words that comments had before, of each the last fifty';

      ALTER TABLE findings ADD COLUMN commented boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN findings.commented IS 'somebody has commented on it: it stays as if it had been edited';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE findings DROP COLUMN commented;
      DROP TABLE comment_versions, comments;
    `);
  }
}
