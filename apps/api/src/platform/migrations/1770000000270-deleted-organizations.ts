import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An organization that was deleted is kept for some days, where an operator wants that, and can be brought back. */
export class DeletedOrganizations1770000000270 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE organizations ADD COLUMN deleted_at timestamptz(3), ADD COLUMN deleted_slugs text[],
        ADD CONSTRAINT ck_organizations_deleted CHECK ((deleted_at IS NULL) = (deleted_slugs IS NULL));
      COMMENT ON COLUMN organizations.deleted_at IS 'since when it is as good as gone: nobody reaches it, until it is erased or brought back';
      COMMENT ON COLUMN organizations.deleted_slugs IS 'the slug that it had then and the former ones; slug is its id meanwhile, so that others may have them';
      -- What is to be erased, and brought back.
      CREATE INDEX ix_organizations_deleted ON organizations (deleted_at) WHERE deleted_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_organizations_deleted;
      ALTER TABLE organizations DROP COLUMN deleted_at, DROP COLUMN deleted_slugs;
    `);
  }
}
