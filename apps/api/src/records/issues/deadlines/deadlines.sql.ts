import { sql, type Uuid } from '#libs/database';
import { dueByIn } from '../../../accounts/organizations/deadlines.js';
import type { Deadlines } from '../../../accounts/organizations/organization.entity.js';
import { isActive } from '../../../products/products/active.js';

/**
 * The deadlines for new issues of products, where there are any, and the moment of the transaction, which they begin
 * with.
 */
export const DEADLINES_OF_PRODUCTS = sql<
  [organizationId: Uuid, productIds: readonly Uuid[]],
  { productId: string; moment: Date; deadlines: (Deadlines | null)[] }
>(`
  SELECT p.id AS "productId", now()::timestamptz(3) AS moment, jsonb_build_array(o.deadlines, p.deadlines) AS deadlines
  FROM products p JOIN organizations o ON o.id = p.organization_id
  WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[]) AND (o.deadlines IS NOT NULL OR p.deadlines IS NOT NULL)`);

const BY_RULE = dueByIn(['o.deadlines', 'p.deadlines'], 'i', 'coalesce(i.reopened_at, i.created_at)');

/** Open issues without a date of a person, whose date would be another. */
const TO_DATE = `
  FROM issues i JOIN products p ON p.organization_id = i.organization_id AND p.id = i.product_id
    JOIN organizations o ON o.id = i.organization_id
  WHERE i.organization_id = $1 AND i.state = 'open' AND i.due_set_by IS DISTINCT FROM 'person' AND ${isActive('p')}
    AND i.due_at IS DISTINCT FROM (${BY_RULE})`;

/** What deadlines would do to open issues. */
export interface DatedIssues {
  dated: number;
  moved: number;
  cleared: number;
}

/** How many open issues would get a date, another one, and none. */
export const COUNT_TO_DATE = sql<[organizationId: Uuid], DatedIssues>(`
  SELECT count(*) FILTER (WHERE before IS NULL)::int AS dated,
    count(*) FILTER (WHERE before IS NOT NULL AND after IS NOT NULL)::int AS moved,
      count(*) FILTER (WHERE after IS NULL)::int AS cleared
  FROM (SELECT i.due_at AS before, ${BY_RULE} AS after ${TO_DATE}) changed`);

export const ACTIVE_PRODUCTS = sql<[organizationId: Uuid], { id: string }>(`
  SELECT p.id FROM products p WHERE p.organization_id = $1 AND ${isActive('p')} ORDER BY p.id`);

/**
 * Dates open issues of a product, so many at once; they are locked in the order of their ids. Answers how many, and the
 * ids of the first.
 */
export const DATE = sql<[organizationId: Uuid, productId: Uuid, atMost: number], { count: number; ids: string[] }>(`
  WITH found AS MATERIALIZED (
    SELECT i.id, ${BY_RULE} AS due ${TO_DATE} AND i.product_id = $2 ORDER BY i.id LIMIT $3::int FOR UPDATE OF i
  ), changed AS (
    UPDATE issues i SET due_at = found.due, due_set_by = CASE WHEN found.due IS NOT NULL THEN 'rule' END,
      updated_at = now(),
      revision = i.revision + 1
    FROM found WHERE i.organization_id = $1 AND i.id = found.id RETURNING i.id, i.number
  )
  SELECT count(*)::int AS count, coalesce((array_agg(id ORDER BY number))[1:100], '{}') AS ids FROM changed`);

/** Accepts an issue until a later moment, which becomes its date. */
export const EXTEND = sql<[organizationId: Uuid, id: Uuid, until: Date, reason: string, userId: Uuid | null]>(`
  UPDATE issues SET due_at = $3::timestamptz, due_set_by = 'person', extended_until = $3::timestamptz,
    extended_at = now(),
    extension_reason = $4, extended_by_user_id = $5, updated_at = now(), revision = revision + 1
  WHERE organization_id = $1 AND id = $2`);

/** Extensions stay without the person whose account is deleted. */
export const CLEAR_EXTENDER = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE issues SET extended_by_user_id = NULL, revision = revision + 1
  WHERE organization_id = $1 AND extended_by_user_id = $2`);
