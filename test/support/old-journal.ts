import type { DataSource, QueryRunner } from 'typeorm';
import { Lines1760000000081 } from '../../apps/api/src/migrations/1760000000081-lines.js';
import { EditsHaveAPlace1760000000093 } from '../../apps/api/src/migrations/1760000000093-edits-have-a-place.js';
import { asTest } from './organization-check.js';

/**
 * Makes the database what it was before there were lines, with the journal that the service kept then; `change` may rewrite what other rules would have said. Then the
 * upgrade does its work.
 */
export async function upgradeFromJournal(
  database: DataSource,
  change: (runner: QueryRunner) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const migration = new Lines1760000000081();
  const runner = database.createQueryRunner();
  try {
    await asTest(async () => {
      await runner.query(JOURNAL);
      await runner.query(RESOLVED);
      await runner.query(
        `CREATE TEMP TABLE absent AS SELECT organization_id, id FROM findings WHERE absent_at IS NOT NULL AND dismissed_until <= now()`,
      );
      await migration.down(runner);
      await runner.query(`INSERT INTO finding_reports SELECT * FROM journal`);
      await runner.query(
        `UPDATE findings f SET status = 'resolved' FROM absent WHERE f.organization_id = absent.organization_id AND f.id = absent.id`,
      );
      await runner.query(
        `UPDATE findings f SET resolved_by_activity_id = (
           SELECT j.test_activity_id FROM journal j JOIN test_activities a ON a.id = j.test_activity_id
           WHERE j.finding_id = f.id AND j.change = 'resolved' ORDER BY a.number DESC LIMIT 1)
         WHERE status = 'resolved'`,
      );
      await runner.query('DROP TABLE journal, absent');
      await change(runner);
      for (const next of [migration, new EditsHaveAPlace1760000000093()]) {
        await runner.startTransaction();
        await next.up(runner);
        await runner.commitTransaction();
      }
    });
  } finally {
    await runner.release();
  }
  // A start after an upgrade finds no statements that were prepared before it.
  await database.destroy();
  await database.initialize();
}

// A row for each finding of each run.
const JOURNAL = `
  CREATE TEMP TABLE journal AS
  WITH RECURSIVE chain AS (
    SELECT a.id AS run, s.* FROM test_activities a
    JOIN finding_sets s ON s.organization_id = a.organization_id AND s.product_id = a.product_id AND s.id = a.set_id
    UNION ALL
    SELECT chain.run, s.* FROM chain
    JOIN finding_sets s ON s.organization_id = chain.organization_id AND s.product_id = chain.product_id AND s.id = chain.base_id
  ), mentions AS (
    SELECT run, depth, identity, pages::json -> (place::int - 1) AS urls FROM chain, unnest(added) WITH ORDINALITY AS a(identity, place)
    UNION ALL SELECT run, depth, identity, NULL FROM chain, unnest(removed) AS r(identity)
  ), reported AS (
    SELECT DISTINCT ON (run, identity) run, identity, urls FROM mentions ORDER BY run, identity, depth DESC
  )
  SELECT a.organization_id, a.product_id, f.id AS finding_id, a.id AS test_activity_id, CASE
      WHEN f.id = ANY (n.raised) THEN 'new' WHEN f.id = ANY (n.regressed) THEN 'regressed' WHEN f.id = ANY (n.dismissed) THEN 'dismissed' ELSE 'known'
    END::finding_change AS change, a.completed_at AS seen_at, ARRAY(SELECT json_array_elements_text(urls)) AS source_urls, false AS returned, false AS overruled
  FROM reported
  JOIN test_activities a ON a.id = run
  JOIN lines l ON l.organization_id = a.organization_id AND l.product_id = a.product_id AND l.number = a.line
  JOIN findings f ON f.organization_id = a.organization_id AND f.product_id = a.product_id AND f.tool = l.tool AND f.identity = reported.identity
  LEFT JOIN finding_answers n ON n.organization_id = a.organization_id AND n.product_id = a.product_id AND n.id = a.answer_id
  WHERE urls IS NOT NULL AND a.number >= f.raised_number`;

const RESOLVED = `
  INSERT INTO journal
  SELECT a.organization_id, a.product_id, f.id, a.id, 'resolved', a.completed_at, '{}', false, false
  FROM test_activities a
  JOIN finding_answers n ON n.organization_id = a.organization_id AND n.product_id = a.product_id AND n.id = a.answer_id
  JOIN findings f ON f.organization_id = a.organization_id AND f.id = ANY (n.resolved)`;
