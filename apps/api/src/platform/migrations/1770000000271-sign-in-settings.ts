import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Organizations say by which provider of their own people come in. */
export class SignInSettings1770000000271 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE organization_sign_in (
        organization_id uuid NOT NULL,
        kind text NOT NULL,
        issuer text NOT NULL,
        client_id text,
        client_secret text,
        sign_in_url text,
        certificates text[] NOT NULL DEFAULT '{}',
        idp_initiated boolean NOT NULL DEFAULT false,
        create_role member_role,
        attributes jsonb NOT NULL,
        groups jsonb NOT NULL,
        suspended_by uuid,
        revision integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_organization_sign_in PRIMARY KEY (organization_id),
        CONSTRAINT fk_organization_sign_in_organization FOREIGN KEY (organization_id)
          REFERENCES organizations (id) ON DELETE CASCADE,
        CONSTRAINT ck_organization_sign_in_kind CHECK (
          CASE kind
            WHEN 'oidc' THEN client_id IS NOT NULL AND client_secret IS NOT NULL AND sign_in_url IS NULL
              AND certificates = '{}' AND NOT idp_initiated
            WHEN 'saml' THEN client_id IS NULL AND client_secret IS NULL AND sign_in_url IS NOT NULL
              AND cardinality(certificates) BETWEEN 1 AND 3
            ELSE false
          END),
        CONSTRAINT ck_organization_sign_in_create_role CHECK (create_role <> 'owner')
      );
      COMMENT ON TABLE organization_sign_in IS 'the provider by which people of an organization come in';
      COMMENT ON COLUMN organization_sign_in.issuer IS 'the issuer of OpenID Connect, the entity id of SAML';
      COMMENT ON COLUMN organization_sign_in.client_secret IS 'encrypted';
      COMMENT ON COLUMN organization_sign_in.certificates IS 'PEM; who signs assertions';
      COMMENT ON COLUMN organization_sign_in.create_role IS 'the role of whom no group gives one; null: they are not let in';
      COMMENT ON COLUMN organization_sign_in.suspended_by IS 'the recovery that has suspended it';
      ALTER TABLE organizations ADD require_provider boolean NOT NULL DEFAULT false;
      ALTER TABLE organizations ADD provider_counts_as_factor boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN organizations.require_provider IS 'whether people must have come in by its provider';
      COMMENT ON COLUMN organizations.provider_counts_as_factor IS 'whether who has needs no second factor in it';
      ALTER TABLE members ADD recovery boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN members.recovery IS 'an owner who comes in without the provider';
      ALTER TABLE users ADD managed_by uuid;
      COMMENT ON COLUMN users.managed_by IS 'the organization by whose provider the account was made';
      ALTER TABLE sessions ADD provider_organization_id uuid;
      COMMENT ON COLUMN sessions.provider_organization_id IS 'the organization by whose provider it began';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions DROP provider_organization_id;
      ALTER TABLE users DROP managed_by;
      ALTER TABLE members DROP recovery;
      ALTER TABLE organizations DROP require_provider, DROP provider_counts_as_factor;
      DROP TABLE organization_sign_in;
    `);
  }
}
