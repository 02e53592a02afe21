import { sql, type Uuid } from '#libs/database';
import { isActive } from '../products/active.js';

/** Audits lose a standard and levels that are deleted. */
export const CLEAR_STANDARD = sql<[organizationId: Uuid, standardId: Uuid | null, levelIds: readonly Uuid[]]>(`
  UPDATE audits SET standard_id = nullif(standard_id, $2::uuid),
    conformance_level_id = CASE WHEN conformance_level_id = ANY ($3::uuid[]) THEN NULL ELSE conformance_level_id END,
    standard_removed = true, revision = revision + 1
  WHERE organization_id = $1 AND (standard_id = $2 OR conformance_level_id = ANY ($3::uuid[]))`);

/** A product that is to be audited every so many months, and the last of these audits. */
export interface AuditedProduct {
  productId: string;
  productName: string;
  productSlug: string;
  createdAt: Date;
  auditFrequency: number;
  lastAuditDate: Date | null;
  lastAuditNumber: number | null;
}

/** The products that await a full audit: none is in progress. */
export const AWAITING_AUDIT = sql<[organizationId: Uuid, auditFrequency: number | null], AuditedProduct>(`
  SELECT p.id AS "productId", p.name AS "productName", p.slug AS "productSlug", p.created_at AS "createdAt",
    coalesce(p.audit_frequency, $2::smallint) AS "auditFrequency", last.completed_at AS "lastAuditDate", last.number AS "lastAuditNumber"
  FROM products p LEFT JOIN LATERAL (
    SELECT completed_at, number FROM audits
    WHERE organization_id = $1 AND product_id = p.id AND type = 'full' AND status = 'completed' AND completed_at IS NOT NULL
    ORDER BY completed_at DESC LIMIT 1) last ON true
  WHERE p.organization_id = $1 AND ${isActive('p')} AND coalesce(p.audit_frequency, $2::smallint) > 0
    AND NOT EXISTS (SELECT FROM audits
      WHERE organization_id = $1 AND product_id = p.id AND type = 'full' AND status = 'in_progress')`);
