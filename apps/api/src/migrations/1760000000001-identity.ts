import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People, how they sign in, and their sessions. Secrets are stored as hashes only. */
export class Identity1760000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id uuid CONSTRAINT pk_users PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        email_verified boolean NOT NULL DEFAULT false,
        image text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_users_email_lower CHECK (email = lower(email))
      );
      CREATE UNIQUE INDEX uq_users_email ON users (email);

      CREATE TABLE accounts (
        id uuid CONSTRAINT pk_accounts PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_accounts_user REFERENCES users ON DELETE CASCADE,
        provider text NOT NULL,
        subject text NOT NULL,
        password_hash text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_accounts_provider_subject UNIQUE (provider, subject)
      );
      CREATE INDEX ix_accounts_user ON accounts (user_id);

      CREATE TABLE sessions (
        id uuid CONSTRAINT pk_sessions PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_sessions_user REFERENCES users ON DELETE CASCADE,
        token_hash bytea NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        ip_address text,
        user_agent text,
        active_organization_id uuid,
        active_team_id uuid,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX uq_sessions_token_hash ON sessions (token_hash);
      CREATE INDEX ix_sessions_user ON sessions (user_id);
      CREATE INDEX ix_sessions_expires_at ON sessions (expires_at);
      CREATE INDEX ix_sessions_active_organization ON sessions (active_organization_id) WHERE active_organization_id IS NOT NULL;
      CREATE INDEX ix_sessions_active_team ON sessions (active_team_id) WHERE active_team_id IS NOT NULL;

      CREATE TABLE verifications (
        id uuid CONSTRAINT pk_verifications PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_verifications_user REFERENCES users ON DELETE CASCADE,
        purpose text NOT NULL,
        token_hash bytea NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ck_verifications_purpose CHECK (purpose IN ('password_reset', 'email'))
      );
      CREATE UNIQUE INDEX uq_verifications_token_hash ON verifications (token_hash);
      CREATE INDEX ix_verifications_user ON verifications (user_id, purpose);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE verifications, sessions, accounts, users');
  }
}
