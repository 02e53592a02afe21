import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the last start has put in place, so that the next one need not. */
export class Starts1770000000132 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE service_state ADD COLUMN built_in_digest text, ADD COLUMN issuer text;
      COMMENT ON COLUMN service_state.built_in_digest IS 'of the built-in data that is in place; null: none yet';
      COMMENT ON COLUMN service_state.issuer IS 'the provider that accounts of an unknown one were last given to; empty: none is set'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE service_state DROP COLUMN built_in_digest, DROP COLUMN issuer');
  }
}
