import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which requests with an `Idempotency-Key` were carried out, and how they were answered. */
export class IdempotencyKeys1770000000065 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        organization_id uuid NOT NULL,
        hash bytea NOT NULL,
        digest bytea NOT NULL,
        claim uuid,
        claimed_at timestamptz NOT NULL DEFAULT now(),
        made_at timestamptz,
        status smallint,
        location text,
        etag text,
        body text,
        CONSTRAINT pk_idempotency_keys PRIMARY KEY (organization_id, hash),
        CONSTRAINT ck_idempotency_keys_claim CHECK (claim IS NOT NULL),
        CONSTRAINT fk_idempotency_keys_organization FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
      ) WITH (fillfactor = 60);
      COMMENT ON COLUMN idempotency_keys.hash IS 'SHA-256 of caller, verb, path and key';
      COMMENT ON COLUMN idempotency_keys.digest IS 'SHA-256 of body and query, as canonical JSON';
      COMMENT ON COLUMN idempotency_keys.claim IS 'who carries the request out';
      COMMENT ON COLUMN idempotency_keys.made_at IS 'when the change was committed that the request asked for';
      COMMENT ON COLUMN idempotency_keys.body IS 'null: none, or not kept';
      -- What the job deletes.
      CREATE INDEX ix_idempotency_keys_claimed ON idempotency_keys (claimed_at);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_keys');
  }
}
