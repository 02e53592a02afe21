import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Agents take pictures of what they find. */
export class PicturesOfFindings1770000000247 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE monitors ADD COLUMN evidence boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN monitors.evidence IS 'whether agents take pictures of what they find';
      ALTER TABLE monitor_runs ADD COLUMN picture_count int NOT NULL DEFAULT 0;
      COMMENT ON COLUMN monitor_runs.picture_count IS 'pictures that came with it';

      CREATE TABLE finding_picture_files (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        product_id uuid NOT NULL,
        sha256 text NOT NULL,
        bytes int NOT NULL,
        wanted_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_finding_picture_files PRIMARY KEY (organization_id, id),
        CONSTRAINT uq_finding_picture_files_digest UNIQUE (organization_id, product_id, sha256),
        CONSTRAINT fk_finding_picture_files_product FOREIGN KEY (organization_id, product_id)
          REFERENCES products (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_finding_picture_files_digest CHECK (sha256 ~ '^[0-9a-f]{64}$')
      );
      COMMENT ON TABLE finding_picture_files IS 'pictures of what was found, each once in a product; the storage has them by their id';
      COMMENT ON COLUMN finding_picture_files.wanted_at IS 'when a run named it last';
      -- What ends because no finding has it.
      CREATE INDEX ix_finding_picture_files_wanted ON finding_picture_files (wanted_at);

      CREATE TABLE finding_pictures (
        organization_id uuid NOT NULL,
        finding_id uuid NOT NULL,
        picture_id uuid NOT NULL,
        alt text NOT NULL,
        taken_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_finding_pictures PRIMARY KEY (organization_id, finding_id),
        CONSTRAINT fk_finding_pictures_finding FOREIGN KEY (organization_id, finding_id)
          REFERENCES findings (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_finding_pictures_file FOREIGN KEY (organization_id, picture_id)
          REFERENCES finding_picture_files (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE finding_pictures IS 'the newest picture of a finding';
      COMMENT ON COLUMN finding_pictures.alt IS 'the text alternative';
      -- Which findings have a picture.
      CREATE INDEX ix_finding_pictures_picture ON finding_pictures (organization_id, picture_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE finding_pictures;
      DROP TABLE finding_picture_files;
      ALTER TABLE monitor_runs DROP COLUMN picture_count;
      ALTER TABLE monitors DROP COLUMN evidence;
    `);
  }
}
