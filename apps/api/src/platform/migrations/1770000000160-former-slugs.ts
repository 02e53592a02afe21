import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Former slugs keep leading to what was renamed, so that addresses and pipelines outlive a new name. */
export class FormerSlugs1770000000160 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['products', 'areas', 'organizations']) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN former_slugs text[] NOT NULL DEFAULT '{}'`);
      await runner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ck_${table}_former_slugs CHECK (cardinality(former_slugs) <= 5)`,
      );
      await runner.query(
        `COMMENT ON COLUMN ${table}.former_slugs IS 'slugs that it had and that nobody else gets, the newest first'`,
      );
    }
    // Of those that were renamed alone: a name that is unknown is looked up in them.
    await runner.query(`
      CREATE INDEX ix_products_former_slugs ON products USING gin (organization_id, former_slugs) WHERE former_slugs <> '{}'`);
    await runner.query(`
      CREATE INDEX ix_areas_former_slugs ON areas USING gin (organization_id, former_slugs) WHERE former_slugs <> '{}'`);
    await runner.query(`
      CREATE INDEX ix_organizations_former_slugs ON organizations USING gin (former_slugs) WHERE former_slugs <> '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['products', 'areas', 'organizations'])
      await runner.query(`ALTER TABLE ${table} DROP COLUMN former_slugs`);
  }
}
