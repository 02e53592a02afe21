import { setTimeout as delay } from 'node:timers/promises';
import { type Agent, hasBrowser, startAgent } from '../support/agent/agent.js';
import { watchProcesses } from '../support/agent/process-figures.js';
import { defectsOf, KNOWN_PAGES, knownSite, type Site } from '../support/agent/sites.js';
import { type BuiltService, startBuilt, stopAllBuilt } from '../support/built-service.js';
import { embeddedFolder, stopEmbedded } from '../support/embedded.js';
import { isFull, printFigures } from '../support/figures.js';

jest.setTimeout(3_600_000);

const PAGES = isFull ? KNOWN_PAGES : 20;
/** The share of the service in the processor time of a run, and the bytes of memory that an agent may need. */
const MOST = { ofService: 0.05, memory: 1_000_000_000 };
const dataDir = embeddedFolder('known-site');
let service: BuiltService;
let agent: Agent;
let known: Site;
/** Pages that somebody has mended, by their number. */
const mended = new Set<number>();

let token = '';
async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${service.base}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // A machine with much else to do keeps a request waiting too long now and then.
  if (response.status === 503) return delay(2_000).then(() => call(method, path, body));
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

interface Run {
  id: string;
  state: string;
  reason: string | null;
  startedAt: string;
  endedAt: string | null;
  pages: { looked: number };
  findingCount: number;
}

/** Has the monitor run, and tells what that took. */
async function measured(name: string, url: string): Promise<Run> {
  const { run } = await call<{ run: Run }>('POST', `${url}/monitors/1/runs`);
  const [ofAgent, ofService] = [watchProcesses(agent.pid), watchProcesses(service.child.pid!)];
  for (;;) {
    await delay(2_000);
    const now = (await call<{ run: Run }>('GET', `${url}/monitors/1/runs/${run.id}`)).run;
    if (now.endedAt === null) continue;
    const seconds = (Date.parse(now.endedAt) - Date.parse(now.startedAt)) / 1000;
    const [agents, services] = [ofAgent(), ofService()];
    const share = services.seconds / (agents.seconds + services.seconds);
    printFigures(`${PAGES} pages, ${name}`, {
      'pages a second': (PAGES / seconds).toFixed(2),
      'processor time of the agent with its browser, ms a page': Math.round((agents.seconds * 1000) / PAGES),
      'the same of the service with its database': Math.round((services.seconds * 1000) / PAGES),
      'share of the service in both, %': (share * 100).toFixed(1),
      'memory of the agent with its browser, MB': Math.round(agents.memory / 1_000_000),
      'memory of the service, MB': Math.round(services.memory / 1_000_000),
    });
    expect(agents.memory).toBeLessThan(MOST.memory);
    // Where a page takes longer, others use the machine, and what the service does each minute adds up.
    if (isFull && seconds < PAGES) expect(share).toBeLessThan(MOST.ofService);
    return now;
  }
}

/** What the service says is broken where. */
async function broken(url: string): Promise<string[]> {
  const found: string[] = [];
  for (let n = 0; n < PAGES; n += 1) {
    const where = encodeURIComponent(`${known.base}/page/${n}`);
    const { findings } = await call<{ findings: { ruleId: string }[] }>(
      'GET',
      `${url}/findings?status=pending&tool=axe-core&pageSize=100&sourceUrl=${where}`,
    );
    found.push(...findings.map(({ ruleId }) => `/page/${n} ${ruleId}`));
  }
  return found.sort();
}

/** What is broken on the site. */
const expected = (): string[] =>
  Array.from({ length: PAGES }, (_, n) => (mended.has(n) ? [] : defectsOf(n).map((rule) => `/page/${n} ${rule}`)))
    .flat()
    .sort();

// Who has no browser runs all other tests; .ci/run brings one.
(hasBrowser ? describe : describe.skip)(`a monitor of a site of ${PAGES} pages`, () => {
  let url: string;

  beforeAll(async () => {
    known = await knownSite(PAGES, mended);
    service = await startBuilt({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0' });
    const account = { name: 'Ada', email: 'ada@example.org', password: 'kerbs that serve everyone' };
    token = (await call<{ token: string }>('POST', '/api/auth/sign-up/email', account)).token;
    const { id } = await call<{ id: string }>('POST', '/api/auth/organization/create', { name: 'Acme' });
    const organization = `/v1/organizations/${id}`;
    const { product } = await call<{ product: { slug: string } }>('POST', `${organization}/products`, {
      ...{ name: 'Shop', type: 'website' },
    });
    url = `${organization}/products/${product.slug}`;
    const made = await call<{ agent: { token: string } }>('POST', `${organization}/agents`, { name: 'Looks' });
    agent = startAgent({ url: service.base, token: made.agent.token }, { AGENT_ALLOW: `127.0.0.1:${known.port}` });
    await call('POST', `${url}/monitors`, {
      ...{ name: 'Shop', source: { sitemap: `${known.base}/sitemap.xml` }, evidence: false },
      pace: { perSecond: 10, together: 8, ownSite: true },
      budget: { pages: PAGES, minutes: 240 },
    });
  });
  afterAll(async () => {
    await agent?.end('SIGKILL');
    expect(agent?.said()).not.toContain('Warning');
    await stopAllBuilt();
    await Promise.all([stopEmbedded(dataDir), known.close()]);
  });

  test('finds on each page exactly its known defects, and asks for each page once', async () => {
    const run = await measured('axe-core', url);
    expect(run).toMatchObject({ state: 'done', reason: null, pages: { looked: PAGES, failed: 0 } });
    expect(run.findingCount).toBe(expected().length);
    expect(await broken(url)).toEqual(expected());
    expect(known.asked.filter((path) => path.startsWith('/page/'))).toHaveLength(PAGES);
  });

  test('finds the same with pictures of it', async () => {
    await call('PATCH', `${url}/monitors/1`, { evidence: true });
    expect(await measured('with pictures', url)).toMatchObject({ state: 'done', findingCount: expected().length });
    expect(await broken(url)).toEqual(expected());
  });

  test('after a third of the pages was mended, finds exactly what is left, and looks further with checks of its own', async () => {
    for (let n = 0; n < PAGES; n += 3) mended.add(n);
    const tools = { axe: { tags: [], rulesOff: [] }, checks: true };
    await call('PATCH', `${url}/monitors/1`, { evidence: false, tools });
    expect(await measured('with checks', url)).toMatchObject({ state: 'done', pages: { looked: PAGES } });
    const { total } = await call<{ total: { withFindings: number } }>('GET', `${url}/insights/pages`);
    expect(total.withFindings).toBeGreaterThan(0);
    expect(await broken(url)).toEqual(expected());
  });
});
