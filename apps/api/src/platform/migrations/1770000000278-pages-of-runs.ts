import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many pages each run has looked at, and on how many it found something: a trend reads them by hundreds. */
export class PagesOfRuns1770000000278 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE monitor_runs ADD COLUMN looked_pages int NOT NULL DEFAULT 0;
      ALTER TABLE monitor_runs ADD COLUMN found_pages int NOT NULL DEFAULT 0;
      COMMENT ON COLUMN monitor_runs.found_pages IS 'pages on which something was found';
      UPDATE monitor_runs r SET looked_pages = p.looked, found_pages = p.found
      FROM (
        SELECT organization_id, run_id, count(*)::int AS looked, (count(*) FILTER (WHERE finding_count > 0))::int AS found
        FROM monitor_run_pages WHERE state IN ('looked', 'gone') GROUP BY 1, 2
      ) p WHERE p.organization_id = r.organization_id AND p.run_id = r.id AND r.state IN ('done', 'partial');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE monitor_runs DROP COLUMN looked_pages, DROP COLUMN found_pages');
  }
}
