import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which addresses of a product are one page: `/products/1` and `/products/2` show the same barriers. */
export class PageRules1770000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE products ADD COLUMN page_rules jsonb NOT NULL DEFAULT '[]';
      COMMENT ON COLUMN products.page_rules IS 'path, and the names of the query that count; the first that fits';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE products DROP COLUMN page_rules`);
  }
}
