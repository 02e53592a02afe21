import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports without a stored secret: whom products trust, the passes that tokens were exchanged for, and which tokens were used. */
export class TrustedPublishers1760000000092 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE trusted_publishers (
        id uuid CONSTRAINT pk_trusted_publishers PRIMARY KEY,
        organization_id uuid NOT NULL CONSTRAINT fk_trusted_publishers_organization REFERENCES organizations ON DELETE CASCADE,
        product_id uuid NOT NULL,
        issuer text NOT NULL,
        source_id text NOT NULL,
        claims jsonb NOT NULL,
        owner_user_id uuid NOT NULL,
        parent_key_id uuid CONSTRAINT fk_trusted_publishers_parent_key REFERENCES api_keys ON DELETE CASCADE,
        last_used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_trusted_publishers_claims UNIQUE (organization_id, product_id, issuer, claims),
        CONSTRAINT fk_trusted_publishers_owner FOREIGN KEY (organization_id, owner_user_id) REFERENCES members (organization_id, user_id) ON DELETE CASCADE
      );
      CREATE INDEX ix_trusted_publishers_source ON trusted_publishers (issuer, source_id);
      CREATE INDEX ix_trusted_publishers_owner ON trusted_publishers (organization_id, owner_user_id);
      CREATE INDEX ix_trusted_publishers_parent_key ON trusted_publishers (parent_key_id);
      COMMENT ON COLUMN trusted_publishers.source_id IS 'the repository or project that the claims name';
      COMMENT ON COLUMN trusted_publishers.parent_key_id IS 'the key that made this one; null: a person did';

      CREATE TABLE ingest_passes (
        id uuid CONSTRAINT pk_ingest_passes PRIMARY KEY,
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        publisher_id uuid NOT NULL CONSTRAINT fk_ingest_passes_publisher REFERENCES trusted_publishers ON DELETE CASCADE,
        name text NOT NULL,
        secret_hash bytea NOT NULL CONSTRAINT uq_ingest_passes_secret_hash UNIQUE,
        proposals_only boolean NOT NULL,
        allowed_addresses text[],
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX ix_ingest_passes_publisher ON ingest_passes (publisher_id);

      CREATE TABLE used_tokens (
        token_hash bytea CONSTRAINT pk_used_tokens PRIMARY KEY,
        uses int NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      COMMENT ON TABLE used_tokens IS 'tokens of issuers that were exchanged, until they would be too old anyway';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE used_tokens, ingest_passes, trusted_publishers');
  }
}
