import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People sign in by the provider of an organization. */
export class SignInByOrganizations1770000000272 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts ADD organization_id uuid;
      COMMENT ON COLUMN accounts.organization_id IS 'of organization: whose provider it is';
      ALTER TABLE accounts ADD CONSTRAINT ck_accounts_organization
        CHECK ((provider = 'organization') = (organization_id IS NOT NULL));
      -- Two organizations may name the same issuer, and whoever controls one must not speak for the other.
      ALTER TABLE accounts DROP CONSTRAINT uq_accounts_provider_subject;
      ALTER TABLE accounts ADD CONSTRAINT uq_accounts_provider_subject
        UNIQUE NULLS NOT DISTINCT (provider, organization_id, issuer, subject);
      CREATE INDEX ix_accounts_organization_id ON accounts (organization_id) WHERE organization_id IS NOT NULL;
      ALTER TABLE sessions ADD provider_proved_at timestamptz(3);
      COMMENT ON COLUMN sessions.provider_proved_at IS 'when that provider last asked who is there';
      ALTER TABLE sign_in_challenges ADD provider_organization_id uuid;
      COMMENT ON COLUMN sign_in_challenges.provider_organization_id
        IS 'the organization by whose provider the first factor was passed';
      CREATE TABLE organization_sign_in_attempts (
        id uuid NOT NULL,
        organization_id uuid NOT NULL,
        secret_hash bytea NOT NULL,
        purpose text NOT NULL,
        session_id uuid,
        request_id text,
        callback_url text NOT NULL,
        error_callback_url text,
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_organization_sign_in_attempts PRIMARY KEY (id),
        CONSTRAINT uq_organization_sign_in_attempts_secret UNIQUE (secret_hash),
        CONSTRAINT fk_organization_sign_in_attempts_organization FOREIGN KEY (organization_id)
          REFERENCES organizations (id) ON DELETE CASCADE,
        CONSTRAINT ck_organization_sign_in_attempts_purpose CHECK (purpose IN ('sign_in', 'prove', 'link', 'try')),
        CONSTRAINT ck_organization_sign_in_attempts_session CHECK ((purpose = 'sign_in') = (session_id IS NULL))
      );
      COMMENT ON TABLE organization_sign_in_attempts IS 'sign-ins under way at the providers of organizations';
      COMMENT ON COLUMN organization_sign_in_attempts.secret_hash IS 'SHA-256 of what only the browser knows';
      COMMENT ON COLUMN organization_sign_in_attempts.session_id IS 'the session that proves, links or tries something';
      COMMENT ON COLUMN organization_sign_in_attempts.request_id IS 'of SAML: the request that must be answered';
      CREATE INDEX ix_organization_sign_in_attempts_organization_id ON organization_sign_in_attempts (organization_id);
      CREATE INDEX ix_organization_sign_in_attempts_expires_at ON organization_sign_in_attempts (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE organization_sign_in_attempts;
      ALTER TABLE sign_in_challenges DROP provider_organization_id;
      ALTER TABLE sessions DROP provider_proved_at;
      DELETE FROM accounts WHERE provider = 'organization';
      ALTER TABLE accounts DROP CONSTRAINT uq_accounts_provider_subject;
      ALTER TABLE accounts DROP organization_id;
      ALTER TABLE accounts ADD CONSTRAINT uq_accounts_provider_subject
        UNIQUE NULLS NOT DISTINCT (provider, issuer, subject);
    `);
  }
}
