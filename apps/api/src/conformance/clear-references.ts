import type { Audit } from '../audits/audit.entity.js';
import type { FormerMember } from '../organizations/members/members.sql.js';
import type { Product } from '../products/product.entity.js';
import type { RemovedStandard } from '../standards/standard-changes.js';
import type { ChangeContext } from '../work/change-context.js';

/** Drafts lose an audit that is deleted. What is published names it for good. */
export async function clearAudit({ tx }: ChangeContext, { organizationId, id }: Audit): Promise<void> {
  await tx.query(
    `UPDATE conformance_reports SET audit_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND audit_id = $2 AND status = 'draft'`,
    [organizationId, id],
  );
}

/** Drafts lose a standard and levels that are deleted; what is published keeps them. */
export async function clearStandardOfReports(
  { tx }: ChangeContext,
  { organizationId, standardId, levelIds }: RemovedStandard,
): Promise<void> {
  await tx.query(
    `UPDATE conformance_reports SET standard_id = nullif(standard_id, $2::uuid),
       conformance_level_id = CASE WHEN conformance_level_id = ANY ($3::uuid[]) THEN NULL ELSE conformance_level_id END,
       revision = revision + 1
     WHERE organization_id = $1 AND status = 'draft' AND (standard_id = $2 OR conformance_level_id = ANY ($3::uuid[]))`,
    [organizationId, standardId, levelIds],
  );
}

/** The public addresses of a product that is deleted lead nowhere. */
export async function deleteTokens({ tx }: ChangeContext, { organizationId, id }: Product): Promise<void> {
  await tx.query('DELETE FROM conformance_tokens WHERE organization_id = $1 AND product_id = $2', [organizationId, id]);
}

/** What somebody has stated stays under the name that they had, but no longer leads to a person whose account is gone. */
export async function clearPerson({ tx }: ChangeContext, { organizationId, userId }: FormerMember): Promise<void> {
  await tx.query(
    'UPDATE conformance_verdicts SET stated_by_user_id = NULL WHERE organization_id = $1 AND stated_by_user_id = $2',
    [organizationId, userId],
  );
}
