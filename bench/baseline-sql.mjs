/** Where the baseline keeps what it ingests. */
export const SCHEMA = `
  CREATE SCHEMA bench_baseline;
  CREATE TABLE bench_baseline.counters (
    organization_id uuid, product_id uuid, value int NOT NULL, PRIMARY KEY (organization_id, product_id),
    FOREIGN KEY (organization_id, product_id) REFERENCES products ON DELETE CASCADE
  ) WITH (fillfactor = 50);
  CREATE TABLE bench_baseline.activities (
    id uuid PRIMARY KEY, organization_id uuid NOT NULL, product_id uuid NOT NULL,
    number int NOT NULL, type text NOT NULL, title text NOT NULL, tool text, completed_at timestamptz NOT NULL DEFAULT now(), context jsonb,
    finding_count int NOT NULL, resolved_count int NOT NULL DEFAULT 0, UNIQUE (product_id, number),
    FOREIGN KEY (organization_id, product_id) REFERENCES products ON DELETE CASCADE
  );
  CREATE INDEX ON bench_baseline.activities (organization_id, completed_at DESC, id DESC) INCLUDE (product_id);
  CREATE INDEX ON bench_baseline.activities (product_id, completed_at DESC, id DESC);
  CREATE TABLE bench_baseline.findings (
    id uuid PRIMARY KEY, organization_id uuid NOT NULL, product_id uuid NOT NULL, tool text NOT NULL, identity bytea NOT NULL,
    rule_id text NOT NULL, selector text, title text NOT NULL, description text, severity text, impact text, wcag jsonb, source_url text,
    status text NOT NULL DEFAULT 'pending', first_activity_id uuid NOT NULL REFERENCES bench_baseline.activities,
    last_activity_id uuid NOT NULL REFERENCES bench_baseline.activities, resolved_by_activity_id uuid REFERENCES bench_baseline.activities,
    created_at timestamptz NOT NULL DEFAULT now(), last_seen_at timestamptz NOT NULL DEFAULT now(), resolved_at timestamptz,
    UNIQUE (product_id, tool, identity), FOREIGN KEY (organization_id, product_id) REFERENCES products ON DELETE CASCADE
  );
  CREATE INDEX ON bench_baseline.findings (product_id, created_at, id);
  CREATE INDEX ON bench_baseline.findings (product_id, tool) WHERE status = 'pending';
  CREATE INDEX ON bench_baseline.findings (first_activity_id);
  CREATE INDEX ON bench_baseline.findings (last_activity_id);
  CREATE INDEX ON bench_baseline.findings (resolved_by_activity_id) WHERE resolved_by_activity_id IS NOT NULL`;

/** An activity under the next number of a product that is not archived. */
export const ADD_ACTIVITY = `
  WITH live AS (SELECT id FROM products WHERE organization_id = $2 AND slug = $3 AND archived_at IS NULL FOR SHARE),
  counted AS (
    INSERT INTO bench_baseline.counters AS c (organization_id, product_id, value) SELECT $2, id, 1 FROM live
    ON CONFLICT (organization_id, product_id) DO UPDATE SET value = c.value + 1 RETURNING product_id, value)
  INSERT INTO bench_baseline.activities (id, organization_id, product_id, number, type, title, tool, context, finding_count)
  SELECT $1, $2, product_id, value, $4, $5, $6, $7, $8 FROM counted RETURNING product_id AS product, number`;

export const RAISE = `
  WITH raised AS (
    INSERT INTO bench_baseline.findings AS f (id, organization_id, product_id, tool, identity, rule_id, selector, title, description, severity, impact, wcag,
      source_url, first_activity_id, last_activity_id)
    SELECT id, $14, $1, $2, identity, rule, selector, title, description, severity, impact, wcag, url, $3, $3
    FROM unnest($4::uuid[], $5::bytea[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::jsonb[], $13::text[])
      AS r(id, identity, rule, selector, title, description, severity, impact, wcag, url)
    ORDER BY identity
    ON CONFLICT (product_id, tool, identity) DO UPDATE SET title = excluded.title, description = excluded.description,
      severity = excluded.severity, impact = excluded.impact, wcag = excluded.wcag, source_url = excluded.source_url,
      last_activity_id = excluded.last_activity_id, last_seen_at = now(), resolved_at = NULL, resolved_by_activity_id = NULL,
      status = CASE WHEN f.status = 'resolved' THEN 'pending' ELSE f.status END
    RETURNING xmax = 0 AS is_new)
  SELECT count(*) FILTER (WHERE is_new)::int AS added FROM raised`;

export const SWEEP = `
  WITH swept AS (
    UPDATE bench_baseline.findings SET status = 'resolved', resolved_at = now(), resolved_by_activity_id = $3
    WHERE product_id = $1 AND tool = $2 AND status = 'pending' AND last_activity_id <> $3 RETURNING 1)
  UPDATE bench_baseline.activities SET resolved_count = (SELECT count(*) FROM swept) WHERE id = $3 RETURNING resolved_count`;

const IN_SCOPE = 'c.organization_id = $1 AND (c.product_id = $2 OR ($2::uuid IS NULL AND p.archived_at IS NULL))';

export const FACETS = `
  SELECT array_agg(DISTINCT tool) FILTER (WHERE tool <> '') AS tools,
    array_agg(DISTINCT environment) FILTER (WHERE trigger <> 'pull_request' AND environment <> '') AS environments,
    coalesce(bool_or(environment = '*'), false) AS "hasPreviewEnvironments"
  FROM activity_counts c JOIN products p ON p.id = c.product_id WHERE ${IN_SCOPE}`;

export const FEED_TOTAL = `
  SELECT ((SELECT coalesce(sum(value), 0) FROM activity_counts c JOIN products p ON p.id = c.product_id WHERE ${IN_SCOPE})
    + (SELECT count(*) FROM audits c JOIN products p ON p.id = c.product_id WHERE ${IN_SCOPE}))::int AS total`;

const branch = (table, moment) => `
  (SELECT c.id, c.${moment} AS moment, '${table}' AS kind FROM ${table} c JOIN products p ON p.id = c.product_id
   WHERE ${IN_SCOPE} ORDER BY c.${moment} DESC, c.id DESC LIMIT $3::int + $4::int)`;

export const FEED = `
  WITH page AS (
    ${branch('test_activities', 'completed_at')} UNION ALL ${branch('audits', 'occurred_at')}
    ORDER BY moment DESC, id DESC LIMIT $3 OFFSET $4)
  SELECT page.kind, page.moment, coalesce(a.number, u.number) AS number, coalesce(a.title, u.title) AS title, a.id, a.type, a.tool, a.context,
    u.status, p.name AS "productName", p.slug AS "productSlug",
    (SELECT count(*)::int FROM issues i WHERE i.product_id = p.id AND (i.test_activity_id = a.id OR i.audit_id = u.id)) AS issues,
    (SELECT count(*)::int FROM findings f WHERE f.product_id = p.id AND f.first_activity_id = a.id) AS findings
  FROM page LEFT JOIN test_activities a ON a.id = page.id LEFT JOIN audits u ON u.id = page.id
  JOIN products p ON p.id = coalesce(a.product_id, u.product_id) ORDER BY page.moment DESC, page.id DESC`;

// Rows without a value come last; where there always is one, nothing is said, or the plain index would not serve.
const NULLABLE = new Set([
  'started_at',
  'completed_at',
  'severity',
  'impact',
  'effort',
  'priority',
  'closed_at',
  'likelihood',
]);

/** The first page of a list of a product, or of the active products of an organization. */
export const page = ({ table, product, sort, direction }) => `
  SELECT c.* FROM ${table} c ${product ? 'WHERE c.product_id = $1' : 'JOIN products p ON p.id = c.product_id AND p.archived_at IS NULL WHERE c.organization_id = $1'}
  ORDER BY c.${sort} ${direction} ${NULLABLE.has(sort) ? 'NULLS LAST' : ''}, c.id ${direction} LIMIT $2`;

/** How many rows that list has: from the counts that the database keeps where there are any. */
export const total = ({ table, product }) => `
  SELECT ${table === 'test_activities' ? 'sum(c.value)' : 'count(*)'}::int AS total FROM ${table === 'test_activities' ? 'activity_counts' : table} c
  ${product ? 'WHERE c.product_id = $1' : 'JOIN products p ON p.id = c.product_id AND p.archived_at IS NULL WHERE c.organization_id = $1'}`;

export const SESSION = `
  SELECT s.*, u.name, u.email FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1 AND s.expires_at > now()`;

/** What the service asks of whoever calls with a session. */
export const ADMISSION = `
  SELECT s.*, u.*, o.*, m.* FROM sessions s JOIN users u ON u.id = s.user_id
  JOIN organizations o ON o.id = $2 JOIN members m ON m.organization_id = o.id AND m.user_id = u.id
  WHERE s.token_hash = $1 AND s.expires_at > now()`;

export const MEMBERS = `
  SELECT m.*, u.name, u.email, (SELECT count(*)::int FROM members WHERE organization_id = $1) AS total
  FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 ORDER BY m.created_at, m.id LIMIT 20`;

export const DOCUMENT = 'SELECT document FROM conformance_documents WHERE organization_id = $1 AND report_id = $2';

export const FUTURE_AUDITS = `
  SELECT p.id, p.name, p.slug, p.audit_frequency, last.completed_at, last.number, due, due < now() AS "isOverdue"
  FROM products p
  LEFT JOIN LATERAL (
    SELECT completed_at, number FROM audits WHERE product_id = p.id AND type = 'full' AND status = 'completed'
    ORDER BY completed_at DESC LIMIT 1) last ON true
  CROSS JOIN LATERAL (SELECT coalesce(last.completed_at + make_interval(months => p.audit_frequency), p.created_at) AS due) d
  WHERE p.organization_id = $1 AND p.archived_at IS NULL AND p.audit_frequency > 0
    AND NOT EXISTS (SELECT FROM audits WHERE product_id = p.id AND type = 'full' AND status = 'in_progress')
  ORDER BY due, p.id`;

export const INSIGHTS = `
  SELECT status, likelihood, impact, product_id, count(*)::int FROM risks WHERE organization_id = $1
  GROUP BY GROUPING SETS ((status), (likelihood), (impact), (product_id))`;

const SOME_ISSUES = 'organization_id = $1 AND id = ANY ($2::uuid[])';

/** In the order of their ids, so that two bulk changes cannot deadlock. */
export const LOCK_ISSUES = `SELECT id FROM issues WHERE ${SOME_ISSUES} ORDER BY id FOR UPDATE`;

export const CHANGE_ISSUES = `UPDATE issues SET priority = $3, updated_at = now() WHERE ${SOME_ISSUES}`;
