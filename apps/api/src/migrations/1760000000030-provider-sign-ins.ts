import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-ins that are under way at the OpenID provider. */
export class ProviderSignIns1760000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_sign_ins (
        id uuid CONSTRAINT pk_provider_sign_ins PRIMARY KEY,
        secret_hash bytea NOT NULL,
        callback_url text NOT NULL,
        error_callback_url text,
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX uq_provider_sign_ins_secret_hash ON provider_sign_ins (secret_hash);
      CREATE INDEX ix_provider_sign_ins_expires_at ON provider_sign_ins (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE provider_sign_ins');
  }
}
