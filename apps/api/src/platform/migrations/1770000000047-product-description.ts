import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A report tells its readers what the product is, and ends with what the organization's lawyers want to be said. */
export class ProductDescription1770000000047 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE conformance_reports ADD COLUMN product_description text;
      ALTER TABLE organizations ADD COLUMN legal_disclaimer text;
      COMMENT ON COLUMN organizations.legal_disclaimer IS 'what its conformance reports end with';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE organizations DROP COLUMN legal_disclaimer;
      ALTER TABLE conformance_reports DROP COLUMN product_description;
    `);
  }
}
