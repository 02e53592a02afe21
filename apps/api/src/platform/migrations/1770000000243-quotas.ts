import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An operator says how many records of a kind one organization may have, in place of what holds for all. */
export class Quotas1770000000243 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Each process reads all of it every five seconds, and at its start.
      CREATE TABLE organization_quotas (
        organization_id uuid NOT NULL,
        limits jsonb NOT NULL,
        CONSTRAINT pk_organization_quotas PRIMARY KEY (organization_id),
        CONSTRAINT fk_organization_quotas_organization FOREIGN KEY (organization_id)
          REFERENCES organizations (id) ON DELETE CASCADE
      );
      COMMENT ON TABLE organization_quotas IS 'how many records of a kind some organizations may have, in place of what the settings say';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE organization_quotas');
  }
}
