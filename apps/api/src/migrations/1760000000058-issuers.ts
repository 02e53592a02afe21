import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A provider's account is known by issuer and subject; a sign-in under way keeps the invitation that it came with. */
export class Issuers1760000000058 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts
        ADD COLUMN issuer text,
        DROP CONSTRAINT uq_accounts_provider_subject,
        ADD CONSTRAINT uq_accounts_provider_subject UNIQUE NULLS NOT DISTINCT (provider, issuer, subject);
      COMMENT ON COLUMN accounts.issuer IS 'null: a password of ours; or a link from before, until the next start says whose it is';
      ALTER TABLE provider_sign_ins
        ADD COLUMN invitation_id text,
        ADD COLUMN invitation_token_hash bytea;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE provider_sign_ins DROP COLUMN invitation_id, DROP COLUMN invitation_token_hash;
      ALTER TABLE accounts
        DROP CONSTRAINT uq_accounts_provider_subject,
        DROP COLUMN issuer,
        ADD CONSTRAINT uq_accounts_provider_subject UNIQUE (provider, subject);
    `);
  }
}
