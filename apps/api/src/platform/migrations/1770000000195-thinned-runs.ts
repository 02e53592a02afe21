import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which runs of a product are no longer kept because they only repeated others, and up to which nothing can be undone.
 */
export class ThinnedRuns1770000000195 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE thinned_runs (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        seen_until int NOT NULL,
        numbers int4multirange NOT NULL DEFAULT '{}',
        CONSTRAINT pk_thinned_runs PRIMARY KEY (organization_id, product_id),
        CONSTRAINT fk_thinned_runs_product FOREIGN KEY (organization_id, product_id)
          REFERENCES products (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON COLUMN thinned_runs.seen_until IS 'the newest run that thinning has judged: up to it nothing can be undone'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE thinned_runs');
  }
}
