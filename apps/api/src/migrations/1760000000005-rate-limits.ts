import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rate limits that replicas share. Unlogged: losing them in a crash only forgives a minute. */
export class RateLimits1760000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE rate_limits (
        key varchar(255) CONSTRAINT pk_rate_limits PRIMARY KEY,
        points int NOT NULL DEFAULT 0,
        expire bigint
      );
      CREATE INDEX ix_rate_limits_expire ON rate_limits (expire);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rate_limits');
  }
}
