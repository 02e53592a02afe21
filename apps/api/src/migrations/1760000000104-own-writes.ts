import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who has just written reads it in lists of standbys too: where the last write of a session or key ends in the log of the database. And a row that workers write each
 * second, by which the lag of a standby is measured.
 */
export class OwnWrites1760000000104 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['sessions', 'api_keys']) await runner.query(`ALTER TABLE ${table} ADD written_to text`);
    await runner.query(
      `CREATE TABLE heartbeat (
        id int CONSTRAINT pk_heartbeat PRIMARY KEY CONSTRAINT ck_heartbeat_id CHECK (id = 1),
        at timestamptz NOT NULL
      )`,
    );
    await runner.query('INSERT INTO heartbeat VALUES (1, now())');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE heartbeat');
    for (const table of ['sessions', 'api_keys']) await runner.query(`ALTER TABLE ${table} DROP written_to`);
  }
}
