import { query } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import type { Applicant } from '../../standards/catalogue/applies-to.js';
import { requirementsOfCriteria } from '../../standards/catalogue/requirements-of-criteria.js';
import { requirementsStayLock } from '../../standards/standards/standards-lock.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { REQUIREMENTS_OF_DRAFTS } from './issues.sql.js';

/**
 * What new issues of a product are measured against: the standard in force, and what of the product decides which of
 * its requirements apply.
 */
export interface Measure {
  standardId: string;
  applicant: Applicant;
}

/** What a new issue says of requirements: WCAG criteria, and the standard whose requirements for these it fails. */
interface Draft {
  id: string;
  measure?: Measure;
  criteria?: readonly string[];
  requirementIds?: readonly string[];
}

/**
 * The ids of the requirements that new issues are linked to, by issue; of an organization's own standards, they stay
 * until the unit has ended.
 */
export async function requirementsOfDrafts(
  change: ChangeContext,
  organizationId: string,
  drafts: readonly Draft[],
): Promise<Map<string, readonly string[]>> {
  const linked = new Map<string, readonly string[]>();
  const others: Draft[] = [];
  await mapInSlices(drafts, (draft) => {
    const { measure, criteria = [], requirementIds } = draft;
    if (requirementIds) {
      linked.set(draft.id, requirementIds);
      return;
    }
    if (!measure || criteria.length === 0) return;
    const ids = requirementsOfCriteria(measure.standardId, measure.applicant, criteria);
    if (ids) linked.set(draft.id, ids);
    else others.push(draft);
  });
  if (others.length === 0) return linked;
  // Who opens an issue did not name its requirements: one that is removed meanwhile is none.
  await change.lock(requirementsStayLock(organizationId));
  const rows = await query(change.tx, REQUIREMENTS_OF_DRAFTS, [
    JSON.stringify(others.map(({ measure, ...draft }) => ({ ...draft, standardId: measure!.standardId }))),
  ]);
  for (const { id, requirementIds } of rows) linked.set(id, requirementIds);
  return linked;
}
