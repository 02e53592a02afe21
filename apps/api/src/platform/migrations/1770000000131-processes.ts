import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which processes run, and with which key they write. */
export class Processes1770000000131 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE processes (
        id uuid NOT NULL,
        version text NOT NULL,
        kind text NOT NULL,
        key_ids text[] NOT NULL,
        started_at timestamptz(3) NOT NULL DEFAULT now(),
        seen_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_processes PRIMARY KEY (id)
      );
      COMMENT ON TABLE processes IS 'processes of the installation, each of which writes its row every five seconds';
      COMMENT ON COLUMN processes.key_ids IS 'the keys that it reads stored secrets with';

      ALTER TABLE service_state ADD COLUMN key_id text, ADD COLUMN reencrypting boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN service_state.key_id IS 'the key that all processes seal secrets with; null: none yet';
      COMMENT ON COLUMN service_state.reencrypting IS 'whether secrets that another key has sealed are being encrypted anew';
      UPDATE service_state SET key_id = (SELECT split_part(sealed, '.', 2) FROM secret_key_check)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE service_state DROP COLUMN key_id, DROP COLUMN reencrypting; DROP TABLE processes');
  }
}
