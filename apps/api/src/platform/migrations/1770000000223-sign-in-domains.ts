import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Organizations prove the domains by which their people are known. */
export class SignInDomains1770000000223 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sign_in_domains (
        id uuid NOT NULL,
        organization_id uuid NOT NULL,
        domain text NOT NULL,
        token text NOT NULL,
        verified_at timestamptz(3),
        verified_by text,
        missing_since timestamptz(3),
        code_hash bytea,
        code_expires_at timestamptz(3),
        code_tries_left integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_sign_in_domains PRIMARY KEY (id),
        CONSTRAINT uq_sign_in_domains_organization_domain UNIQUE (organization_id, domain),
        CONSTRAINT fk_sign_in_domains_organization FOREIGN KEY (organization_id)
          REFERENCES organizations (id) ON DELETE CASCADE,
        CONSTRAINT ck_sign_in_domains_verified CHECK ((verified_at IS NULL) = (verified_by IS NULL)),
        CONSTRAINT ck_sign_in_domains_verified_by CHECK (verified_by IN ('dns', 'mail')),
        CONSTRAINT ck_sign_in_domains_domain CHECK (domain = lower(domain))
      );
      COMMENT ON TABLE sign_in_domains IS 'domains that organizations claim; one that is proved is one organization''s';
      COMMENT ON COLUMN sign_in_domains.token IS 'what the TXT record must say; public';
      COMMENT ON COLUMN sign_in_domains.missing_since IS 'since when the TXT record has not been found';
      COMMENT ON COLUMN sign_in_domains.code_hash IS 'SHA-256 of the id and the code that was mailed last';
      -- One organization's, and how people are led to its provider by their address.
      CREATE UNIQUE INDEX uq_sign_in_domains_verified ON sign_in_domains (domain) WHERE verified_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sign_in_domains');
  }
}
