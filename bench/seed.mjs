// Rows are written with generate_series, in the tables of the service and as the service would write them: numbers
// follow the counters, and so do the counts of records. Row `i` of an organization belongs to a product that follows
// from `i` alone, so that whatever hangs on an activity finds its product and its id.

const SALT = '$1::text';
const PRODUCTS = '$2::uuid[]';

/** An id in the order of its rows, as the service makes them; the same kind and number give the same id. */
const id = (kind, number) => `
  (lpad(to_hex(1600000000000 + ${number}), 12, '0') || '7' || substr(md5('${kind}' || ${SALT} || ${number}), 1, 3)
    || '8' || substr(md5('${kind}' || ${SALT} || ${number}), 4, 15))::uuid`;

/** 128 bits of the SHA-256 of a text, as the service identifies findings. */
const digest = (text) => `encode(substring(sha256(convert_to(${text}, 'UTF8')) FROM 1 FOR 16), 'hex')::uuid`;

// The first product has three in ten of all rows.
const productOf = (number) => `(${PRODUCTS})[
  CASE WHEN cardinality(${PRODUCTS}) = 1 OR abs(hashint4((${number})::int)::bigint) % 10 < 3 THEN 1
  ELSE 2 + abs(hashint4((${number})::int)::bigint) / 10 % (cardinality(${PRODUCTS}) - 1) END]`;

/** Rows with the number each has in its product; `i` is the row, `moment` is spread over two years until now. */
const numbered = (number = 'i') => `
  (SELECT i, product_id, moment, row_number() OVER (PARTITION BY product_id ORDER BY i)::int AS number
   FROM (SELECT i, ${productOf(number)} AS product_id, now() - ($3::int - i) * (interval '730 days' / $3::int) AS moment
         FROM generate_series(1, $3::int) AS i) spread)`;

// Row `i` of what hangs on activities belongs to this one; $4 is how many activities there are.
const ACTIVITY = `greatest(1, i::bigint * $4::int / $3::int)`;

// Of ten runs four are of pull requests; one in a thousand has a rare trigger; one in ten has no context.
const ADD_ACTIVITIES = `
  INSERT INTO test_activities (id, organization_id, product_id, number, type, title, tool, started_at, completed_at, context,
    delta, created_at, updated_at)
  SELECT ${id('activity', 'i')}, $4::uuid, product_id, number, kind, 'Run ' || number, CASE WHEN kind = 'automated_scan' THEN 'tool-' || i % 8 END,
    moment - interval '1 minute', moment,
    CASE
      WHEN i % 1000 = 7 THEN jsonb_build_object('trigger', 'other', 'environment', 'production')
      WHEN i % 10 < 4 THEN jsonb_build_object('trigger', 'pull_request', 'prNumber', 1 + i / 20, 'environment', 'pr-' || 1 + i / 20)
      WHEN i % 10 < 7 THEN jsonb_build_object('trigger', 'push', 'ref', 'main', 'environment', 'staging')
      WHEN i % 10 = 7 THEN jsonb_build_object('trigger', 'schedule', 'environment', 'production')
      WHEN i % 10 = 8 THEN jsonb_build_object('trigger', 'manual')
    END,
    '{"new":0,"known":0,"regressed":0,"dismissed":0,"resolved":0}', moment, moment
  FROM ${numbered()} rows, LATERAL (SELECT CASE WHEN i % 10 = 9 THEN 'manual_test' ELSE 'automated_scan' END::activity_type AS kind) k`;

const ADD_AUDITS = `
  INSERT INTO audits (id, organization_id, product_id, number, type, status, title, started_at, completed_at, created_at, updated_at)
  SELECT ${id('audit', 'i')}, $4::uuid, product_id, number, (CASE WHEN i % 3 = 0 THEN 'full' ELSE 're_audit' END)::audit_type, 'completed',
    'Audit ' || number, moment - interval '3 days', moment, moment, moment
  FROM ${numbered()} rows`;

// One in ten is open; those are linked to requirements, which is what a Grade is made from. One in five has a run.
const ADD_ISSUES = `
  INSERT INTO issues (id, organization_id, product_id, number, title, state, severity, impact, effort, priority, wcag, test_activity_id,
    closed_at, created_at, updated_at)
  SELECT ${id('issue', 'i')}, $5::uuid, product_id, number, 'Issue ' || md5(i::text), (CASE WHEN i % 10 = 0 THEN 'open' ELSE 'closed' END)::issue_state,
    (ARRAY['low', 'medium', 'high', NULL])[1 + i % 4]::rating, (ARRAY['low', 'medium', 'high'])[1 + i % 3]::rating,
    (ARRAY['low', 'medium', NULL])[1 + i % 3]::rating, (ARRAY['low', 'medium', 'high', 'critical', NULL])[1 + i % 5]::issue_priority,
    ARRAY['1.1.1'], CASE WHEN i % 5 = 0 THEN ${id('activity', ACTIVITY)} END, CASE WHEN i % 10 > 0 THEN moment + interval '1 day' END, moment, moment
  FROM ${numbered(ACTIVITY)} rows`;

const LINK_REQUIREMENTS = `
  INSERT INTO issue_requirements (organization_id, issue_id, requirement_id)
  SELECT i.organization_id, i.id, known.ids[1 + i.number % cardinality(known.ids)]
  FROM issues i, (SELECT array_agg(r.id ORDER BY r.id) AS ids FROM requirements r JOIN standards s ON s.id = r.standard_id WHERE s.slug = 'wcag-2-2') known
  WHERE i.product_id = ANY ($1::uuid[]) AND i.state = 'open'`;

// People have linked one open issue in eight to functional needs.
const LINK_NEEDS = `
  INSERT INTO issue_functional_needs (organization_id, issue_id, functional_need_id)
  SELECT i.organization_id, i.id, n.id FROM issues i JOIN functional_needs n ON n.sort_order IN (i.number % 11, i.number / 11 % 11)
  WHERE i.product_id = ANY ($1::uuid[]) AND i.state = 'open' AND i.number % 8 = 0`;

const SET_NEEDS = `
  UPDATE issues i SET functional_need_ids = linked.ids
  FROM (
    SELECT organization_id, issue_id, array_agg(functional_need_id ORDER BY functional_need_id) AS ids FROM issue_functional_needs GROUP BY 1, 2
  ) linked
  WHERE i.product_id = ANY ($1::uuid[]) AND i.organization_id = linked.organization_id AND i.id = linked.issue_id`;

const SET_REQUIREMENTS = `
  UPDATE issues i SET requirement_set = sha256(convert_to(linked.ids, 'UTF8'))
  FROM (
    SELECT organization_id, issue_id, string_agg(requirement_id::text, ' ' ORDER BY requirement_id) AS ids FROM issue_requirements GROUP BY 1, 2
  ) linked
  WHERE i.product_id = ANY ($1::uuid[]) AND i.organization_id = linked.organization_id AND i.id = linked.issue_id`;

const ADD_RISKS = `
  INSERT INTO risks (id, organization_id, product_id, number, title, likelihood, impact, status, created_at, updated_at)
  SELECT ${id('risk', 'i')}, $4::uuid, product_id, number, 'Risk ' || md5(i::text), (ARRAY['low', 'medium', 'high', NULL])[1 + i % 4]::rating,
    (ARRAY['low', 'medium', 'high'])[1 + i % 3]::rating, (ARRAY['identified', 'mitigated', 'aged_out'])[1 + i % 3]::risk_status, moment, moment
  FROM ${numbered()} rows`;

// One in five awaits triage, the others are resolved: their line, the first of its product, has them no more.
const ADD_FINDINGS = `
  INSERT INTO findings (id, organization_id, product_id, tool, rule_id, selector, identity, title, severity, impact, wcag, criteria, status,
    first_activity_id, first_seen_at, last_seen_at, last_reported_at, present, seen_in, seen_at, absent_at, resolved_at, created_at, updated_at)
  SELECT ${id('finding', 'i')}, $5::uuid, product_id, 'seeded', rule, selector,
    ${digest('json_build_array(rule, selector)::text')}, 'Finding ' || md5(i::text), (ARRAY['low', 'medium', 'high', NULL])[1 + i % 4]::rating,
    (ARRAY['low', 'medium', 'high'])[1 + i % 3]::rating, ARRAY['1.1.1'], ARRAY['1.1.1'],
    (CASE WHEN i % 5 = 0 THEN 'pending' ELSE 'resolved' END)::finding_status, activity, moment, moment, moment,
    CASE WHEN i % 5 = 0 THEN ARRAY[1] ELSE '{}' END, ARRAY[1], ARRAY[moment], gone.at, gone.at, moment, moment
  FROM ${numbered(ACTIVITY)} rows,
    LATERAL (SELECT 'rule-' || i % 50 AS rule, '#seeded-' || i AS selector, ${id('activity', ACTIVITY)} AS activity) f,
    LATERAL (SELECT CASE WHEN i % 5 > 0 THEN moment END AS at) gone`;

// What each run reported is a set of its own, on the one track of its line.
const ADD_SETS = `
  INSERT INTO finding_sets (organization_id, product_id, id, depth, added, removed, pages)
  SELECT organization_id, product_id, first_activity_id, 0, array_agg(identity), '{}', json_agg(ARRAY['https://shop.example/'])::text
  FROM findings WHERE product_id = ANY ($1::uuid[]) AND tool = 'seeded' GROUP BY 1, 2, 3`;

const ADD_LINES = `
  INSERT INTO lines (organization_id, id, product_id, tool, number, kind, key, first_number, first_at, last_number, last_at, arrived_at, last_track)
  SELECT a.organization_id, ${digest("'line' || a.product_id")}, a.product_id, 'seeded', 1, 'main', '[]', min(a.number), min(a.completed_at),
    max(a.number), max(a.completed_at), max(a.completed_at), 1
  FROM test_activities a JOIN finding_sets s ON s.organization_id = a.organization_id AND s.product_id = a.product_id AND s.id = a.id
  WHERE a.product_id = ANY ($1::uuid[]) GROUP BY 1, 3`;

const ADD_TRACKS = `
  INSERT INTO finding_tracks (organization_id, product_id, number, line, set_id, moment, arrived_at)
  SELECT l.organization_id, l.product_id, 1, 1, a.id, l.last_at, l.arrived_at
  FROM lines l JOIN test_activities a ON a.organization_id = l.organization_id AND a.product_id = l.product_id AND a.number = l.last_number
  WHERE l.product_id = ANY ($1::uuid[]) AND l.tool = 'seeded'`;

const SET_LINES_OF_RUNS = `
  UPDATE test_activities a SET line = 1, line_kind = 'main', track = 1, set_id = a.id
  FROM finding_sets s WHERE s.organization_id = a.organization_id AND s.product_id = a.product_id AND s.id = a.id AND a.product_id = ANY ($1::uuid[])`;

const SET_COUNTERS = `
  INSERT INTO product_counters (organization_id, product_id, kind, value)
  SELECT organization_id, product_id, kind, max(number) FROM (
    SELECT organization_id, product_id, 'test_activity' AS kind, number FROM test_activities
    UNION ALL SELECT organization_id, product_id, 'audit', number FROM audits
    UNION ALL SELECT organization_id, product_id, 'issue', number FROM issues
    UNION ALL SELECT organization_id, product_id, 'risk', number FROM risks) numbered
  WHERE product_id = ANY ($1::uuid[]) GROUP BY 1, 2, 3
  ON CONFLICT (organization_id, product_id, kind) DO UPDATE SET value = excluded.value`;

const dayOf = (moment) => `(${moment} AT TIME ZONE 'UTC')::date`;

const SET_TOTALS = `
  INSERT INTO record_totals (organization_id, product_id, kind, value)
  SELECT organization_id, product_id, kind, count(*) FROM (
    SELECT organization_id, product_id, 'issues' AS kind FROM issues
    UNION ALL SELECT organization_id, product_id, 'audits' FROM audits
    UNION ALL SELECT organization_id, product_id, 'risks' FROM risks
    UNION ALL SELECT organization_id, product_id, 'findings' FROM findings) counted
  WHERE product_id = ANY ($1::uuid[]) GROUP BY 1, 2, 3
  ON CONFLICT ON CONSTRAINT pk_record_totals DO UPDATE SET value = excluded.value`;

const SET_ACTIVITY_COUNTS = `
  INSERT INTO activity_counts (organization_id, product_id, type, tool, trigger, environment, value)
  SELECT organization_id, product_id, type, coalesce(tool, ''), coalesce(context_trigger, ''),
    CASE WHEN context_trigger = 'pull_request' AND context_environment IS NOT NULL THEN '*' ELSE coalesce(context_environment, '') END,
    count(*)
  FROM test_activities WHERE product_id = ANY ($1::uuid[]) GROUP BY 1, 2, 3, 4, 5, 6
  ON CONFLICT ON CONSTRAINT pk_activity_counts DO UPDATE SET value = excluded.value`;

const SET_PREVIEW_COUNTS = `
  INSERT INTO preview_counts (organization_id, product_id, environment, value)
  SELECT organization_id, product_id, context_environment, count(*)
  FROM test_activities
  WHERE product_id = ANY ($1::uuid[]) AND context_trigger = 'pull_request' AND context_environment IS NOT NULL GROUP BY 1, 2, 3
  ON CONFLICT ON CONSTRAINT pk_preview_counts DO UPDATE SET value = excluded.value`;

const SET_PENDING_COUNTS = `
  INSERT INTO pending_counts (organization_id, product_id, pending_from, criteria_key, criteria, value, high, blocking)
  SELECT organization_id, product_id, '-infinity', sha256(convert_to(array_to_string(criteria, ' '), 'UTF8')), criteria, count(*),
    count(*) FILTER (WHERE severity = 'high'), count(*) FILTER (WHERE severity = 'high' AND impact = 'high')
  FROM findings WHERE product_id = ANY ($1::uuid[]) AND status = 'pending' GROUP BY 1, 2, 5
  ON CONFLICT ON CONSTRAINT pk_pending_counts DO UPDATE SET value = excluded.value, high = excluded.high, blocking = excluded.blocking`;

const SET_PENDING_DAYS = `
  INSERT INTO pending_days (organization_id, product_id, waiting_day, criteria_key, value, high)
  SELECT organization_id, product_id, ${dayOf('first_seen_at')}, sha256(convert_to(array_to_string(criteria, ' '), 'UTF8')), count(*),
    count(*) FILTER (WHERE severity = 'high')
  FROM findings WHERE product_id = ANY ($1::uuid[]) AND status = 'pending' GROUP BY 1, 2, 3, 4
  ON CONFLICT ON CONSTRAINT pk_pending_days DO UPDATE SET value = excluded.value, high = excluded.high`;

const SET_OPEN_ISSUE_COUNTS = `
  INSERT INTO open_issue_counts (organization_id, product_id, requirement_set, functional_need_ids, requirement_ids, value, high, medium, low, critical, blocking)
  SELECT organization_id, product_id, requirement_set, functional_need_ids, ids, count(*), count(*) FILTER (WHERE severity = 'high'),
    count(*) FILTER (WHERE severity = 'medium'), count(*) FILTER (WHERE severity = 'low'), count(*) FILTER (WHERE priority = 'critical'),
    count(*) FILTER (WHERE severity = 'high' AND impact = 'high')
  FROM issues i, LATERAL (
    SELECT ARRAY(SELECT requirement_id FROM issue_requirements l WHERE l.organization_id = i.organization_id AND l.issue_id = i.id ORDER BY 1) AS ids
  ) linked
  WHERE product_id = ANY ($1::uuid[]) AND state = 'open' GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT ON CONSTRAINT pk_open_issue_counts
    DO UPDATE SET value = excluded.value, high = excluded.high, medium = excluded.medium, low = excluded.low, critical = excluded.critical,
      blocking = excluded.blocking`;

const SET_ACTIVITY_WEEKS = `
  INSERT INTO activity_weeks (organization_id, product_id, week, value)
  SELECT organization_id, product_id, date_trunc('week', completed_at AT TIME ZONE 'UTC')::date, count(*)
  FROM test_activities WHERE product_id = ANY ($1::uuid[]) GROUP BY 1, 2, 3
  ON CONFLICT ON CONSTRAINT pk_activity_weeks DO UPDATE SET value = excluded.value`;

const SET_ISSUE_DAYS = `
  INSERT INTO issue_days (organization_id, product_id, day, opened, closed, removed)
  SELECT organization_id, product_id, day, sum(opened), sum(closed), 0 FROM (
    SELECT organization_id, product_id, ${dayOf('created_at')} AS day, 1 AS opened, 0 AS closed FROM issues WHERE product_id = ANY ($1::uuid[])
    UNION ALL SELECT organization_id, product_id, ${dayOf('closed_at')}, 0, 1 FROM issues
      WHERE product_id = ANY ($1::uuid[]) AND closed_at IS NOT NULL
  ) changes GROUP BY 1, 2, 3
  ON CONFLICT ON CONSTRAINT pk_issue_days DO UPDATE SET opened = excluded.opened, closed = excluded.closed`;

const SET_CLOSED_ISSUE_COUNTS = `
  INSERT INTO closed_issue_counts (organization_id, product_id, closed, opened, value)
  SELECT organization_id, product_id, ${dayOf('closed_at')}, ${dayOf('created_at')}, count(*)
  FROM issues WHERE product_id = ANY ($1::uuid[]) AND closed_at IS NOT NULL GROUP BY 1, 2, 3, 4
  ON CONFLICT ON CONSTRAINT pk_closed_issue_counts DO UPDATE SET value = excluded.value`;

const SET_FINDING_DAYS = `
  INSERT INTO finding_days (organization_id, product_id, day, raised, regressed, resolved)
  SELECT organization_id, product_id, ${dayOf('created_at')}, count(*), 0, count(*) FILTER (WHERE status = 'resolved')
  FROM findings WHERE product_id = ANY ($1::uuid[]) GROUP BY 1, 2, 3
  ON CONFLICT ON CONSTRAINT pk_finding_days DO UPDATE SET raised = excluded.raised, resolved = excluded.resolved`;

const SET_COUNTS = [
  SET_TOTALS,
  SET_ACTIVITY_COUNTS,
  SET_PREVIEW_COUNTS,
  SET_ACTIVITY_WEEKS,
  SET_PENDING_COUNTS,
  SET_PENDING_DAYS,
  SET_OPEN_ISSUE_COUNTS,
  SET_ISSUE_DAYS,
  SET_CLOSED_ISSUE_COUNTS,
  SET_FINDING_DAYS,
];

async function setCounts(client, products) {
  for (const sql of SET_COUNTS) await client.query(sql, [products]);
}

/** Fills these products of an organization, all in proportion; the first gets three in ten rows. */
export async function fill(client, organizationId, products, { activities, audits, issues, findings, risks }) {
  const add = async (sql, count, ...more) => {
    if (count > 0) await client.query(sql, [products[0], products, count, ...more]);
  };
  await add(ADD_ACTIVITIES, activities, organizationId);
  await add(ADD_AUDITS, audits, organizationId);
  await add(ADD_ISSUES, issues, activities, organizationId);
  await add(ADD_RISKS, risks, organizationId);
  await add(ADD_FINDINGS, findings, activities, organizationId);
  await client.query(LINK_REQUIREMENTS, [products]);
  await client.query(LINK_NEEDS, [products]);
  // The statements below join what was just written: by the statistics of the empty tables they would take half an
  // hour.
  await client.query('ANALYZE test_activities, issues, issue_requirements, issue_functional_needs, findings');
  const steps = [SET_REQUIREMENTS, SET_NEEDS, ADD_SETS, ADD_LINES, ADD_TRACKS, SET_LINES_OF_RUNS];
  for (const sql of steps) await client.query(sql, [products]);
  await client.query(SET_COUNTERS, [products]);
  await setCounts(client, products);
}

/** Makes this many empty products and answers their ids and slugs. */
export async function addProducts(client, organizationId, count, name = 'Product') {
  const { rows } = await client.query(
    `INSERT INTO products (id, organization_id, name, slug, type, audit_frequency, created_at)
     SELECT gen_random_uuid(), $1, $3 || ' ' || i, lower($3) || '-' || i, 'website', 6, now() - interval '1 year'
     FROM generate_series(1, $2::int) AS i RETURNING id, slug`,
    [organizationId, count, name],
  );
  return rows;
}

/** Five full audits for each product of an organization. */
export async function scheduleAudits(client, organizationId) {
  const { rows } = await client.query(
    `INSERT INTO audits (id, organization_id, product_id, number, type, status, title, completed_at)
     SELECT gen_random_uuid(), organization_id, id, n, 'full', 'completed', 'Audit ' || n, now() - n * interval '100 days'
     FROM products, generate_series(1, 5) AS n WHERE organization_id = $1 RETURNING product_id`,
    [organizationId],
  );
  await setCounts(client, [...new Set(rows.map(({ product_id: id }) => id))]);
}

/**
 * So many open issues of one product: one in four is of severity high, one in seven critical, each fails one
 * requirement.
 */
export async function openIssues(client, organizationId, productId, count) {
  await client.query(
    `INSERT INTO issues (id, organization_id, product_id, number, title, severity, priority)
     SELECT gen_random_uuid(), $1, $2, i, 'Issue ' || i, (CASE WHEN i % 4 = 0 THEN 'high' ELSE 'medium' END)::rating,
       (CASE WHEN i % 7 = 0 THEN 'critical' ELSE 'medium' END)::issue_priority
     FROM generate_series(1, $3::int) AS i`,
    [organizationId, productId, count],
  );
  await client.query(LINK_REQUIREMENTS, [[productId]]);
  await client.query(SET_REQUIREMENTS, [[productId]]);
  await client.query(SET_COUNTERS, [[productId]]);
  await setCounts(client, [productId]);
}

/** Findings that have waited longer than this are overdue. */
const OVERDUE_DAYS = 20;

/**
 * So many findings of one product that await triage: one in four is of severity high, each rule of a hundred fails one
 * or two criteria. They have waited since today, or since so many different days, which are long enough ago for all to
 * be overdue; `onEach`: of each rule some since each of the days.
 */
export async function awaitTriage(client, organizationId, productId, count, { days = 0, onEach = false } = {}) {
  await client.query(
    `INSERT INTO lines (organization_id, id, product_id, tool, number, kind, key) VALUES ($1, gen_random_uuid(), $2, 'seeded', 1, 'main', '[]')`,
    [organizationId, productId],
  );
  await client.query(
    `INSERT INTO findings (id, organization_id, product_id, tool, rule_id, selector, identity, title, severity, wcag, criteria,
       first_seen_at, last_seen_at, last_reported_at, present, seen_in, seen_at)
     SELECT gen_random_uuid(), $1, $2, 'seeded', 'rule-' || i % 100, '#' || i, ${digest('i::text')}, 'Finding ' || i,
       (CASE WHEN i % 4 = 0 THEN 'high' ELSE 'medium' END)::rating, failed, failed, seen, seen, seen, '{1}', '{1}', ARRAY[seen]
     FROM generate_series(1, $3::int) AS i,
       LATERAL (SELECT now() - CASE WHEN $4::int > 0 THEN ${OVERDUE_DAYS} + (CASE WHEN $5::boolean THEN i / 100 ELSE i END) % $4::int ELSE 0 END * interval '1 day' AS seen) waiting, (
       SELECT array_agg(DISTINCT r.wcag[1]) AS all_of_them FROM requirements r JOIN standards s ON s.id = r.standard_id WHERE s.slug = 'wcag-2-2'
     ) criteria, LATERAL (
       SELECT array_agg(DISTINCT all_of_them[1 + n % cardinality(all_of_them)]) AS failed FROM unnest(ARRAY[i % 100, i % 100 / 2]) AS n) f`,
    [organizationId, productId, count, days, onEach],
  );
  await setCounts(client, [productId]);
}

/** So many further members of an organization. */
export const addMembers = (client, organizationId, count) =>
  client.query(
    `WITH people AS (
       INSERT INTO users (id, name, email) SELECT gen_random_uuid(), 'Person ' || i, 'person-' || i || '-' || $1::uuid || '@example.org'
       FROM generate_series(1, $2::int) AS i RETURNING id)
     INSERT INTO members (id, organization_id, user_id, role) SELECT gen_random_uuid(), $1::uuid, id, 'member' FROM people`,
    [organizationId, count],
  );
