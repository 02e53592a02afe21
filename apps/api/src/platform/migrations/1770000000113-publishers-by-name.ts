import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A publisher may be made by the name of a repository, whose ids its first token shows. */
export class PublishersByName1770000000113 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE trusted_publishers ALTER COLUMN source_id DROP NOT NULL, ADD COLUMN repository text, ADD COLUMN presented jsonb,
        ADD CONSTRAINT ck_trusted_publishers_claims CHECK (source_id IS NOT NULL OR (repository IS NOT NULL AND claims = '{}')),
        DROP CONSTRAINT uq_trusted_publishers_claims;
      CREATE UNIQUE INDEX uq_trusted_publishers_claims ON trusted_publishers (organization_id, product_id, issuer, claims) WHERE source_id IS NOT NULL;
      -- Those whose ids nobody has accepted have no claims yet.
      CREATE UNIQUE INDEX uq_trusted_publishers_repository ON trusted_publishers (organization_id, product_id, issuer, lower(repository)) WHERE source_id IS NULL;
      COMMENT ON COLUMN trusted_publishers.source_id IS 'the repository or project that the claims name; null: its ids have not been accepted';
      COMMENT ON COLUMN trusted_publishers.repository IS 'the name that it was made by; null: by its ids';
      COMMENT ON COLUMN trusted_publishers.presented IS 'the ids that its last token showed, until they are accepted';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM trusted_publishers WHERE source_id IS NULL;
      DROP INDEX uq_trusted_publishers_claims, uq_trusted_publishers_repository;
      ALTER TABLE trusted_publishers DROP CONSTRAINT ck_trusted_publishers_claims, DROP COLUMN repository, DROP COLUMN presented,
        ALTER COLUMN source_id SET NOT NULL, ADD CONSTRAINT uq_trusted_publishers_claims UNIQUE (organization_id, product_id, issuer, claims);
      COMMENT ON COLUMN trusted_publishers.source_id IS 'the repository or project that the claims name';
    `);
  }
}
