import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A secret that a thief has set signs in the name of the organization, or of GitHub, after its owner has the account
 * back. A webhook's secret is suspended apart from the webhook: whoever renews the secret of another's webhook does not
 * answer for where it sends to. Who set the secrets that there are is not known, so they stay.
 */
export class SuspendedSecrets1770000000073 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhooks ADD COLUMN secret_suspended_by uuid;
      ALTER TABLE github_secrets ADD COLUMN suspended_by uuid;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE github_secrets DROP COLUMN suspended_by;
      ALTER TABLE webhooks DROP COLUMN secret_suspended_by;`);
  }
}
