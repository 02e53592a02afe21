import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { Client } from 'pg';
import { startBuilt, stopAllBuilt } from '../support/built-service.js';
import { unlimited } from '../support/built-world.js';
import { freshDatabase } from '../support/database.js';
import { leastHold, MOST, sending, tellingHolds } from '../support/holds.js';
import { type Account, signUp } from '../support/neighbours/accounts.js';
import { auditLoads } from '../support/neighbours/audit-loads.js';
import { publish } from '../support/neighbours/published.js';

jest.setTimeout(300_000);

/** As many as a standard may have: a report on it has 8,000 claims, for four components. */
const REQUIREMENTS = 2_000;

const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-event-loop-answers-'));
let database: Awaited<ReturnType<typeof freshDatabase>>;
let client: Client;
let account: Account;
let report: string;
let send: ReturnType<typeof sending>;
let held: ReturnType<typeof leastHold>;

beforeAll(async () => {
  database = await freshDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  const service = await startBuilt({ ...unlimited(database.url, dataDir), ...tellingHolds(dataDir) });
  account = await signUp(service.base, client, 'Noisy', 1);
  const { number } = await publish(client, account, REQUIREMENTS);
  send = sending(service, account.token);
  held = leastHold(service, dataDir);
  report = `${account.organizations[0]!.product.url}/conformance-reports/${number}`;
  await client.query('ANALYZE');
});

afterAll(async () => {
  await client?.end();
  await stopAllBuilt();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a report of 8,000 claims as DOCX keeps nobody waiting', async () => {
  const ms = await held(`A report of ${4 * REQUIREMENTS} claims as DOCX`, async () => {
    const parts = unzipSync(await send('GET', `${report}/export?format=docx`));
    expect(strFromU8(parts['word/document.xml']!).split('Some do.').length - 1).toBe(2 * REQUIREMENTS);
  });
  expect(ms).toBeLessThanOrEqual(MOST.heldMs);
});

test.each(['html', 'markdown', 'csv', 'earl'])('a report of 8,000 claims as %s keeps nobody waiting', async (form) => {
  const ms = await held(`As ${form}`, async () => {
    const text = Buffer.from(await send('GET', `${report}/export?format=${form}`)).toString();
    expect(text.split('Some do.').length - 1).toBe(2 * REQUIREMENTS);
  });
  expect(ms).toBeLessThanOrEqual(MOST.heldMs);
});

test.each(['verdicts', 'requirements', 'contradictions'])('the %s of it keep nobody waiting', async (list) => {
  const ms = await held(`Its ${list}`, () => send('GET', `${report}/${list}`));
  expect(ms).toBeLessThanOrEqual(MOST.heldMs);
});

test('four reports of 8,000 claims as DOCX at once need no more room than a service has', async () => {
  const ms = await held('Four of them at once', () =>
    Promise.all([1, 2, 3, 4].map(() => send('GET', `${report}/export?format=docx`))),
  );
  expect(ms).toBeLessThanOrEqual(MOST.heldMs);
});

test('1,000 outcomes in one change keep nobody waiting, nor do faulty ones', async () => {
  await account.ask('POST', `${account.organizations[0]!.product.url}/audits`, { type: 'full' });
  const loads = await auditLoads(account, 2);
  const { requests, bodies } = loads.find(({ operation }) => operation === 'audits_decideOutcomes')!;
  const { path } = requests[0]!;
  const decide = (attempt: number) => send('PATCH', path, bodies[requests[attempt % 2]!.body!]);
  const faulty = Array.from({ length: 1_000 }, () => ({ entry: 'none', outcome: 'none', note: 1, ifRevision: -1 }));
  const refused = () =>
    send('PATCH', path, JSON.stringify({ outcomes: faulty })).catch((error: Error) => error.message);
  expect(await refused()).toContain('400');
  const ms = { outcomes: await held('1,000 outcomes', decide), faulty: await held('1,000 faulty ones', refused) };
  expect(Math.max(ms.outcomes, ms.faulty)).toBeLessThanOrEqual(MOST.heldMs);
});
