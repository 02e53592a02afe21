// What could be reached: hand-written SQL behind a bare HTTP server, on the same database, with no access rules, no checks
// of the input beyond JSON, no events and no Grade.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

await pool.query(`
  CREATE SCHEMA IF NOT EXISTS bench_baseline;
  SET search_path = bench_baseline;
  CREATE TABLE IF NOT EXISTS counters (product text PRIMARY KEY, value int NOT NULL) WITH (fillfactor = 50);
  CREATE TABLE IF NOT EXISTS activities (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, product text NOT NULL, number int NOT NULL, tool text NOT NULL,
    completed_at timestamptz NOT NULL DEFAULT now(), UNIQUE (product, number));
  CREATE TABLE IF NOT EXISTS findings (
    product text NOT NULL, tool text NOT NULL, identity bytea NOT NULL, title text NOT NULL, description text, severity text,
    source_url text, wcag text[], selector text, rule_id text, state text NOT NULL DEFAULT 'pending', last_activity bigint,
    PRIMARY KEY (product, tool, identity));
  CREATE INDEX IF NOT EXISTS findings_open ON findings (product, tool) WHERE state = 'pending';
  CREATE TABLE IF NOT EXISTS issues (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, product text NOT NULL, number int NOT NULL, title text NOT NULL, UNIQUE (product, number));
`);

const NUMBER = `
  INSERT INTO bench_baseline.counters AS c VALUES ($1, 1) ON CONFLICT (product) DO UPDATE SET value = c.value + 1 RETURNING value`;
const UPSERT = `
  INSERT INTO bench_baseline.findings AS f (product, tool, identity, title, description, severity, source_url, wcag, selector, rule_id, last_activity)
  SELECT DISTINCT ON (identity) $1, $2, identity, title, description, severity, "sourceUrl", wcag, selector, "ruleId", $3 FROM (
    SELECT *, sha256(convert_to(json_build_array("ruleId", selector)::text, 'UTF8')) AS identity
    FROM json_to_recordset($4::json) AS r("ruleId" text, selector text, title text, description text, severity text, "sourceUrl" text, wcag text[])) r
  ORDER BY identity
  ON CONFLICT (product, tool, identity) DO UPDATE SET title = excluded.title, description = excluded.description,
    severity = excluded.severity, wcag = excluded.wcag, last_activity = excluded.last_activity, state = 'pending'`;
const SWEEP = `
  UPDATE bench_baseline.findings SET state = 'resolved'
  WHERE product = $1 AND tool = $2 AND state = 'pending' AND last_activity <> $3`;

async function ingest({ productRef, tool, coverage, findings }) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const number = (await client.query(NUMBER, [productRef])).rows[0].value;
    const { rows } = await client.query(
      'INSERT INTO bench_baseline.activities (product, number, tool) VALUES ($1, $2, $3) RETURNING id',
      [productRef, number, tool],
    );
    await client.query(UPSERT, [productRef, tool, rows[0].id, JSON.stringify(findings)]);
    if (coverage === 'complete') await client.query(SWEEP, [productRef, tool, rows[0].id]);
    await client.query('COMMIT');
    return { number };
  } finally {
    client.release();
  }
}

async function report({ product, title }) {
  const number = (await pool.query(NUMBER, [product])).rows[0].value;
  const { rows } = await pool.query(
    'INSERT INTO bench_baseline.issues (product, number, title) VALUES ($1, $2, $3) RETURNING *',
    [product, number, title],
  );
  return rows[0];
}

const FEED = `
  SELECT * FROM (
    (SELECT 'test_activity' AS kind, a.id, a.number, a.type::text, a.tool, a.title, a.context, a.external_url, a.completed_at AS occurred_at
     FROM test_activities a WHERE a.organization_id = $1 ORDER BY a.completed_at DESC, a.id DESC LIMIT $2::int + 20)
    UNION ALL
    (SELECT 'audit', u.id, u.number, u.type::text, NULL, u.title, NULL, NULL, u.occurred_at
     FROM audits u WHERE u.organization_id = $1 ORDER BY u.occurred_at DESC, u.id DESC LIMIT $2::int + 20)) e
  ORDER BY occurred_at DESC, id DESC LIMIT 20 OFFSET $2`;

const READS = {
  '/hello': async () => ({ hello: 'world' }),
  '/feed': ({ org, offset = '0' }) => rows(FEED, [org, offset]),
  '/activities': ({ product, offset = '0' }) =>
    rows(`SELECT * FROM test_activities WHERE product_id = $1 ORDER BY created_at DESC, id DESC LIMIT 20 OFFSET $2`, [
      product,
      offset,
    ]),
  '/issues': ({ product, offset = '0' }) =>
    rows(`SELECT * FROM issues WHERE product_id = $1 ORDER BY created_at DESC, id DESC LIMIT 25 OFFSET $2`, [
      product,
      offset,
    ]),
  '/issue': ({ product, number }) =>
    rows('SELECT * FROM issues WHERE product_id = $1 AND number = $2', [product, number]),
  '/future-audits': ({ org }) =>
    rows(
      `SELECT p.id, p.name, p.slug, l.completed_at, l.number, coalesce(l.completed_at + make_interval(months => f.f), p.created_at) AS next
       FROM products p JOIN organizations o ON o.id = p.organization_id CROSS JOIN LATERAL (SELECT coalesce(p.audit_frequency, o.audit_frequency) AS f) f
       LEFT JOIN LATERAL (SELECT completed_at, number FROM audits a WHERE a.product_id = p.id AND type = 'full' AND status = 'completed'
         ORDER BY completed_at DESC LIMIT 1) l ON true
       WHERE p.organization_id = $1 AND p.archived_at IS NULL AND f.f > 0
         AND NOT EXISTS (SELECT FROM audits a WHERE a.product_id = p.id AND type = 'full' AND status = 'in_progress') ORDER BY next, p.id`,
      [org],
    ),
  '/insights': ({ org }) =>
    rows(
      `SELECT status, likelihood, impact, product_id, count(*) FROM risks WHERE organization_id = $1
       GROUP BY GROUPING SETS ((status), (likelihood), (impact), (product_id))`,
      [org],
    ),
};

const rows = async (sql, parameters) => ({ rows: (await pool.query(sql, parameters)).rows });

createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    try {
      const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
      const work = body ? (url.pathname === '/ingest' ? ingest : report) : READS[url.pathname];
      const answer = await work(body ?? Object.fromEntries(url.searchParams));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
}).listen(Number(process.env.PORT), '127.0.0.1');

process.once('SIGTERM', () => process.exit(0));
