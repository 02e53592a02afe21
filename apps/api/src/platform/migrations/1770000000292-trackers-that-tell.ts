import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Trackers that cannot be asked tell what has changed there. */
export class TrackersThatTell1770000000292 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tracker_links ADD COLUMN heard jsonb, ADD COLUMN heard_at timestamptz(3);
      COMMENT ON COLUMN tracker_links.heard IS 'what the tracker has told since both were compared; null: nothing';
      COMMENT ON COLUMN tracker_links.heard_at IS 'when the tracker sent what was heard last';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tracker_links DROP COLUMN heard, DROP COLUMN heard_at');
  }
}
