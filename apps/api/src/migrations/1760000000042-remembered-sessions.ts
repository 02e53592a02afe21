import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions that a browser is not to remember. */
export class RememberedSessions1760000000042 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions ADD COLUMN remembered boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN remembered');
  }
}
