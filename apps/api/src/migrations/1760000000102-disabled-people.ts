import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whoever runs the service can keep a person out without deleting the account. A column without a default rewrites no table. */
export class DisabledPeople1760000000102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD disabled_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP disabled_at');
  }
}
