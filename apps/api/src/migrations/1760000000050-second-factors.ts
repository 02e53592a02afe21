import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second factors, their codes, and what sign-ins wait for them. */
export class SecondFactors1760000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false;
      ALTER TABLE sessions ADD COLUMN factor_passed boolean NOT NULL DEFAULT false;
      ALTER TABLE organizations ADD COLUMN require_two_factor boolean NOT NULL DEFAULT false;

      CREATE TABLE second_factors (
        id uuid CONSTRAINT pk_second_factors PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_second_factors_user REFERENCES users ON DELETE CASCADE,
        seed text NOT NULL,
        active boolean NOT NULL DEFAULT false,
        last_step bigint,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT uq_second_factors_user_active UNIQUE (user_id, active)
      );
      COMMENT ON TABLE second_factors IS 'of each person at most one that is on, and one that waits for its first right code';
      COMMENT ON COLUMN second_factors.seed IS 'encrypted';
      COMMENT ON COLUMN second_factors.last_step IS 'the latest time step of which a code was used: no code is good twice';

      CREATE TABLE backup_codes (
        id uuid CONSTRAINT pk_backup_codes PRIMARY KEY,
        factor_id uuid NOT NULL CONSTRAINT fk_backup_codes_factor REFERENCES second_factors ON DELETE CASCADE,
        code_hash bytea NOT NULL,
        CONSTRAINT uq_backup_codes_factor_code UNIQUE (factor_id, code_hash)
      );

      CREATE TABLE sign_in_challenges (
        id uuid CONSTRAINT pk_sign_in_challenges PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_sign_in_challenges_user REFERENCES users ON DELETE CASCADE,
        secret_hash bytea NOT NULL CONSTRAINT uq_sign_in_challenges_secret UNIQUE,
        remembered boolean NOT NULL,
        former_session_id uuid,
        wrong_codes int NOT NULL DEFAULT 0,
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX ix_sign_in_challenges_user ON sign_in_challenges (user_id);
      CREATE INDEX ix_sign_in_challenges_expires_at ON sign_in_challenges (expires_at);

      CREATE TABLE wrong_codes (
        id uuid CONSTRAINT pk_wrong_codes PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_wrong_codes_user REFERENCES users ON DELETE CASCADE,
        at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX ix_wrong_codes_user ON wrong_codes (user_id, at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE wrong_codes, sign_in_challenges, backup_codes, second_factors;
      ALTER TABLE organizations DROP COLUMN require_two_factor;
      ALTER TABLE sessions DROP COLUMN factor_passed;
      ALTER TABLE users DROP COLUMN two_factor_enabled;
    `);
  }
}
