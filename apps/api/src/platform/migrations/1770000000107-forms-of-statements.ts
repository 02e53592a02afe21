import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What accessibility statements of single countries and laws tell beyond the verdicts of a report. */
export class FormsOfStatements1770000000107 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE conformance_reports ADD COLUMN country text, ADD COLUMN service_operation text,
        ADD COLUMN schema_url text, ADD COLUMN action_plan_url text;
      COMMENT ON COLUMN conformance_reports.country IS 'ISO 3166-1 alpha-2; of the European Union';
      COMMENT ON COLUMN conformance_reports.schema_url IS 'where the multi-year accessibility scheme of the RGAA stands';
      ALTER TABLE conformance_verdicts ADD COLUMN plain_description text, ADD COLUMN burden_assessment text;
      COMMENT ON COLUMN conformance_verdicts.burden_assessment IS 'why meeting the requirement is a disproportionate burden';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE conformance_verdicts DROP COLUMN burden_assessment, DROP COLUMN plain_description;
      ALTER TABLE conformance_reports DROP COLUMN action_plan_url, DROP COLUMN schema_url,
        DROP COLUMN service_operation, DROP COLUMN country;
    `);
  }
}
