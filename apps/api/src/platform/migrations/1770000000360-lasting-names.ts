import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Former slugs of standards keep leading to them, and a product that is made again under the name of a deleted one goes
 * on with its numbers: links of the first must not lead to other records.
 */
export class LastingNames1770000000360 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE standards ADD COLUMN former_slugs text[] NOT NULL DEFAULT '{}'`);
    await runner.query(
      'ALTER TABLE standards ADD CONSTRAINT ck_standards_former_slugs CHECK (cardinality(former_slugs) <= 5)',
    );
    await runner.query(
      `COMMENT ON COLUMN standards.former_slugs IS 'slugs that it had and that nobody else gets, the newest first'`,
    );
    // Of those that were renamed alone: a name that is unknown is looked up in them.
    await runner.query(`
      CREATE INDEX ix_standards_former_slugs ON standards USING gin (former_slugs) WHERE former_slugs <> '{}'`);
    await runner.query(`
      CREATE TABLE deleted_product_numbers (
        organization_id uuid NOT NULL,
        slug text NOT NULL,
        kind text NOT NULL,
        value int NOT NULL,
        CONSTRAINT pk_deleted_product_numbers PRIMARY KEY (organization_id, slug, kind),
        CONSTRAINT fk_deleted_product_numbers_organization FOREIGN KEY (organization_id)
          REFERENCES organizations (id) ON DELETE CASCADE
      )`);
    await runner.query(
      `COMMENT ON TABLE deleted_product_numbers IS 'the last numbers that records had under each slug of a deleted product'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deleted_product_numbers');
    await runner.query('ALTER TABLE standards DROP COLUMN former_slugs');
  }
}
