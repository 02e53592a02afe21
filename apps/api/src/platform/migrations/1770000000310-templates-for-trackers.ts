import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How what is sent to a tracker reads there. */
export class TemplatesForTrackers1770000000310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tracker_connections ADD COLUMN template jsonb NOT NULL DEFAULT '{}';
      COMMENT ON COLUMN tracker_connections.template IS 'how what is sent reads there; what is absent as by itself';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tracker_connections DROP COLUMN template');
  }
}
