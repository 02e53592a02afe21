import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An operator suspends an organization, and makes the service read-only. */
export class Operators1770000000130 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE organizations ADD COLUMN suspended_at timestamptz(3);
      COMMENT ON COLUMN organizations.suspended_at IS 'since when an operator lets nothing be changed in it; null: not';

      CREATE TABLE service_state (
        id integer NOT NULL DEFAULT 1,
        read_only_since timestamptz(3),
        read_only_until timestamptz(3),
        read_only_reason text,
        backed_up_at timestamptz(3),
        CONSTRAINT pk_service_state PRIMARY KEY (id),
        CONSTRAINT ck_service_state_id CHECK (id = 1)
      );
      COMMENT ON TABLE service_state IS 'one row: what all processes of the installation go by';
      COMMENT ON COLUMN service_state.backed_up_at IS 'when the last backup by the command was whole';
      INSERT INTO service_state DEFAULT VALUES`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE service_state; ALTER TABLE organizations DROP COLUMN suspended_at');
  }
}
