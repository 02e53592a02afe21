import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whoever steals a session has all that it may do, for as long as it lives. What lets somebody stay, or takes data
 * away, needs a proof of the last ten minutes, which is kept at the session. A session that only a provider vouched for
 * has none.
 */
export class FreshProof1770000000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions ADD COLUMN proved_at timestamptz(3) DEFAULT now();
      COMMENT ON COLUMN sessions.proved_at IS 'when the person last proved who they are; null: a provider said so, nobody knows when it asked';
      UPDATE sessions SET proved_at = created_at;

      ALTER TABLE accounts ADD COLUMN tells_auth_time boolean NOT NULL DEFAULT true;
      COMMENT ON COLUMN accounts.tells_auth_time IS 'whether the provider says when it asked who is there; a proof by it needs that';

      ALTER TABLE provider_sign_ins ADD COLUMN proves_session_id uuid,
        ADD CONSTRAINT fk_provider_sign_ins_session FOREIGN KEY (proves_session_id) REFERENCES sessions (id) ON DELETE CASCADE;
      -- For the foreign key.
      CREATE INDEX ix_provider_sign_ins_session ON provider_sign_ins (proves_session_id) WHERE proves_session_id IS NOT NULL;

      -- The code that was mailed to prove who is in a session.
      CREATE TABLE proof_codes (
        session_id uuid NOT NULL,
        code_hash bytea NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        tries_left smallint NOT NULL,
        CONSTRAINT pk_proof_codes PRIMARY KEY (session_id),
        CONSTRAINT fk_proof_codes_session FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE
      );

      ALTER TABLE organizations ADD COLUMN require_fresh_proof boolean;
      COMMENT ON COLUMN organizations.require_fresh_proof IS 'null: as FRESH_PROOF_DEFAULT says';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE organizations DROP COLUMN require_fresh_proof;
      DROP TABLE proof_codes;
      ALTER TABLE provider_sign_ins DROP COLUMN proves_session_id;
      ALTER TABLE accounts DROP COLUMN tells_auth_time;
      ALTER TABLE sessions DROP COLUMN proved_at;
    `);
  }
}
