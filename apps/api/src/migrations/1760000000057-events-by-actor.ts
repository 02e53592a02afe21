import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a person did, wherever it was: for their export, and to take their name from it when they leave. */
export class EventsByActor1760000000057 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX ix_events_actor ON events (actor_id, at) WHERE actor_kind = 'user'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_events_actor');
  }
}
