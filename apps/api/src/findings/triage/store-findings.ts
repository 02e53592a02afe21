import { removeComments } from '../../records/comments/remove-comments.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { runCounted } from './pending-counts.js';
import { DELETE, STORE } from './store-findings.sql.js';

/** Stores findings in their new state; their wording stays. */
export async function storeRows(change: ChangeContext, organizationId: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await runCounted(change, STORE, [organizationId, JSON.stringify(rows)]);
}

/** Deletes findings. A duplicate of one has been triaged, so it stays. */
export async function deleteFindings(
  change: ChangeContext,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await removeComments(change.tx, organizationId, ids);
  await runCounted(change, DELETE, [organizationId, ids]);
}
