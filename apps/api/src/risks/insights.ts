import type { EntityManager } from 'typeorm';
import type { RiskInsights } from './dto/insights.dto.js';

/** Counts an organization's risks by status, likelihood, impact and product, in one statement and one pass. */
export async function riskInsights(tx: EntityManager, organizationId: string): Promise<RiskInsights> {
  const [{ insights }] = await tx.query<[{ insights: RiskInsights }]>(INSIGHTS, [organizationId]);
  return insights;
}

const RATINGS = (column: string): string => `json_build_object(
  'low', coalesce(sum(n) FILTER (WHERE ${column} = 'low'), 0), 'medium', coalesce(sum(n) FILTER (WHERE ${column} = 'medium'), 0),
  'high', coalesce(sum(n) FILTER (WHERE ${column} = 'high'), 0), 'none', coalesce(sum(n) FILTER (WHERE ${column} IS NULL), 0))`;

const INSIGHTS = `
  WITH counted AS MATERIALIZED (
    SELECT product_id, status, likelihood, impact, count(*)::int AS n
    FROM risks WHERE organization_id = $1 GROUP BY 1, 2, 3, 4
  ), products_counted AS (
    SELECT p.id AS "productId", p.name AS "productName", p.slug AS "productSlug", c.n AS count
    FROM (SELECT product_id, sum(n)::int AS n FROM counted GROUP BY 1) c JOIN products p ON p.organization_id = $1 AND p.id = c.product_id
    ORDER BY c.n DESC, lower(p.name), p.id
  )
  SELECT json_build_object(
    'total', coalesce(sum(n), 0),
    'byStatus', json_build_object(
      'identified', coalesce(sum(n) FILTER (WHERE status = 'identified'), 0), 'mitigated', coalesce(sum(n) FILTER (WHERE status = 'mitigated'), 0),
      'materialized', coalesce(sum(n) FILTER (WHERE status = 'materialized'), 0), 'aged_out', coalesce(sum(n) FILTER (WHERE status = 'aged_out'), 0)),
    'byLikelihood', ${RATINGS('likelihood')},
    'byImpact', ${RATINGS('impact')},
    'byProduct', (SELECT coalesce(json_agg(products_counted), '[]') FROM products_counted)
  ) AS insights FROM counted`;
