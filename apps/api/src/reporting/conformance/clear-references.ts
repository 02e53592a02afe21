import { execute } from '#libs/database';
import type { Audit } from '../../records/audits/audit.entity.js';
import type { FormerMember } from '../../accounts/organizations/members/members.sql.js';
import type { Product } from '../../products/products/product.entity.js';
import type { RemovedStandard } from '../../standards/standards/standard-changes.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { CLEAR_AUDIT, CLEAR_PERSON, CLEAR_STANDARD, DELETE_TOKENS_OF_PRODUCT } from './clear-references.sql.js';

/** Drafts lose an audit that is deleted. What is published names it for good. */
export async function clearAudit({ tx }: ChangeContext, { organizationId, id }: Audit): Promise<void> {
  await execute(tx, CLEAR_AUDIT, [organizationId, id]);
}

/** Drafts lose a standard and levels that are deleted; what is published keeps them. */
export async function clearStandardOfReports(
  { tx }: ChangeContext,
  { organizationId, standardId, levelIds }: RemovedStandard,
): Promise<void> {
  await execute(tx, CLEAR_STANDARD, [organizationId, standardId, levelIds]);
}

/** The public addresses of a product that is deleted lead nowhere. */
export async function deleteTokens({ tx }: ChangeContext, { organizationId, id }: Product): Promise<void> {
  await execute(tx, DELETE_TOKENS_OF_PRODUCT, [organizationId, id]);
}

/**
 * What somebody has stated stays under the name that they had, but no longer leads to a person whose account is gone.
 */
export async function clearPerson({ tx }: ChangeContext, { organizationId, userId }: FormerMember): Promise<void> {
  await execute(tx, CLEAR_PERSON, [organizationId, userId]);
}
