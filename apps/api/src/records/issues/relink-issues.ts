import { query } from '#libs/database';
import type { RemovedRequirements } from '../../standards/standards/standard-changes.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { Issue } from './issue.entity.js';
import { LOCK_LINKED, RELINK, UNLINK } from './issues.sql.js';
import { countOpenIssues } from './open-issue-counts.js';

/** Makes the requirements of an issue, which is locked, exactly these; answers whether that changed anything. */
export async function relinkIssue(
  change: ChangeContext,
  { id, organizationId }: Pick<Issue, 'id' | 'organizationId'>,
  requirementIds: readonly string[],
): Promise<boolean> {
  const [relinked] = await query(change.tx, RELINK, [organizationId, id, requirementIds]);
  countOpenIssues(change, organizationId, relinked!.changes);
  return relinked!.changed;
}

/**
 * Prepares issues of an organization for the end of some of its requirements, which takes their links along. An issue
 * that fails these alone will fail none, under whatever standard. Call with `requirementsLock`: then no issue can be
 * linked to them meanwhile, and which issues are is known before the second statement reads the links.
 */
export async function unlinkRequirements(
  change: ChangeContext,
  { organizationId, requirementIds }: RemovedRequirements,
): Promise<void> {
  const linked = await query(change.tx, LOCK_LINKED, [organizationId, requirementIds]);
  if (linked.length === 0) return;
  const ids = linked.map(({ id }) => id);
  const [unlinked] = await query(change.tx, UNLINK, [organizationId, ids, requirementIds]);
  countOpenIssues(change, organizationId, unlinked!.changes);
}
