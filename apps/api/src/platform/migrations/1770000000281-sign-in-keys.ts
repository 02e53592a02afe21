import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The service has keys of its own for each organization: requests of SAML are signed, and assertions encrypted. */
export class SignInKeys1770000000281 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sign_in_keys (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        private_key text NOT NULL,
        certificate text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_sign_in_keys PRIMARY KEY (organization_id, id),
        CONSTRAINT fk_sign_in_keys_organization FOREIGN KEY (organization_id)
          REFERENCES organizations (id) ON DELETE CASCADE
      );
      COMMENT ON TABLE sign_in_keys
        IS 'by which requests to the SAML provider of an organization are signed, and for which it encrypts';
      COMMENT ON COLUMN sign_in_keys.private_key IS 'PEM, encrypted';
      COMMENT ON COLUMN sign_in_keys.certificate IS 'PEM';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sign_in_keys');
  }
}
