import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { multiply } from './multiply.js';

/** Sends what must succeed, as one person. */
type Ask = <T = Record<string, Record<string, string>>>(method: string, path: string, body?: unknown) => Promise<T>;

/** An organization with one product, and what its owner needs to work there. */
export interface OwnOrganization {
  id: string;
  url: string;
  product: { id: string; slug: string; url: string };
  ingestKey: string;
}

/** One person with organizations of their own. */
export interface Account {
  id: string;
  token: string;
  ask: Ask;
  organizations: OwnOrganization[];
}

const asking =
  (base: string, token?: string): Ask =>
  async <T>(method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    const text = await answer.text();
    // A machine with other work may keep the service waiting while the accounts are made.
    if (answer.status === 503) {
      await delay(1_000 * Number(answer.headers.get('retry-after')));
      return asking(base, token)<T>(method, path, body);
    }
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : {}) as T;
  };

/**
 * A person who signs up, confirms their address and makes this many organizations, so that the service knows them as
 * one account.
 */
export async function signUp(base: string, database: Client, name: string, organizations: number): Promise<Account> {
  const { token, user } = await asking(base)<{ token: string; user: { id: string } }>(
    'POST',
    '/api/auth/sign-up/email',
    { name, email: `${name.toLowerCase()}@example.org`, password: 'correct horse battery' },
  );
  await database.query('UPDATE users SET email_verified = true WHERE id = $1', [user.id]);
  const ask = asking(base, token);
  const account: Account = { id: user.id, token, ask, organizations: [] };
  for (let index = 0; index < organizations; index += 1) {
    const { id } = await ask<{ id: string }>('POST', '/api/auth/organization/create', { name: `${name} ${index}` });
    const url = `/v1/organizations/${id}`;
    const { product } = await ask('POST', `${url}/products`, { name: 'Shop', type: 'website' });
    const { apiKey } = await ask('POST', `${url}/api-keys`, { name: 'CI', scopes: ['ingest'] });
    account.organizations.push({
      id,
      url,
      product: { id: product!['id']!, slug: product!['slug']!, url: `${url}/products/${product!['slug']}` },
      ingestKey: apiKey!['key']!,
    });
  }
  return account;
}

/** Reports these findings as a pipeline of the organization does. */
const ingest = (base: string, { ingestKey, product }: OwnOrganization, findings: object[]) =>
  asking(base, ingestKey)('POST', '/api/ingest/test-activity', {
    productRef: product.slug,
    type: 'automated_scan',
    tool: 'axe-core',
    idempotencyKey: randomUUID(),
    findings,
  });

/** How much the noisy account keeps in each organization. */
const ROWS = { findings: 5_125, issues: 5_000, risks: 5_000, activities: 2_000, audits: 1_000 };
/** Of those there are this many with texts that are compared for long; the others have short ones. */
const WITH_LONG_TEXTS = 4;
const LONG_TEXT = `repeat(repeat('a', 150) || 'b ', 33)`;

/**
 * Fills the organizations of the noisy account. What one record has, is made by the service; the others are its copies.
 */
export async function fillLargely(base: string, database: Client, account: Account): Promise<void> {
  for (const [index, organization] of account.organizations.entries()) {
    const { product } = organization;
    const { area } = await account.ask('POST', `${product.url}/areas`, { name: 'Checkout' });
    const tagged = { areaIds: [area!['id']] };
    const { audit } = await account.ask('POST', `${product.url}/audits`, { type: 'full' });
    const { issue } = await account.ask('POST', `${product.url}/issues`, { title: 'Barrier', ...tagged });
    const { risk } = await account.ask('POST', `${product.url}/risks`, { title: 'Redesign', ...tagged });
    await ingest(base, organization, [{ title: 'Fault', ruleId: 'first', severity: 'high' }]);
    const long = index < WITH_LONG_TEXTS ? LONG_TEXT : `'Short'`;
    const one = async (table: string, id: string | undefined, times: number, over: Record<string, string>) =>
      multiply(database, table, id!, times, { id: 'gen_random_uuid()', ...over });
    const { rows } = await database.query<{ finding: string; activity: string }>(
      `SELECT f.id AS finding, a.id AS activity FROM findings f, test_activities a
       WHERE f.organization_id = $1 AND a.organization_id = $1 LIMIT 1`,
      [organization.id],
    );
    const titled = { title: `'Copy ' || n`, description: long };
    await one('findings', rows[0]!.finding, ROWS.findings, { ...titled, identity: 'gen_random_uuid()' });
    await one('issues', issue!['id'], ROWS.issues, { ...titled, number: '1000 + n' });
    await one('risks', risk!['id'], ROWS.risks, { ...titled, number: '1000 + n' });
    await one('test_activities', rows[0]!.activity, ROWS.activities, { number: '1000 + n', idempotency_key: 'NULL' });
    await one('audits', audit!['id'], ROWS.audits, { number: '1000 + n' });
  }
  await monitored(database, account);
  await database.query('ANALYZE');
}

/** Of the first organization's monitor there are this many runs, and of its first run this many pages. */
const MONITORED = { runs: 2_000, pages: 5_000 };

/** Lets the first organization have a monitor that has run often. */
async function monitored(database: Client, { ask, organizations }: Account): Promise<void> {
  const { product } = organizations[0]!;
  const source = { list: ['https://shop.example/'] };
  const { monitor } = await ask('POST', `${product.url}/monitors`, { name: 'Front page', source, schedule: null });
  const { run } = await ask('POST', `${product.url}/monitors/${monitor!['number']}/runs`);
  await ask('POST', `${product.url}/monitors/${monitor!['number']}/runs/${run!['id']}/cancel`);
  await multiply(database, 'monitor_runs', run!['id']!, MONITORED.runs, {
    id: 'gen_random_uuid()',
    created_at: `t.created_at + n * interval '1 minute'`,
  });
  // An agent names the pages as it finds them.
  await database.query(
    `INSERT INTO monitor_run_pages (organization_id, id, run_id, url, address_key, depth, state)
     SELECT organization_id, gen_random_uuid(), id, 'https://shop.example/' || n, gen_random_uuid(), 1, 'open'
     FROM monitor_runs, generate_series(1, $2::int) n WHERE id = $1`,
    [run!['id'], MONITORED.pages],
  );
}
