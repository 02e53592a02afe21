import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The event of a sign-in says how somebody showed who they are, also where a second factor was asked for in between.
 */
export class SignInMethods1770000000035 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sign_in_challenges ADD COLUMN method text;
      COMMENT ON COLUMN sign_in_challenges.method IS 'how the first factor was passed; null: before this was kept'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sign_in_challenges DROP COLUMN method');
  }
}
