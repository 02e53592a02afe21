// The baseline for the same work: plain node:http and hand-written SQL over pg, on the same database. No access rules,
// no checks of the input beyond JSON, no events, no journal of what each run said, no Grade. It reads the service's
// tables; what it ingests goes into tables of its own.
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import pg from 'pg';
import sharp from 'sharp';
import * as SQL from './baseline-sql.mjs';

const POOL_SIZE = 10;

sharp.cache(false);
sharp.concurrency(1);

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: POOL_SIZE });
/**
 * @param {string} text
 * @param {unknown[]} [values]
 */
const all = async (text, values) => (await pool.query(text, values)).rows;
/**
 * @param {string} text
 * @param {unknown[]} [values]
 */
const one = async (text, values) => (await all(text, values))[0];
const sha256 = (text) => createHash('sha256').update(text).digest();

async function inTransaction(work) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

async function ingest({ organization }, body) {
  const report = JSON.parse(body.toString());
  const findings = new Map(
    report.findings.map((finding) => [JSON.stringify([finding.ruleId, finding.selector ?? null]), finding]),
  );
  const column = (read) => [...findings.values()].map(read);
  const activity = randomUUID();
  return inTransaction(async (tx) => {
    const { rows } = await tx.query(SQL.ADD_ACTIVITY, [
      ...[activity, organization, report.productRef, report.type, `Scan with ${report.tool}`, report.tool],
      ...[report.context, findings.size],
    ]);
    const [{ product, number }] = rows;
    const raised = await tx.query(SQL.RAISE, [
      ...[product, report.tool, activity, column(() => randomUUID()), [...findings.keys()].map(sha256)],
      ...[column((f) => f.ruleId), column((f) => f.selector), column((f) => f.title), column((f) => f.description)],
      ...[column((f) => f.severity), column((f) => f.impact), column((f) => JSON.stringify(f.wcag ?? []))],
      ...[column((f) => f.sourceUrl), organization],
    ]);
    const isSweep = report.coverage === 'complete';
    const swept = isSweep ? await tx.query(SQL.SWEEP, [product, report.tool, activity]) : undefined;
    const resolved = swept?.rows[0].resolved_count ?? 0;
    return { id: activity, number, added: raised.rows[0].added, findings: findings.size, resolved };
  });
}

async function feed({ organization, product = null, offset = '0' }) {
  const scope = [organization, product];
  const [facets, total, entries] = await Promise.all([
    one(SQL.FACETS, scope),
    one(SQL.FEED_TOTAL, scope),
    all(SQL.FEED, [...scope, 20, Number(offset)]),
  ]);
  return { entries, ...facets, ...total };
}

async function list({ table, organization, product = null, sort, direction, size }) {
  const [rows, total] = await Promise.all([
    all(SQL.page({ table, product, sort, direction }), [product ?? organization, size]),
    one(SQL.total({ table, product }), [product ?? organization]),
  ]);
  return { rows, ...total };
}

/** Reads one row, for whoever asks, or for a member of the organization whose session `token` names. */
const single = (read) => async (query) => {
  const { token, organization } = query;
  if (token && !(await one(SQL.ADMISSION, [sha256(token), organization])))
    throw new Error('Nobody of this organization.');
  return read(query);
};

const numbered = (table) =>
  single(({ product, number }) =>
    one(`SELECT * FROM ${table} WHERE product_id = $1 AND number = $2`, [product, number]),
  );

const bulk = ({ organization }, body) => {
  const { ids, data } = JSON.parse(body.toString());
  const some = [organization, ids];
  return inTransaction(async (tx) => {
    await tx.query(SQL.LOCK_ISSUES, some);
    const { rowCount } = await tx.query(SQL.CHANGE_ISSUES, [...some, data.priority]);
    return { updated: rowCount };
  });
};

const picture = async (_query, body) =>
  (await sharp(body).autoOrient().resize(256, 256, { fit: 'cover' }).webp().toBuffer()).length;

const delays = monitorEventLoopDelay({ resolution: 10 });
delays.enable();
async function metrics() {
  const seconds = delays.max / 1e9;
  delays.reset();
  return `nodejs_eventloop_lag_max_seconds ${seconds}`;
}

/** @type {Record<string, (query: any, body: Buffer) => unknown>} */
const ROUTES = {
  '/hello': async () => ({ hello: 'world' }),
  '/metrics': metrics,
  '/ingest': ingest,
  '/feed': feed,
  '/list': list,
  '/issue': numbered('issues'),
  '/activity': numbered('test_activities'),
  '/risk': numbered('risks'),
  '/product': single(({ product }) => one('SELECT * FROM products WHERE id = $1', [product])),
  '/session': ({ token }) => one(SQL.SESSION, [sha256(token)]),
  '/members': ({ organization }) => all(SQL.MEMBERS, [organization]),
  '/document': async ({ organization, report }) => (await one(SQL.DOCUMENT, [organization, report])).document,
  '/future-audits': ({ organization }) => all(SQL.FUTURE_AUDITS, [organization]),
  '/insights': ({ organization }) => all(SQL.INSIGHTS, [organization]),
  '/bulk': bulk,
  '/delete-product': async ({ product }) =>
    (await pool.query('DELETE FROM products WHERE id = $1', [product])).rowCount,
  '/picture': picture,
};

await pool.query(SQL.SCHEMA);
const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://baseline');
  try {
    const result = await ROUTES[pathname]?.(Object.fromEntries(searchParams), Buffer.concat(parts));
    const answer = typeof result === 'string' ? result : JSON.stringify(result);
    const length = Buffer.byteLength(answer);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': length }).end(answer);
  } catch (error) {
    response.writeHead(500).end(/** @type {Error} */ (error).stack);
  }
});
server.listen(0, '127.0.0.1', () =>
  process.send?.(/** @type {import('node:net').AddressInfo} */ (server.address()).port),
);
// The parent has exited: nothing is left to measure.
process.once('disconnect', () => process.exit());
