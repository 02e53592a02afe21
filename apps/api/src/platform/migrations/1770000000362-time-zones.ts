import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is said to last until a day lasts for the whole of it where the organization is. */
export class TimeZones1770000000362 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE organizations ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC';
      COMMENT ON COLUMN organizations.time_zone IS 'in which its days begin and end, such as Europe/Berlin';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE organizations DROP COLUMN time_zone');
  }
}
