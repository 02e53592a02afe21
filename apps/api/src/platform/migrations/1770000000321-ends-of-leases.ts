import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when an agent may have a run at most, however often it says that it goes on. */
export class EndsOfLeases1770000000321 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE agent_queue ADD COLUMN ends_at timestamptz(3);
      COMMENT ON COLUMN agent_queue.ends_at IS 'no lease of this agent holds longer';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE agent_queue DROP COLUMN ends_at');
  }
}
