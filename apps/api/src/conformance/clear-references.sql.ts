import { sql, type Uuid } from '#libs/database';

/** Drafts lose an audit that is deleted. */
export const CLEAR_AUDIT = sql<[organizationId: Uuid, auditId: Uuid]>(`
  UPDATE conformance_reports SET audit_id = NULL, revision = revision + 1
  WHERE organization_id = $1 AND audit_id = $2 AND status = 'draft'`);

/** Drafts lose a standard (null: none) and levels that are deleted. */
export const CLEAR_STANDARD = sql<[organizationId: Uuid, standardId: Uuid | null, levelIds: readonly Uuid[]]>(`
  UPDATE conformance_reports SET standard_id = nullif(standard_id, $2::uuid),
    conformance_level_id = CASE WHEN conformance_level_id = ANY ($3::uuid[]) THEN NULL ELSE conformance_level_id END,
    revision = revision + 1
  WHERE organization_id = $1 AND status = 'draft' AND (standard_id = $2 OR conformance_level_id = ANY ($3::uuid[]))`);

export const DELETE_TOKENS_OF_PRODUCT = sql<[organizationId: Uuid, productId: Uuid]>(`
  DELETE FROM conformance_tokens WHERE organization_id = $1 AND product_id = $2`);

export const CLEAR_PERSON = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE conformance_verdicts SET stated_by_user_id = NULL WHERE organization_id = $1 AND stated_by_user_id = $2`);
