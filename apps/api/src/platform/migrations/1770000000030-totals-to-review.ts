import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many findings a product may have counts those that need review too, so their total is kept as that of failures
 * is.
 */
export class TotalsToReview1770000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO record_totals (organization_id, product_id, kind, value)
      SELECT organization_id, product_id, 'findingsToReview', count(*) FROM findings WHERE needs_review
      GROUP BY organization_id, product_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM record_totals WHERE kind = 'findingsToReview'`);
  }
}
