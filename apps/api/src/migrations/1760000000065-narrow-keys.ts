import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys that end with the key that made them, at a moment, or beyond certain addresses. */
export class NarrowKeys1760000000065 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_keys
        ADD parent_id uuid CONSTRAINT fk_api_keys_parent REFERENCES api_keys ON DELETE CASCADE,
        ADD expires_at timestamptz(3),
        ADD allowed_addresses text[] CONSTRAINT ck_api_keys_allowed_addresses CHECK (cardinality(allowed_addresses) > 0);
      CREATE INDEX ix_api_keys_parent ON api_keys (parent_id) WHERE parent_id IS NOT NULL;
      COMMENT ON COLUMN api_keys.parent_id IS 'the key that made this one; null: a person did';
      COMMENT ON COLUMN api_keys.allowed_addresses IS 'addresses and CIDR blocks; null: from anywhere';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP parent_id, DROP expires_at, DROP allowed_addresses');
  }
}
