import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What its audits have as failed or undecided keeps a report from saying that it is supported, unless it says why it
 * does.
 */
export class OutcomesReason1770000000361 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE conformance_reports ADD COLUMN outcomes_reason text;
      COMMENT ON COLUMN conformance_reports.outcomes_reason IS
        'why it says "supports" of what its audits have as failed or undecided; exports print it';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE conformance_reports DROP COLUMN outcomes_reason');
  }
}
