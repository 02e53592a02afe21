import { sql, type Uuid } from '#libs/database';

/** Drafts lose an audit that is deleted; where it was the first, the next one is. */
export const CLEAR_AUDIT = sql<[organizationId: Uuid, auditId: Uuid]>(`
  UPDATE conformance_reports SET revision = revision + 1,
    audit_id = CASE WHEN audit_id = $2 THEN further_audit_ids[1] ELSE audit_id END,
    further_audit_ids = CASE WHEN audit_id = $2 THEN further_audit_ids[2:] ELSE array_remove(further_audit_ids, $2) END
  WHERE organization_id = $1 AND status = 'draft'
    AND (audit_id = $2 OR (further_audit_ids <> '{}' AND $2 = ANY (further_audit_ids)))`);

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
