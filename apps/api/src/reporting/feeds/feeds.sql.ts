import { type Uuid, variants } from '#libs/database';
import { isActive } from '../../products/products/active.js';
import type { Feed } from './dto/feed.dto.js';

const IN_SCOPE = `c.organization_id = $1 AND (c.product_id = $2 OR ($2::uuid IS NULL AND ${isActive('p')}))`;

const IN_PRODUCT = 'JOIN products p ON p.organization_id = c.organization_id AND p.id = c.product_id';

/** Tools, real environments, and whether there are previews; from the counts that are kept. */
const FACETS = `
  counted AS MATERIALIZED (
    SELECT DISTINCT tool, trigger, environment FROM activity_counts c ${IN_PRODUCT} WHERE ${IN_SCOPE}
  ), real AS MATERIALIZED (
    SELECT DISTINCT environment FROM counted WHERE trigger <> 'pull_request' AND environment <> ''
  ), facets AS MATERIALIZED (
    SELECT
      ARRAY(SELECT DISTINCT tool FROM counted WHERE tool <> '' ORDER BY tool) AS tools,
      ARRAY(SELECT environment FROM real ORDER BY environment) AS environments,
      EXISTS (SELECT FROM preview_counts c ${IN_PRODUCT}
        WHERE ${IN_SCOPE} AND c.environment NOT IN (SELECT environment FROM real)) AS "hasPreviewEnvironments"
  )`;

const REAL = 'ALL (ARRAY(SELECT environment FROM real))';

const COUNTED_TRIGGERS = `($3::text[] IS NULL OR trigger = ANY ($3) OR ($4 AND trigger = ''))`;

/** How many entries there are, from the counts: a few rows whatever their number. */
const TOTAL = `
  SELECT (
    (SELECT coalesce(sum(value), 0) FROM activity_counts c ${IN_PRODUCT}
      WHERE ${IN_SCOPE} AND ${COUNTED_TRIGGERS}
        AND ($5::text[] IS NULL OR (trigger <> 'pull_request' AND environment = ANY ($5)) OR ($7 AND environment = '')))
    + CASE WHEN $5::text[] IS NULL OR NOT ($3::text[] IS NULL OR 'pull_request' = ANY ($3)) THEN 0 ELSE
      (SELECT coalesce(sum(value), 0) FROM preview_counts c ${IN_PRODUCT}
        WHERE ${IN_SCOPE} AND (environment = ANY ($5) OR ($6 AND environment <> ${REAL}))) END
    + CASE WHEN NOT $8 THEN 0 ELSE
      (SELECT coalesce(sum(t.value), 0) FROM record_totals t JOIN products p ON p.organization_id = t.organization_id
        AND p.id = t.product_id
        WHERE t.organization_id = $1 AND t.kind = 'audits'
          AND (t.product_id = $2 OR ($2::uuid IS NULL AND ${isActive('p')}))) END
  )::int AS total`;

// Null <> ALL of no environments would be true: a run that names none is on no preview.
const MATCHES = `
  ($3::text[] IS NULL OR context_trigger = ANY ($3) OR ($4 AND context_trigger IS NULL))
  AND ($5::text[] IS NULL OR context_environment = ANY ($5) OR ($7 AND context_environment IS NULL)
    OR ($6 AND context_trigger = 'pull_request' AND context_environment IS NOT NULL
      AND context_environment <> ${REAL}))`;

// Archived products are few: their ids are compared, so that the entries are those of an index alone, in its order.
const SHOWN = `c.organization_id = $1 AND (c.product_id = $2 OR ($2::uuid IS NULL
  AND c.product_id NOT IN (SELECT p.id FROM products p WHERE p.organization_id = $1 AND NOT (${isActive('p')}))))`;

/** One branch of the page, ordered and limited by its own index. */
const branch = (moment: string, isAudit: boolean, from: string): string => `(
  SELECT c.id, c.${moment} AS occurred_at, ${isAudit} AS is_audit ${from}
    AND (c.${moment}, c.id) < ($11::timestamptz, $12::uuid)
  ORDER BY c.${moment} DESC, c.id DESC LIMIT $9::bigint + $10::bigint)`;

/**
 * Null: of all active products, with any trigger, in any environment. The page begins behind the entry `beforeId` of
 * the moment `before`.
 */
type Parameters = [
  organizationId: Uuid,
  productId: Uuid | null,
  triggers: readonly string[] | null,
  withoutContext: boolean,
  environments: readonly string[] | null,
  previews: boolean,
  withoutEnvironment: boolean,
  audits: boolean,
  pageSize: number,
  offset: number,
  before: string,
  beforeId: Uuid,
];

/**
 * The page, with what the filters offer and how many entries there are, where they are `counted`. What comes before the
 * page is read from indexes; only the rows of the page are read whole; with `LIMIT 1` also where the planner expects
 * few audits, and would rather count the issues of all of them.
 */
export const FEED = variants<Parameters, Omit<Feed, 'pagination'> & { total: number | null }, { counted: boolean }>(
  { counted: [true, false] },
  ({ counted }) => {
    const isOnPage = counted ? ' AND (SELECT total FROM total) > $10::bigint' : '';
    return `
  WITH ${FACETS}, total AS MATERIALIZED (${counted ? TOTAL : 'SELECT NULL::int AS total'}
  ), page AS (
    ${branch('completed_at', false, `FROM test_activities c WHERE ${SHOWN} AND ${MATCHES}${isOnPage}`)}
    UNION ALL
    ${branch('occurred_at', true, `FROM audits c WHERE $8 AND ${SHOWN}${isOnPage}`)}
    ORDER BY occurred_at DESC, id DESC LIMIT $9::bigint OFFSET $10::bigint
  ), entries AS (
    SELECT coalesce(activity.entry, audit.entry) AS entry, page.occurred_at, page.id
    FROM page
    LEFT JOIN LATERAL (
      SELECT json_build_object('kind', 'test_activity', 'id', a.id, 'number', a.number, 'type', a.type, 'tool', a.tool,
        'title', a.title,
        'context', a.context, 'externalUrl', a.external_url, 'occurredAt', a.completed_at,
        'discoveredIssueCount', (SELECT count(*) FROM issues i WHERE i.organization_id = $1
          AND i.test_activity_id = a.id),
        'discoveredFeedbackCount', (SELECT count(*) FROM findings f WHERE f.organization_id = $1
          AND f.first_activity_id = a.id AND NOT f.needs_review),
        'productName', p.name, 'productSlug', p.slug) AS entry
      FROM test_activities a JOIN products p ON p.organization_id = a.organization_id AND p.id = a.product_id
      WHERE NOT page.is_audit AND a.organization_id = $1 AND a.id = page.id LIMIT 1
    ) activity ON true
    LEFT JOIN LATERAL (
      SELECT json_build_object('kind', 'audit', 'id', u.id, 'number', u.number, 'title', u.title, 'status', u.status,
        'occurredAt', u.occurred_at,
        'discoveredIssueCount', (SELECT count(*) FROM issues i WHERE i.organization_id = $1 AND i.audit_id = u.id),
        'productName', p.name, 'productSlug', p.slug) AS entry
      FROM audits u JOIN products p ON p.organization_id = u.organization_id AND p.id = u.product_id
      WHERE page.is_audit AND u.organization_id = $1 AND u.id = page.id LIMIT 1
    ) audit ON true
  )
  SELECT facets.*, total.total,
    (SELECT coalesce(json_agg(entry ORDER BY occurred_at DESC, id DESC), '[]') FROM entries) AS entries
  FROM facets, total`;
  },
);
