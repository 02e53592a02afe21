import type { RemovedIssues } from '../../records/issues/issues.service.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { RESET } from './decisions.sql.js';
import { noteDecision } from './note-decision.js';
import { runCounted } from './pending-counts.js';

/**
 * Findings lose the issues that are about to be deleted; those confirmed as one of them have not been dealt with and
 * await triage again.
 */
export async function resetToPending(change: ChangeContext, { organizationId, ids }: RemovedIssues): Promise<void> {
  const { findings } = await runCounted(change, RESET, [organizationId, ids]);
  const released = findings.map((id) => ({ organizationId, id }));
  if (released.length > 0) await noteDecision(change.tx, released, 'release');
}
