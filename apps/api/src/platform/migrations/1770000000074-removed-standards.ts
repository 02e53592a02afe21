import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An audit whose standard or level was deleted names none, and must not count as one of the standard in force. Of
 * audits that name none today it is not known; they count as before.
 */
export class RemovedStandards1770000000074 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audits ADD COLUMN standard_removed boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audits DROP COLUMN standard_removed');
  }
}
