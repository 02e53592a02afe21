import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Findings that nobody has triaged keep a report from saying that what they concern is supported, unless it says why
 * they are not.
 */
export class UntriagedReason1770000000046 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE conformance_reports ADD COLUMN untriaged_reason text;
      COMMENT ON COLUMN conformance_reports.untriaged_reason IS
        'why pending findings that speak against "supports" are not triaged; exports print it';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE conformance_reports DROP COLUMN untriaged_reason');
  }
}
