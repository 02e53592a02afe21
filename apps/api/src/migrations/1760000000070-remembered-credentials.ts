import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From which address a credential was valid lately, beside the limits that replicas share: its rows carry the address. */
export class RememberedCredentials1760000000070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rate_limits ADD COLUMN address varchar(64);
      CREATE INDEX ix_rate_limits_address ON rate_limits (address, expire) WHERE address IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rate_limits DROP COLUMN address');
  }
}
