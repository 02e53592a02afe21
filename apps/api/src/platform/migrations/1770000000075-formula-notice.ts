import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The admins of the organizations that there are at an upgrade to another formula are told once which letters it has
 * changed.
 */
export class FormulaNotice1770000000075 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE organizations ADD COLUMN formula_notice_due boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN organizations.formula_notice_due IS 'its admins are to be told which letters another formula has changed';`);
    await runner.query('UPDATE organizations SET formula_notice_due = true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE organizations DROP COLUMN formula_notice_due');
  }
}
