import { sql, type Uuid } from '#libs/database';
import { isActive } from '../../products/products/active.js';

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
    coalesce(p.audit_frequency, $2::smallint) AS "auditFrequency", last.completed_at AS "lastAuditDate",
      last.number AS "lastAuditNumber"
  FROM products p LEFT JOIN LATERAL (
    SELECT completed_at, number FROM audits
    WHERE organization_id = $1 AND product_id = p.id AND type = 'full' AND status = 'completed'
      AND completed_at IS NOT NULL
    ORDER BY completed_at DESC LIMIT 1) last ON true
  WHERE p.organization_id = $1 AND ${isActive('p')} AND coalesce(p.audit_frequency, $2::smallint) > 0
    AND NOT EXISTS (SELECT FROM audits
      WHERE organization_id = $1 AND product_id = p.id AND type = 'full' AND status = 'in_progress')`);

/** The names of members. */
export const MEMBER_NAMES = sql<[organizationId: Uuid, userIds: readonly Uuid[]], { userId: Uuid; name: string }>(`
  SELECT u.id AS "userId", u.name FROM members m JOIN users u ON u.id = m.user_id
  WHERE m.organization_id = $1 AND m.user_id = ANY ($2::uuid[])`);

/** Audits stay without a lead when a member leaves the organization. */
export const CLEAR_LEAD = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE audits SET lead_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND lead_id = $2`);

/** Evaluators keep their names, and lose the account that is deleted. */
export const FORGET_EVALUATOR = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE audits SET evaluators = (
    SELECT jsonb_agg(CASE WHEN e ->> 'userId' = $2::uuid::text THEN jsonb_set(e, '{userId}', 'null') ELSE e END
      ORDER BY place)
    FROM jsonb_array_elements(evaluators) WITH ORDINALITY AS named(e, place))
  WHERE organization_id = $1 AND evaluators @> jsonb_build_array(jsonb_build_object('userId', $2::uuid::text))`);

/** The counts that an audit keeps; they are no change of its fields. */
export const KEEP_COUNTS = sql<
  [
    organizationId: Uuid,
    auditId: Uuid,
    lastEntry: number,
    entryCount: number,
    outcomeCount: number,
    untestedCount: number,
  ]
>(`
  UPDATE audits SET last_entry = $3, entry_count = $4, outcome_count = $5, untested_count = $6
  WHERE organization_id = $1 AND id = $2`);
