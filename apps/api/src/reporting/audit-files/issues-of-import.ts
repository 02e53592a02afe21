import type { RecordLimits } from '#libs/config';
import { query } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import type { Audit } from '../../records/audits/audit.entity.js';
import { requirementsOfAudit } from '../../findings/evaluation/audit-requirements.js';
import { keyOfCell } from '../../findings/evaluation/outcomes/decisions.js';
import { LINK_ISSUES } from '../../findings/evaluation/outcomes/outcomes.sql.js';
import type { Cell } from '../../findings/evaluation/outcomes/store-outcomes.js';
import { removeUntouched } from '../../findings/triage/remove-untouched.js';
import { createIssues } from '../../records/issues/create-issues.js';
import type { Issue } from '../../records/issues/issue.entity.js';
import type { IssuesService } from '../../records/issues/issues.service.js';
import type { Product } from '../../products/products/product.entity.js';
import { requirementsStayLock } from '../../standards/standards/standards-lock.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { WrittenProblem } from './apply-content.js';
import { AT_OTHER_OUTCOMES, FAILED_BY_IMPORT } from './imports.sql.js';

/**
 * Opens an issue of each of these problems that has an outcome which the import has made fail, and puts it there. The
 * audit is locked. @returns their ids
 */
export async function openIssues(
  change: ChangeContext,
  limits: RecordLimits,
  product: Product,
  audit: Audit,
  importId: string,
  problems: readonly WrittenProblem[],
  createdByUserId: string | null,
): Promise<string[]> {
  const { tx } = change;
  const { organizationId, id: auditId } = audit;
  if (problems.length === 0) return [];
  await change.lock(requirementsStayLock(organizationId));
  const requirements = await requirementsOfAudit(tx, audit);
  const knownIds = new Set(requirements.filter(({ isGone }) => !isGone).map(({ requirementId }) => requirementId));
  const cells = JSON.stringify(problems.flatMap((problem) => problem.cells));
  const failed = await query(tx, FAILED_BY_IMPORT, [organizationId, importId, auditId, cells]);
  const keys = new Set(failed.map(keyOfCell));
  const found = problems.flatMap(({ cells: ofProblem, ...problem }) => {
    const own = ofProblem.filter((cell) => keys.has(keyOfCell(cell)) && knownIds.has(cell.requirementId));
    return own.length === 0 ? [] : [{ ...problem, cells: own }];
  });
  const drafts = found.map(({ cells: own, ...problem }) => ({
    ...{ ...problem, auditId, createdByUserId },
    requirementIds: [...new Set(own.map(({ requirementId }) => requirementId))],
  }));
  const issues = await createIssues(change, limits, { product }, drafts);
  const linked = await mapInSlices(found, ({ cells: own }, index) =>
    own.map((cell) => ({ ...cell, issueIds: [issues[index]!.id] })),
  );
  await query(tx, LINK_ISSUES, [organizationId, auditId, JSON.stringify(linked.flat())]);
  change.regradeAfterwards(product);
  return issues.map(({ id }) => id);
}

/**
 * Deletes the issues that an import has opened, but for those that somebody has changed, commented on or put elsewhere
 * since. Call it with `runsLock` of the product. @returns those that stay
 */
export async function removeIssues(
  change: ChangeContext,
  issues: IssuesService,
  { organizationId, id: auditId }: Audit,
  issueIds: readonly string[],
  made: readonly Cell[],
): Promise<{ gone: Issue[]; kept: Issue[] }> {
  if (issueIds.length === 0) return { gone: [], kept: [] };
  const cells = JSON.stringify(made.map(({ requirementId, entry }) => ({ requirementId, entry })));
  const elsewhere = await query(change.tx, AT_OTHER_OUTCOMES, [organizationId, auditId, issueIds, cells]);
  const ids = new Set(elsewhere.map(({ id }) => id));
  return removeUntouched(change, issues, organizationId, issueIds, ({ id }) => ids.has(id));
}
