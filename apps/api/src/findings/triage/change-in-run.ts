import type { Condition } from '../../platform/lists/page-of.js';
import type { FindingChange } from './finding.entity.js';

/** A run of a product, and its tool as findings name it. */
interface Run {
  productId: string;
  number: number;
  activityId: string;
  tool: string;
}

/**
 * Whether a run changed a finding in one of these ways. A run keeps what it reported as a set, and what it changed as
 * an answer; what is in neither list of the answer was known. A record that was made after the run is another one of
 * the same rule and place. `LIMIT` lets it look up each one, where a planner without statistics would read all of the
 * product.
 */
export const changeInRun =
  (run: Run, changes: readonly FindingChange[]): Condition =>
  (bind) => {
    const [activityId, productId, tool, number, wanted] = [
      run.activityId,
      run.productId,
      run.tool,
      run.number,
      changes,
    ].map(bind);
    return `l.id = ANY (ARRAY(
  WITH RECURSIVE run AS MATERIALIZED (
    SELECT set_id, answer_id FROM test_activities WHERE organization_id = $1 AND id = ${activityId}
  ), answer AS MATERIALIZED (
    SELECT a.* FROM run JOIN finding_answers a ON a.organization_id = $1 AND a.product_id = ${productId} AND a.id = run.answer_id
  ), changes AS MATERIALIZED (
    SELECT unnest(raised) AS id, 'new' AS change FROM answer
    UNION ALL SELECT unnest(regressed), 'regressed' FROM answer
    UNION ALL SELECT unnest(dismissed), 'dismissed' FROM answer
    UNION ALL SELECT unnest(resolved), 'resolved' FROM answer
    UNION ALL SELECT f.id, 'spread' FROM answer, unnest(answer.spread) AS named(identity), LATERAL (
      SELECT id FROM findings f
      WHERE f.organization_id = $1 AND f.product_id = ${productId} AND f.tool = ${tool} AND f.identity = named.identity
        AND f.raised_number <= ${number} LIMIT 1) f
  ), chain AS (
    SELECT s.base_id, s.depth, s.added, s.removed
    FROM run JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = ${productId} AND s.id = run.set_id
    UNION ALL
    SELECT s.base_id, s.depth, s.added, s.removed
    FROM chain JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = ${productId} AND s.id = chain.base_id
  ), mentions AS (
    SELECT unnest(added) AS identity, depth, true AS is_member FROM chain
    UNION ALL SELECT unnest(removed), depth, false FROM chain
  ), reported AS (
    SELECT DISTINCT ON (identity) identity, is_member FROM mentions ORDER BY identity, depth DESC
  )
  SELECT id FROM changes WHERE change = ANY (${wanted}::text[])
  UNION ALL
  SELECT known.id FROM reported, LATERAL (
    SELECT f.id FROM findings f
    WHERE f.organization_id = $1 AND f.product_id = ${productId} AND f.tool = ${tool} AND f.identity = reported.identity
      AND f.raised_number <= ${number} LIMIT 1) known
  WHERE 'known' = ANY (${wanted}::text[]) AND is_member AND known.id NOT IN (SELECT id FROM changes WHERE change <> 'resolved')))`;
  };
