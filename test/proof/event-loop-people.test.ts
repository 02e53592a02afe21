import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startBuilt, stopAllBuilt } from '../support/built-service.js';
import { unlimited } from '../support/built-world.js';
import { freshDatabase } from '../support/database.js';
import { leastHold, MOST, MOST_TRIES, sending, tellingHolds } from '../support/holds.js';
import { type Account, fillLargely, signUp } from '../support/neighbours/accounts.js';
import { auditLoads } from '../support/neighbours/audit-loads.js';

jest.setTimeout(300_000);

const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-event-loop-people-'));
let database: Awaited<ReturnType<typeof freshDatabase>>;
let client: Client;
let account: Account;
let product: string;
let send: (method: string, path: string, body?: object) => Promise<Buffer>;
let held: ReturnType<typeof leastHold>;

/** A standard of the catalogue as a report covers it: at a level of this name, or whole. */
interface Standard {
  standard: { id: string; levels: { id: string; name: string }[] };
}

beforeAll(async () => {
  database = await freshDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  const service = await startBuilt({ ...unlimited(database.url, dataDir), ...tellingHolds(dataDir) });
  account = await signUp(service.base, client, 'Noisy', 1);
  await fillLargely(service.base, client, account);
  product = account.organizations[0]!.product.url;
  const sent = sending(service, account.token);
  send = async (method, path, body) => Buffer.from(await sent(method, path, body && JSON.stringify(body)));
  held = leastHold(service, dataDir);
});

afterAll(async () => {
  await client?.end();
  await stopAllBuilt();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('5,000 findings of long texts as CSV, chosen by a search, keep nobody waiting', async () => {
  const ms = await held('5,000 findings as CSV, with a search', async () => {
    const csv = (await send('GET', `${product}/findings?format=csv&q=Copy`)).toString();
    expect(csv.split('Copy ').length - 1).toBeGreaterThanOrEqual(5_000);
  });
  expect(ms).toBeLessThanOrEqual(MOST.heldMs);
});

test('960 findings that are confirmed at once, an issue of each, keep nobody waiting', async () => {
  const { url } = account.organizations[0]!;
  const other = await account.ask('POST', `${url}/products`, { name: 'Other', type: 'website' });
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1)
    await send('POST', `${url}/products/${other['product']!['slug']}/reports`, {
      type: 'automated_scan',
      tool: `tool ${attempt}`,
      findings: Array.from({ length: 960 }, (_, n) => ({
        title: `Fault ${n}`,
        ruleId: `rule-${attempt}`,
        selector: `#n${n}`,
        description: 'b '.repeat(350),
        wcag: ['1.1.1', '4.1.2'],
      })),
    });
  const ms = await held('960 findings confirmed', async (attempt) => {
    const filter = { ruleId: [`rule-${attempt}`], status: ['pending'] };
    const said = await send('PATCH', `${url}/findings/bulk`, { filter, expected: 960, data: { action: 'confirm' } });
    expect(JSON.parse(said.toString())).toMatchObject({ updated: 960 });
  });
  expect(ms).toBeLessThanOrEqual(MOST.heldMs);
});

test('the grid of an audit that is as large as it may be keeps nobody waiting', async () => {
  const { audit } = await account.ask('POST', `${product}/audits`, { type: 'full' });
  const number = Number(audit!['number']);
  const loads = await auditLoads(account, number);
  for (const operation of ['audits_decideOutcomes', 'audits_copyOutcomes']) {
    const { requests, bodies } = loads.find((load) => load.operation === operation)!;
    const { method, path, body } = requests[0]!;
    await send(method, path, JSON.parse(String(bodies[body!])) as object);
  }
  let cells = 0;
  const ms = await held('The grid of 500 entries', async () => {
    const grid = JSON.parse((await send('GET', `${product}/audits/${number}/outcomes?view=grid`)).toString()) as {
      cells: unknown[];
    };
    cells = grid.cells.length;
  });
  expect(cells).toBeGreaterThan(25_000);
  expect(ms).toBeLessThanOrEqual(MOST.heldMs);
});

test('what a report over several standards asks for, suggests and lacks keeps nobody waiting', async () => {
  const { url } = account.organizations[0]!;
  const standards: object[] = [];
  for (const slug of ['wcag-2-2', 'section-508', 'en-301-549']) {
    const { standard } = await account.ask<Standard>('GET', `${url}/standards/${slug}`);
    standards.push({ standardId: standard.id, conformanceLevel: null });
  }
  const { conformanceReport } = await account.ask('POST', `${product}/conformance-reports`, {
    title: 'All of them',
    standards,
  });
  const report = `${product}/conformance-reports/${conformanceReport!['number']}`;
  for (const list of ['requirements', 'suggestions', 'problems', 'verdicts']) {
    const ms = await held(`The ${list} of a report over three standards`, () => send('GET', `${report}/${list}`));
    expect(ms).toBeLessThanOrEqual(MOST.heldMs);
  }
});
