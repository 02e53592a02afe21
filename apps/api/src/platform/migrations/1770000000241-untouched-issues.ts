import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An issue knows up to which revision nobody has changed it, so that undoing the run that reported it is no change. */
export class UntouchedIssues1770000000241 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE issues ADD COLUMN untouched_revision int NOT NULL DEFAULT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE issues DROP COLUMN untouched_revision');
  }
}
