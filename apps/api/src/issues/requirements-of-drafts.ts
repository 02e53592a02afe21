import { builtInRequirements } from '../catalogue/built-in-requirements.js';
import { requirementsStayLock } from '../standards/standards-lock.js';
import type { ChangeContext } from '../work/change-context.js';

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
  const rows = await change.tx.query<{ id: string; requirementIds: string[] }[]>(OF_CRITERIA, [JSON.stringify(others)]);
  for (const { id, requirementIds } of rows) linked.set(id, requirementIds);
  return linked;
}

const OF_CRITERIA = `
  SELECT draft.id, array_agg(r.id) AS "requirementIds"
  FROM json_to_recordset($1::json) AS draft(id uuid, "standardId" uuid, criteria text[])
    JOIN requirements r ON r.standard_id = draft."standardId" AND r.wcag && draft.criteria
  GROUP BY 1`;
