import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens by which the provider of an organization says who belongs to it. */
export class ProvisioningTokens1770000000276 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provisioning_tokens (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        display_prefix text NOT NULL,
        token_hash bytea NOT NULL,
        last_used_at timestamptz(3),
        suspended_by uuid,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_provisioning_tokens PRIMARY KEY (organization_id, id),
        CONSTRAINT uq_provisioning_tokens_hash UNIQUE (organization_id, token_hash),
        CONSTRAINT fk_provisioning_tokens_organization FOREIGN KEY (organization_id)
          REFERENCES organizations (id) ON DELETE CASCADE
      );
      COMMENT ON TABLE provisioning_tokens IS 'by which the provider of an organization says who belongs to it (SCIM)';
      COMMENT ON COLUMN provisioning_tokens.token_hash IS 'SHA-256';
      COMMENT ON COLUMN provisioning_tokens.suspended_by IS 'the recovery of its maker that has suspended it';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE provisioning_tokens');
  }
}
