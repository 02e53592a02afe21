import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From when on the daily job ends what is old: an operator learns first what it would be. */
export class Retention1770000000133 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE service_state ADD COLUMN prunes_from timestamptz(3) NOT NULL DEFAULT now() + interval '30 days';
      COMMENT ON COLUMN service_state.prunes_from IS 'from then on the daily job ends what is old; before, it only tells'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE service_state DROP COLUMN prunes_from');
  }
}
