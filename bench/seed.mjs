import pg from 'pg';
import { send } from './load.mjs';

/**
 * An organization whose rows nobody could type: made over HTTP as far as people make it, and filled by the database.
 * `size`: how many activities, audits, issues, risks and products.
 */
export async function seed(base, databaseUrl, size, name) {
  const call = (method, path, token, body) =>
    send({ url: base + path, method, headers: token ? { authorization: `Bearer ${token}` } : {}, body }).then(
      ({ text }) => (text ? JSON.parse(text) : null),
    );
  const { token } = await call('POST', '/api/auth/sign-up/email', undefined, {
    ...{ name, email: `${name}@example.org`, password: 'a long password' },
  });
  const { id } = await call('POST', '/api/auth/organization/create', token, { name });
  const url = `/v1/organizations/${id}`;
  await call('PATCH', `${url}/settings/conformance`, token, { auditFrequency: 12 });
  const { product } = await call('POST', `${url}/products`, token, { name: 'Big', type: 'website' });
  const { apiKey } = await call('POST', `${url}/api-keys`, token, { name: 'ci', scopes: ['ingest'] });
  const reader = await call('POST', `${url}/api-keys`, token, { name: 'reader', scopes: ['read'] });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(FILL, []).catch(() => undefined);
  for (const [sql, count] of [
    [ACTIVITIES, size.activities],
    [AUDITS, size.audits],
    [ISSUES, size.issues],
    [RISKS, size.risks],
    [FINDINGS, size.findings],
  ])
    await client.query(sql, [id, product.id, count]);
  await client.query(PRODUCTS, [id, size.products]);
  await client.query(
    `INSERT INTO product_counters (product_id, kind, value)
     SELECT $1, kind, $2 FROM unnest(ARRAY['test_activity', 'audit', 'issue', 'risk']) AS kind
     ON CONFLICT (product_id, kind) DO UPDATE SET value = excluded.value`,
    [product.id, Math.max(size.activities, size.issues, size.audits, size.risks)],
  );
  await client.query('ANALYZE');
  await client.end();
  return { id, url, token, product, ingestKey: apiKey.key, readKey: reader.apiKey.key };
}

const FILL = 'SET synchronous_commit = off';

// Ids in the order of time, as the service makes them.
const ID = (offset) =>
  `(lpad(to_hex((extract(epoch FROM now() - (($3::int - i) || ' minutes')::interval) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(i % 4096), 3, '0') || '8${offset}' || lpad(to_hex(i), 14, '0'))::uuid`;
const MOMENT = `now() - (($3::int - i) || ' minutes')::interval`;

const ACTIVITIES = `
  INSERT INTO test_activities (id, organization_id, product_id, number, type, title, tool, completed_at, context, created_at)
  SELECT ${ID('a')}, $1, $2, i, (ARRAY['automated_scan', 'automated_scan', 'automated_scan', 'manual_test'])[1 + i % 4]::activity_type, 'Scan ' || i,
    (ARRAY['axe-core', 'pa11y', 'lighthouse'])[1 + i % 3], ${MOMENT},
    CASE WHEN i % 10 = 0 THEN NULL
         WHEN i % 3 = 0 THEN jsonb_build_object('trigger', 'pull_request', 'environment', 'pr-' || i % 500, 'prNumber', i)
         ELSE jsonb_build_object('trigger', (ARRAY['push', 'schedule'])[1 + i % 2], 'environment', (ARRAY['staging', 'production'])[1 + i % 2]) END,
    ${MOMENT}
  FROM generate_series(1, $3::int) AS i`;
const AUDITS = `
  INSERT INTO audits (id, organization_id, product_id, number, type, status, title, started_at, completed_at, created_at)
  SELECT ${ID('b')}, $1, $2, i, 'small_scope', 'completed', 'Audit ' || i, ${MOMENT}, ${MOMENT}, ${MOMENT} FROM generate_series(1, $3::int) AS i`;
const ISSUES = `
  INSERT INTO issues (id, organization_id, product_id, number, title, state, closed_at, severity, priority, created_at)
  SELECT ${ID('c')}, $1, $2, i, 'Issue ' || i, CASE WHEN i % 10 > 0 THEN 'closed' ELSE 'open' END::issue_state, CASE WHEN i % 10 > 0 THEN now() END,
    (ARRAY['low', 'medium', NULL])[1 + i % 3]::rating, (ARRAY['low', 'medium', 'high', NULL])[1 + i % 4]::issue_priority, ${MOMENT}
  FROM generate_series(1, $3::int) AS i`;
const RISKS = `
  INSERT INTO risks (id, organization_id, product_id, number, title, likelihood, impact, status, created_at)
  SELECT ${ID('d')}, $1, $2, i, 'Risk ' || i, (ARRAY['low', 'medium', 'high', NULL])[1 + i % 4]::rating, (ARRAY['low', 'medium', 'high'])[1 + i % 3]::rating,
    (ARRAY['identified', 'mitigated', 'aged_out'])[1 + i % 3]::risk_status, ${MOMENT}
  FROM generate_series(1, $3::int) AS i`;
const FINDINGS = `
  INSERT INTO findings (id, organization_id, product_id, tool, rule_id, selector, identity, title, first_seen_at, last_seen_at, last_reported_at, created_at)
  SELECT ${ID('e')}, $1, $2, 'seeded', 'rule-' || i, 'main', sha256(('rule-' || i)::bytea), 'Finding ' || i, ${MOMENT}, ${MOMENT}, ${MOMENT}, ${MOMENT}
  FROM generate_series(1, $3::int) AS i`;
const PRODUCTS = `
  INSERT INTO products (id, organization_id, name, slug, type)
  SELECT gen_random_uuid(), $1, 'Product ' || i, 'product-' || i, 'website' FROM generate_series(1, $2::int) AS i`;
