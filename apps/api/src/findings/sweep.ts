import { noteResolved } from '../test-activities/outcome.js';
import type { TestActivity } from '../test-activities/test-activity.entity.js';
import type { Unit } from '../work/unit.js';
import { isDismissalExpired } from './lifecycle.js';
import { countPending, type PendingChange, pendingChanges, pendingKind } from './pending-counts.js';
import { MAX_IDS_IN_EVENT, toolIdentity } from './raise-findings.js';

/**
 * Resolves the findings that a complete run of their tool no longer reports; returns how many, and the first hundred
 * ids. One statement. Dismissed findings stay dismissed, and a run that is older than the last sighting of a finding
 * does not resolve it. Issues keep their state: people close them.
 */
export async function sweep(unit: Unit, activity: TestActivity): Promise<{ resolved: number; resolvedIds: string[] }> {
  const [{ pending, ...result }] = await unit.tx.query<
    [{ resolved: number; resolvedIds: string[]; pending: PendingChange[] }]
  >(SWEEP, [
    activity.organizationId,
    activity.productId,
    toolIdentity(activity.tool!),
    activity.id,
    activity.completedAt,
  ]);
  countPending(unit, activity.organizationId, pending);
  return result;
}

// `NOT IN` uses a hash regardless of statistics; an anti join may compare every pair while statistics are fresh.
const SWEEP = `
  WITH due AS MATERIALIZED (
    SELECT id, ${pendingKind('f')}
    FROM findings f
    WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND last_seen_at <= $5
      AND (f.status IN ('pending', 'confirmed') OR ${isDismissalExpired('f')})
      AND id NOT IN (SELECT finding_id FROM finding_reports WHERE organization_id = $1 AND test_activity_id = $4)
    ORDER BY identity FOR UPDATE
  ), swept AS (
    UPDATE findings f SET status = 'resolved', resolved_at = $5, resolved_by_activity_id = $4, updated_at = now()
    FROM due WHERE f.organization_id = $1 AND f.id = due.id
    RETURNING f.id, ${pendingKind('f')}
  ), journal AS (
    INSERT INTO finding_reports (organization_id, product_id, finding_id, test_activity_id, change, seen_at)
    SELECT $1, $2, id, $4, 'resolved', $5 FROM swept
  ), noted AS (${noteResolved({ organizationId: '$1', id: '$4' }, '(SELECT count(*) FROM swept)')}
  )
  SELECT count(*)::int AS resolved, coalesce((array_agg(id ORDER BY id))[1:${MAX_IDS_IN_EVENT}], '{}') AS "resolvedIds",
    ${pendingChanges('due', 'swept')} AS pending
  FROM swept`;
