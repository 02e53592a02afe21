import { sql, type Uuid } from '#libs/database';
import type { RiskInsights } from './dto/insights.dto.js';

/** Risks stay materialized when the issues that they became are deleted. */
export const CLEAR_ISSUES = sql<[organizationId: Uuid, issueIds: readonly Uuid[]]>(`
  UPDATE risks SET issue_id = NULL, revision = revision + 1
  WHERE organization_id = $1 AND issue_id = ANY ($2::uuid[])`);

/** Risks stay without their creator when the person's account is deleted. */
export const CLEAR_CREATOR = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE risks SET created_by_user_id = NULL, revision = revision + 1
  WHERE organization_id = $1 AND created_by_user_id = $2`);

/** Counts a change of the risks that lose an area; their links go with the foreign key. */
export const COUNT_WITHOUT_AREA = sql<[organizationId: Uuid, areaId: Uuid]>(`
  UPDATE risks SET revision = revision + 1 WHERE organization_id = $1
    AND id IN (SELECT l.risk_id FROM risk_areas l WHERE l.organization_id = $1 AND l.area_id = $2)`);

/** Counts a change of what is linked to a risk; changes of its own fields count themselves. */
export const COUNT_REVISION = sql<[organizationId: Uuid, id: Uuid]>(`
  UPDATE risks SET revision = revision + 1 WHERE organization_id = $1 AND id = $2`);

const ratings = (column: string): string => `json_build_object(
  'low', coalesce(sum(n) FILTER (WHERE ${column} = 'low'), 0), 'medium',
    coalesce(sum(n) FILTER (WHERE ${column} = 'medium'), 0),
  'high', coalesce(sum(n) FILTER (WHERE ${column} = 'high'), 0), 'none',
    coalesce(sum(n) FILTER (WHERE ${column} IS NULL), 0))`;

/** Counts the risks of an organization by status, likelihood, impact and product, in one pass. */
export const INSIGHTS = sql<[organizationId: Uuid], { insights: RiskInsights }>(`
  WITH counted AS MATERIALIZED (
    SELECT product_id, status, likelihood, impact, count(*)::int AS n
    FROM risks WHERE organization_id = $1 GROUP BY 1, 2, 3, 4
  ), products_counted AS (
    SELECT p.id AS "productId", p.name AS "productName", p.slug AS "productSlug", c.n AS count
    FROM (SELECT product_id, sum(n)::int AS n FROM counted GROUP BY 1) c JOIN products p ON p.organization_id = $1
      AND p.id = c.product_id
    ORDER BY c.n DESC, lower(p.name), p.id
  )
  SELECT json_build_object(
    'total', coalesce(sum(n), 0),
    'byStatus', json_build_object(
      'identified', coalesce(sum(n) FILTER (WHERE status = 'identified'), 0), 'mitigated',
        coalesce(sum(n) FILTER (WHERE status = 'mitigated'), 0),
      'materialized', coalesce(sum(n) FILTER (WHERE status = 'materialized'), 0), 'aged_out',
        coalesce(sum(n) FILTER (WHERE status = 'aged_out'), 0)),
    'byLikelihood', ${ratings('likelihood')},
    'byImpact', ${ratings('impact')},
    'byProduct', (SELECT coalesce(json_agg(products_counted), '[]') FROM products_counted)
  ) AS insights FROM counted`);
