import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An organization says how requirements of its own standards are examined. */
export class Procedures1770000000252 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE requirements ADD COLUMN procedure text;
      COMMENT ON COLUMN requirements.procedure IS 'how it is examined, in Markdown; null: as the criteria of WCAG are that it stands for'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE requirements DROP COLUMN procedure');
  }
}
