import { query } from '#libs/database';
import { builtInRequirements } from '../catalogue/built-in-requirements.js';
import { requirementsStayLock } from '../standards/standards-lock.js';
import type { ChangeContext } from '../work/change-context.js';
import { REQUIREMENTS_OF_DRAFTS } from './issues.sql.js';

/** What a new issue says of requirements: WCAG criteria, and the standard whose requirements for these it fails. */
interface Draft {
  id: string;
  standardId?: string | null;
  criteria?: readonly string[];
}

/** The ids of the requirements that new issues are linked to, by issue; of an organization's own standards, they stay until the unit has ended. */
export async function requirementsOfDrafts(
  change: ChangeContext,
  organizationId: string,
  drafts: readonly Draft[],
): Promise<Map<string, readonly string[]>> {
  const linked = new Map<string, readonly string[]>();
  const others: Draft[] = [];
  for (const draft of drafts) {
    if (!draft.standardId || !draft.criteria?.length) continue;
    const ids = builtInRequirements(draft.standardId, draft.criteria);
    if (ids) linked.set(draft.id, ids);
    else others.push(draft);
  }
  if (others.length === 0) return linked;
  // Who opens an issue did not name its requirements: one that is removed meanwhile is none.
  await change.lock(requirementsStayLock(organizationId));
  const rows = await query(change.tx, REQUIREMENTS_OF_DRAFTS, [JSON.stringify(others)]);
  for (const { id, requirementIds } of rows) linked.set(id, requirementIds);
  return linked;
}
