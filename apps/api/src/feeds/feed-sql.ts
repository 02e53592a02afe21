import { isActive } from '../products/active.js';

// Parameters of every statement here: $1 organization, $2 product or null for all active products. Of TOTAL and ENTRIES
// further: $3 triggers or null, $4 entries without context, $5 environments or null, $6 previews, $7 entries without
// environment, $8 audits, $9 the real environments of the scope. Of ENTRIES further: $10 page size, $11 offset.

const IN_SCOPE = `c.organization_id = $1 AND (c.product_id = $2 OR ($2::uuid IS NULL AND ${isActive('p')}))`;

const IN_PRODUCT = 'JOIN products p ON p.organization_id = c.organization_id AND p.id = c.product_id';

/** Tools, real environments, and whether there are previews; from the counts that the database keeps. */
export const FACETS = `
  WITH counted AS (
    SELECT DISTINCT tool, trigger, environment FROM activity_counts c ${IN_PRODUCT} WHERE ${IN_SCOPE}
  ), real AS (
    SELECT DISTINCT environment FROM counted WHERE trigger <> 'pull_request' AND environment <> ''
  )
  SELECT
    ARRAY(SELECT DISTINCT tool FROM counted WHERE tool <> '' ORDER BY tool) AS tools,
    ARRAY(SELECT environment FROM real ORDER BY environment) AS environments,
    EXISTS (SELECT FROM preview_counts c ${IN_PRODUCT}
      WHERE ${IN_SCOPE} AND c.environment NOT IN (SELECT environment FROM real)) AS "hasPreviewEnvironments"`;

const COUNTED_TRIGGERS = `($3::text[] IS NULL OR trigger = ANY ($3) OR ($4 AND trigger = ''))`;

/** How many entries there are, from the counts: a few rows whatever their number. */
export const TOTAL = `
  SELECT (
    (SELECT coalesce(sum(value), 0) FROM activity_counts c ${IN_PRODUCT}
      WHERE ${IN_SCOPE} AND ${COUNTED_TRIGGERS}
        AND ($5::text[] IS NULL OR (trigger <> 'pull_request' AND environment = ANY ($5)) OR ($7 AND environment = '')))
    + CASE WHEN $5::text[] IS NULL OR NOT ($3::text[] IS NULL OR 'pull_request' = ANY ($3)) THEN 0 ELSE
      (SELECT coalesce(sum(value), 0) FROM preview_counts c ${IN_PRODUCT}
        WHERE ${IN_SCOPE} AND (environment = ANY ($5) OR ($6 AND environment <> ALL ($9::text[])))) END
    + CASE WHEN NOT $8 THEN 0 ELSE
      (SELECT count(*) FROM audits c ${IN_PRODUCT} WHERE ${IN_SCOPE}) END
  )::int AS total`;

// Null <> ALL of no environments would be true: a run that names none is on no preview.
const MATCHES = `
  ($3::text[] IS NULL OR context_trigger = ANY ($3) OR ($4 AND context_trigger IS NULL))
  AND ($5::text[] IS NULL OR context_environment = ANY ($5) OR ($7 AND context_environment IS NULL)
    OR ($6 AND context_trigger = 'pull_request' AND context_environment IS NOT NULL AND context_environment <> ALL ($9::text[])))`;

/**
 * One page: each branch is ordered and limited by its own index, and only the rows of the page are read whole; with `LIMIT 1` also where the planner
 * expects few audits, and would rather count the issues of all of them.
 */
export const ENTRIES = `
  WITH page AS (
    (SELECT c.id, c.completed_at AS occurred_at, false AS is_audit
     FROM test_activities c ${IN_PRODUCT}
     WHERE ${IN_SCOPE} AND ${MATCHES} ORDER BY c.completed_at DESC, c.id DESC LIMIT $10::int + $11::int)
    UNION ALL
    (SELECT c.id, c.occurred_at, true
     FROM audits c ${IN_PRODUCT}
     WHERE $8 AND ${IN_SCOPE} ORDER BY c.occurred_at DESC, c.id DESC LIMIT $10::int + $11::int)
    ORDER BY occurred_at DESC, id DESC LIMIT $10 OFFSET $11
  )
  SELECT coalesce(activity.entry, audit.entry) AS entry
  FROM page
  LEFT JOIN LATERAL (
    SELECT json_build_object('kind', 'test_activity', 'id', a.id, 'number', a.number, 'type', a.type, 'tool', a.tool, 'title', a.title,
      'context', a.context, 'externalUrl', a.external_url, 'occurredAt', a.completed_at,
      'discoveredIssueCount', (SELECT count(*) FROM issues i WHERE i.organization_id = $1 AND i.test_activity_id = a.id),
      'discoveredFeedbackCount', (SELECT count(*) FROM findings f WHERE f.organization_id = $1 AND f.first_activity_id = a.id),
      'productName', p.name, 'productSlug', p.slug) AS entry
    FROM test_activities a JOIN products p ON p.organization_id = a.organization_id AND p.id = a.product_id
    WHERE NOT page.is_audit AND a.organization_id = $1 AND a.id = page.id LIMIT 1
  ) activity ON true
  LEFT JOIN LATERAL (
    SELECT json_build_object('kind', 'audit', 'id', u.id, 'number', u.number, 'title', u.title, 'status', u.status, 'occurredAt', u.occurred_at,
      'discoveredIssueCount', (SELECT count(*) FROM issues i WHERE i.organization_id = $1 AND i.audit_id = u.id),
      'productName', p.name, 'productSlug', p.slug) AS entry
    FROM audits u JOIN products p ON p.organization_id = u.organization_id AND p.id = u.product_id
    WHERE page.is_audit AND u.organization_id = $1 AND u.id = page.id LIMIT 1
  ) audit ON true
  ORDER BY page.occurred_at DESC, page.id DESC`;
