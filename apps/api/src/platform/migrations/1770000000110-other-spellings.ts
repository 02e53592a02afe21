import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A finding whose selector has changed is the same finding, if its fingerprint says so. So runs keep how each was
 * spelled on each page (`marks`), and findings which selectors they had.
 */
export class OtherSpellings1770000000110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE finding_sets ADD COLUMN marks text;
      COMMENT ON COLUMN finding_sets.marks IS 'JSON: of each of added what tells it apart beside its identity; null: nothing of any';

      ALTER TABLE findings ADD COLUMN spelling uuid, ADD COLUMN aliases text[] NOT NULL DEFAULT '{}';
      COMMENT ON COLUMN findings.spelling IS 'of rule and selector, where that is not the identity';
      COMMENT ON COLUMN findings.aliases IS 'former selectors, the latest first';

      CREATE TABLE finding_spellings (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        tool text NOT NULL,
        line int NOT NULL,
        spelling uuid NOT NULL,
        identity uuid NOT NULL,
        CONSTRAINT pk_finding_spellings PRIMARY KEY (organization_id, product_id, tool, line, spelling),
        CONSTRAINT fk_finding_spellings_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE finding_spellings IS 'which finding last had a selector, where that is not the one of this identity; line 0 is all main lines';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE finding_spellings;
      ALTER TABLE findings DROP COLUMN spelling, DROP COLUMN aliases;
      ALTER TABLE finding_sets DROP COLUMN marks;
    `);
  }
}
