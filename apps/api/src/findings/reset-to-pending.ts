import type { RemovedIssues } from '../issues/issues.service.js';
import type { ChangeContext } from '../work/change-context.js';
import { noteDecision } from './note-decision.js';
import { pendingChanges, pendingKind, runCounted } from './pending-counts.js';

/**
 * Findings lose the issues that are about to be deleted; those confirmed as one of them have not been dealt with and await
 * triage again.
 */
export async function resetToPending(change: ChangeContext, { organizationId, ids }: RemovedIssues): Promise<void> {
  const { findings } = await runCounted<{ findings: string[] }>(change, RESET, organizationId, ids);
  const released = findings.map((id) => ({ organizationId, id }));
  if (released.length > 0) await noteDecision(change.tx, released, 'release');
}

const OF_ISSUES = 'f.organization_id = $1 AND f.issue_id = ANY ($2::uuid[])';

const RESET = `
  WITH before AS MATERIALIZED (SELECT ${pendingKind('f')} FROM findings f WHERE ${OF_ISSUES}
  ), present AS MATERIALIZED (SELECT now() AS moment
  ), changed AS (
    UPDATE findings f SET issue_id = NULL, revision = f.revision + 1,
      status = CASE WHEN status = 'confirmed' THEN 'pending' ELSE status END,
      updated_at = CASE WHEN status = 'confirmed' THEN present.moment ELSE updated_at END
    FROM present WHERE ${OF_ISSUES}
    RETURNING f.id, ${pendingKind('f')}
  )
  SELECT ${pendingChanges('before', 'changed')} AS changes, (SELECT coalesce(json_agg(id), '[]') FROM changed) AS findings`;
